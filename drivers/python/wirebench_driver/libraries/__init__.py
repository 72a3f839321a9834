"""One file a library: the calls into it, and nothing else.

`LIBRARIES` maps a contender's name to what makes its adapter. A library is imported no earlier than
that, so that a process has loaded only what it was asked for.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Final

from wirebench_driver.adapter import Adapter


def _lazily(module: str) -> Callable[[], Adapter]:
    def load() -> Adapter:
        adapter = import_module(f"{__name__}.{module}").ADAPTER()
        assert isinstance(adapter, Adapter)
        return adapter

    return load


LIBRARIES: Final[dict[str, Callable[[], Adapter]]] = {
    "wirecodec": _lazily("wirecodec_bson"),
    "pymongo": _lazily("pymongo_bson"),
    "bson": _lazily("pypi_bson"),
    "marshal": _lazily("marshal_limit"),
    "orjson": _lazily("orjson_limit"),
}
