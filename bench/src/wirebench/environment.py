"""What machine this is, what it runs, and how steady it is.

Everything is read and reported, nothing is changed: a bench that tunes its host leaves a host that
nobody knows (pyperf's `system tune` survives reboots and has slowed machines for good).
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

TOOLS = {
    "cargo": ["cargo", "--version"],
    "rustc": ["rustc", "--version"],
    "go": ["go", "version"],
    "gcc": ["gcc", "--version"],
    "cmake": ["cmake", "--version"],
    "python": ["python3", "--version"],
    "uv": ["uv", "--version"],
}

BUSY_LOAD = 0.5
"""Load average a CPU, above which something else is running."""


@dataclass(frozen=True)
class Disturbance:
    """Something that makes measurements on this machine worse, and what its owner can do."""

    what: str
    advice: str


def describe(pinned_cpu: int | None) -> dict[str, Any]:
    """The ``environment`` object of a run."""
    found = {
        "machine": platform.machine(),
        "cpu_model": cpu_model(),
        "cpu_count": psutil.cpu_count() or 1,
        "cpus_allowed": sorted(os.sched_getaffinity(0)),
        "memory_bytes": psutil.virtual_memory().total,
        "kernel": platform.release(),
        "os": _os_name(),
        "python": platform.python_version(),
        "toolchains": {name: v for name, c in TOOLS.items() if (v := _version(c))},
        "pinned_cpu": pinned_cpu,
        "frequency_governor": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "container": container(),
        "hypervisor": "hypervisor" in _cpu_flags(),
        "warnings": [{"what": d.what, "advice": d.advice} for d in disturbances()],
    }
    found["fingerprint"] = fingerprint(found)
    return found


def fingerprint(environment: dict[str, Any]) -> str:
    """Twelve hex digits that are equal where times may be compared at all.

    Made of what decides speed and does not change between runs: processor, number of CPUs, memory
    (in GiB, for kernels keep varying shares of it), operating system and architecture.
    """
    parts = [
        environment["machine"],
        environment["cpu_model"],
        environment["cpu_count"],
        round(environment["memory_bytes"] / 2**30),
        environment["os"],
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def revision(root: Path) -> dict[str, Any]:
    """Commit, branch and dirtiness of the checkout; None where git cannot say."""

    def git(*arguments: str) -> str | None:
        return _output(["git", "-C", str(root), *arguments])

    changes = git("status", "--porcelain")
    return {
        "commit": git("rev-parse", "HEAD") or None,
        "branch": git("rev-parse", "--abbrev-ref", "HEAD") or None,
        "dirty": bool(changes) if changes is not None else False,
    }


def choose_cpu() -> int | None:
    """The CPU to pin contenders to: the last allowed one, far from where interrupts gather.

    None when there is only one: pinning to it would put the bench itself in the way either way.
    """
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[-1] if len(allowed) > 1 else None


def disturbances() -> list[Disturbance]:
    """What disturbs measurements here, with advice. Nothing is changed."""
    found = [check() for check in _CHECKS]
    return [disturbance for disturbance in found if disturbance is not None]


def cpu_model() -> str:
    """The processor's name as the kernel gives it."""
    for line in (_read("/proc/cpuinfo") or "").splitlines():
        if line.lower().startswith(("model name", "hardware", "cpu model")):
            return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def container() -> str | None:
    """The kind of container we are in, as far as it shows."""
    if Path("/.dockerenv").exists():
        return "docker"
    if Path("/run/.containerenv").exists():
        return "podman"
    match = re.search(r"(docker|kubepods|lxc)", _read("/proc/1/cgroup") or "")
    return match.group(1) if match else None


def _frequency() -> Disturbance | None:
    governor = _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if governor and governor != "performance":
        return Disturbance(
            f"frequency governor is {governor!r}: the clock follows the load",
            "sudo cpupower frequency-set -g performance (until the next reboot)",
        )
    return None


def _turbo() -> Disturbance | None:
    intel = _read("/sys/devices/system/cpu/intel_pstate/no_turbo")
    other = _read("/sys/devices/system/cpu/cpufreq/boost")
    if intel == "0" or other == "1":
        return Disturbance(
            "turbo is on: the clock follows temperature and neighbours",
            "turn boost off in the firmware or under /sys/devices/system/cpu while you measure",
        )
    return None


def _load() -> Disturbance | None:
    load = os.getloadavg()[0] / (psutil.cpu_count() or 1)
    if load > BUSY_LOAD:
        return Disturbance(
            f"load average is {load:.2f} a CPU: something else is running",
            "stop other work, or trust ratios and not times",
        )
    return None


def _one_cpu() -> Disturbance | None:
    if choose_cpu() is None:
        return Disturbance(
            "only one CPU is allowed: contenders cannot be pinned apart from the bench",
            "allow this process a second CPU (taskset, cpuset)",
        )
    return None


def _aslr() -> Disturbance | None:
    if _read("/proc/sys/kernel/randomize_va_space") not in (None, "0"):
        return Disturbance(
            "address layout is randomised: each process is a little faster or slower than the last",
            "nothing to do: the A/A pair runs in two processes and shows how much that is",
        )
    return None


def _quota() -> Disturbance | None:
    quota = (_read("/sys/fs/cgroup/cpu.max") or "max").split()
    if quota and quota[0] != "max":
        cpus = int(quota[0]) / int(quota[1])
        return Disturbance(
            f"the container may use {cpus:g} CPUs: past that it is stopped for whole milliseconds",
            "raise the container's CPU limit",
        )
    return None


def _virtual() -> Disturbance | None:
    if "hypervisor" in _cpu_flags():
        return Disturbance(
            "this is a virtual machine: neighbours take time that nobody here can see",
            "measure on bare metal where small differences matter; trust ratios, not times",
        )
    return None


def _steal() -> Disturbance | None:
    steal = getattr(psutil.cpu_times_percent(interval=0.2), "steal", 0.0)
    if steal > 1:
        return Disturbance(
            f"{steal:.0f} % of the time is stolen by other virtual machines",
            "measure at another time or on another machine",
        )
    return None


def _siblings() -> Disturbance | None:
    if _read("/sys/devices/system/cpu/smt/active") == "1":
        return Disturbance(
            "hyper-threading is on: a CPU shares its core with another",
            "keep the sibling idle, or turn SMT off in the firmware",
        )
    return None


_CHECKS: tuple[Callable[[], Disturbance | None], ...] = (
    _frequency,
    _turbo,
    _load,
    _one_cpu,
    _aslr,
    _quota,
    _virtual,
    _steal,
    _siblings,
)


def _cpu_flags() -> set[str]:
    match = re.search(r"^flags\s*:(.*)$", _read("/proc/cpuinfo") or "", re.MULTILINE)
    return set(match.group(1).split()) if match else set()


def _os_name() -> str:
    match = re.search(r'^PRETTY_NAME="?([^"\n]*)', _read("/etc/os-release") or "", re.MULTILINE)
    return match.group(1) if match else platform.platform()


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None


def _version(command: list[str]) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    output = _output(command)
    match = re.search(r"\d+(\.\d+)+", output or "")
    return match.group(0) if match else None


def _output(command: list[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
