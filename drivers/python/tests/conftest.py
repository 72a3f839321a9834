"""What the tests share: which environment this is, and a session to talk to."""

import importlib.util
import io
from collections.abc import Callable

import pytest

from wirebench_driver.session import Session

PYPI = importlib.util.find_spec("bson.codec") is not None
"""Whether `bson` is the package of that name on PyPI. Else it is pymongo's."""

HERE = ["bson"] if PYPI else ["wirecodec", "pymongo", "marshal", "orjson"]
"""The contenders that this environment has."""

Talk = Callable[..., list[str]]


@pytest.fixture
def talk() -> Talk:
    """Send requests to one fresh session; its answers, line by line."""

    def send(*requests: str) -> list[str]:
        answers = io.BytesIO()
        lines = "".join(f"{request}\n" for request in requests)
        Session(HERE).serve(io.BytesIO(lines.encode()), answers)
        return answers.getvalue().decode().splitlines()

    return send
