"""Errors for the person who must act: every message says what, where, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class WirebenchError(Exception):
    """Something the user can act on: printed without a traceback, exit code 1."""


class UsageError(WirebenchError):
    """What was asked for does not exist or does not fit together. Exit code 2."""


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """A name that does not exist: the nearest ones, and the whole list.

    >>> str(unknown("suite", "quik", ["quick", "bson-types"]))
    "no suite 'quik'. Did you mean quick? There are: bson-types, quick"
    """
    names = sorted(set(known))
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    listed = f" There are: {', '.join(names)}" if names else " There are none."
    return UsageError(f"no {what} {name!r}.{hint}{listed}")
