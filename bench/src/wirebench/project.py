"""Where things are: the repository's folders, and the bench's own state.

Everything that wirebench makes (corpora, logs, the history, the lock) lives in one folder, the
*state folder*, ``.wirebench`` at the root of the checkout unless ``WIREBENCH_STATE`` names another.
``WIREBENCH_HOME`` names the root when the program does not run from its own checkout.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from wirebench.errors import WirebenchError


@dataclass(frozen=True)
class Project:
    """The folders of one checkout."""

    root: Path
    state: Path

    @property
    def suites(self) -> Path:
        """The folder of ``*.toml`` suites."""
        return self.root / "suites"

    @property
    def drivers(self) -> Path:
        """The folder with one folder a language."""
        return self.root / "drivers"

    @property
    def corpora(self) -> Path:
        """Where generated corpora are cached."""
        return self.state / "corpora"

    @property
    def logs(self) -> Path:
        """What builds wrote; and in a folder a run, what its drivers wrote on standard error."""
        return self.state / "logs"

    def relative(self, path: Path) -> str:
        """A path as it is shown and kept: from the root of the checkout where it lies within."""
        return str(path.relative_to(self.root) if path.is_relative_to(self.root) else path)

    @property
    def lock(self) -> Path:
        """Held while a run measures: one at a time on a machine, whatever the checkout.

        ``WIREBENCH_LOCK`` names another file, for tests of the bench itself.
        """
        named = os.environ.get("WIREBENCH_LOCK")
        return Path(named) if named else Path(tempfile.gettempdir()) / "wirebench.lock"

    @property
    def history_url(self) -> str:
        """The history's SQLAlchemy URL; ``WIREBENCH_HISTORY`` overrides it."""
        return os.environ.get("WIREBENCH_HISTORY") or f"sqlite:///{self.state / 'history.sqlite'}"

    def vectors(self, format_name: str) -> Path:
        """The folder of a format's test vectors."""
        return self.root / "formats" / format_name / "vectors"


def find_project() -> Project:
    """The checkout this program belongs to; WirebenchError when there is none."""
    named = os.environ.get("WIREBENCH_HOME")
    start = Path(named) if named else Path(__file__).resolve()
    for folder in (start, *start.parents):
        if (folder / "suites").is_dir() and (folder / "drivers").is_dir():
            state = os.environ.get("WIREBENCH_STATE")
            return Project(folder, Path(state) if state else folder / ".wirebench")
    raise WirebenchError(
        f"no suites/ and drivers/ at or above {start}: run ./wirebench from a checkout, "
        "or set WIREBENCH_HOME to its root"
    )
