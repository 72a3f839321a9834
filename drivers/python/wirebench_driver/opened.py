"""One library over one corpus: preparation, the clock, and the documents written back.

What an operation takes (the values that ``encode`` is given, the limits' own bytes) is prepared
when it is first asked for, before the clock is read.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter_ns
from typing import NamedTuple

from wirebench_driver import doc32
from wirebench_driver.adapter import Adapter, Value
from wirebench_driver.errors import DriverError

OPERATIONS = ("decode", "encode", "cycle")


class Measured(NamedTuple):
    """A batch of passes; `consumed` counts documents decoded and bytes produced."""

    nanoseconds: int
    consumed: int


class Opened:
    """A library, and the documents of a corpus."""

    def __init__(self, adapter: Adapter, documents: Sequence[bytes]) -> None:
        self.adapter = adapter
        self.documents = documents
        self._inputs: list[bytes] = []
        self._values: list[Value] = []

    def measure(self, operation: str, documents: int, passes: int) -> Measured:
        """Time `passes` passes over the first `documents` documents."""
        one_pass, one_by_one = self._prepared(operation, documents)
        clock = perf_counter_ns
        consumed = 0
        start = clock()
        try:
            for _ in range(passes):
                consumed += one_pass()
        except Exception:
            # The loop does not know where it is. Finding out takes a slower one.
            for number, again in enumerate(one_by_one):
                with in_document(number):
                    again()
            raise
        return Measured(clock() - start, consumed)

    def emit(self, path: str, operation: str) -> None:
        """Write the corpus, decoded and encoded again, or what the cycle builds."""
        if operation not in OPERATIONS:
            raise _no_operation(operation)
        try:
            if operation == "cycle":
                Path(path).write_bytes(self.adapter.encode(self._builder()()))
                return
            with Path(path).open("wb") as file:
                for number, document in enumerate(self.documents):
                    with in_document(number):
                        data = self.adapter.recode(document)
                    file.write(data)
        except OSError as error:
            raise DriverError(f"cannot write {path}: {error.strerror}") from None

    def _prepared(
        self, operation: str, count: int
    ) -> tuple[Callable[[], int], Iterator[Callable[[], object]]]:
        """One pass over the first `count` documents, and the same document by document."""
        adapter = self.adapter
        match operation:
            case "decode":
                inputs = self._first_inputs(count)
                one_by_one = (partial(adapter.decode, data) for data in inputs)
                return partial(adapter.decode_pass, inputs), one_by_one
            case "encode":
                values = self._first_values(count)
                one_by_one = (partial(adapter.encode, value) for value in values)
                return partial(adapter.encode_pass, values), one_by_one
            case "cycle":
                one_pass = partial(adapter.cycle_pass, self._builder())
                return one_pass, iter([one_pass])
            case _:
                raise _no_operation(operation)

    def _first_inputs(self, count: int) -> Sequence[bytes]:
        for number in range(len(self._inputs), count):
            with in_document(number):
                self._inputs.append(self.adapter.input(self.documents[number]))
        return self._inputs[:count]

    def _first_values(self, count: int) -> Sequence[Value]:
        inputs = self._first_inputs(count)
        for number in range(len(self._values), count):
            with in_document(number):
                self._values.append(self.adapter.decode(inputs[number]))
        return self._values[:count]

    def _builder(self) -> Callable[[], Value]:
        if self.adapter.doc32 is None or not doc32.is_doc32(self.documents):
            raise DriverError(
                "cannot cycle: there is code for bson/doc32 only, with some contenders"
            )
        return self.adapter.doc32


@contextmanager
def in_document(number: int) -> Iterator[None]:
    """Say in which document of the corpus, counted from zero, something went wrong."""
    try:
        yield
    except DriverError:
        raise
    except Exception as error:
        raise DriverError(f"document {number}: {type(error).__name__}: {error}") from error


def _no_operation(operation: str) -> DriverError:
    return DriverError(f"no operation {operation!r}: there are {', '.join(OPERATIONS)}")
