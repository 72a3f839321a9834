"""One measuring run at a time on a machine: two would measure each other."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from wirebench.errors import WirebenchError

POLL_SECONDS = 0.5


@contextmanager
def machine_lock(
    path: Path,
    command: str,
    *,
    wait: bool = True,
    waiting: Callable[[str], None] = lambda holder: None,
) -> Iterator[None]:
    """Hold the machine. While another run holds it, wait (calling `waiting` once) or refuse.

    The lock is the kernel's (flock) and ends with the process that holds it, so that a killed run
    leaves nothing behind; the file's content only says who holds it.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise WirebenchError(
            f"cannot open the lock {path}: {error.strerror}. Is it another user's? "
            "Remove it, or name another with WIREBENCH_LOCK"
        ) from error
    try:
        told = False
        while not _try_lock(handle):
            holder = _holder(handle)
            if not wait:
                raise WirebenchError(
                    f"another run is measuring on this machine: {holder}. "
                    "Wait for it, or leave --no-wait away to queue behind it"
                )
            if not told:
                waiting(holder)
                told = True
            time.sleep(POLL_SECONDS)
        os.ftruncate(handle, 0)
        about = {"pid": os.getpid(), "since": time.strftime("%H:%M:%S"), "command": command}
        os.pwrite(handle, json.dumps(about).encode(), 0)
        yield
    finally:
        os.close(handle)


def _try_lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(handle: int) -> str:
    try:
        about = json.loads(os.pread(handle, 4096, 0))
        return f"process {about['pid']}, since {about['since']}: {about['command']}"
    except (ValueError, KeyError, OSError):
        return "unknown process"
