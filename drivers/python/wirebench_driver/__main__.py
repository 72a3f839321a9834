"""Serves the contenders named on the command line, until ``bye`` or the end of input."""

import os
import sys

from wirebench_driver.libraries import LIBRARIES
from wirebench_driver.session import Session


def main(names: list[str]) -> int:
    """Run the driver; the exit code."""
    unknown = [name for name in names if name not in LIBRARIES]
    if unknown or not names:
        print(
            f"usage: python -m wirebench_driver NAME…, of {', '.join(LIBRARIES)}", file=sys.stderr
        )
        return 2
    # Answers have a descriptor of their own, so that nothing a library prints gets between them:
    # that goes to standard error, which the bench keeps as the log.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Session(names).serve(sys.stdin.buffer, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
