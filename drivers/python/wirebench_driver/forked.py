"""Work done in a copy of this process, which leaves no trace in it but the answer.

>>> in_a_copy(lambda: "answer")
'answer'
"""

import os
import traceback
from collections.abc import Callable

from wirebench_driver.errors import DriverError


def in_a_copy(work: Callable[[], str]) -> str:
    """What `work` returns, run in a fork. DriverError if it fails; then its trace is in the log."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        # Nothing of this process may run a second time in its copy, so it never returns from here.
        code = 1
        try:
            os.close(reading)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(work().encode())
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise DriverError("a copy of this process failed; standard error has its trace")
    return answer.decode()
