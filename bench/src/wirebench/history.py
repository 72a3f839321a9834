"""Runs kept in SQLite, or behind any SQLAlchemy URL.

Three tables, a row each: ``runs``, their ``cases``, their ``results``. What one asks a history for
(which contender, which version, how fast, when) stands in columns; the whole object, samples and
all, stands beside them as JSON, so that a stored run is read back exactly as it was.

A case is written the moment it is finished, in one transaction: a run that is killed half-way keeps
what it finished. Rows are only ever added; only a run's own closing updates it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    func,
    inspect,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from wirebench.errors import UsageError, WirebenchError
from wirebench.results import SCHEMA, CaseResult, Run, case_from_json, run_without_cases

_metadata = MetaData()

_runs = Table(
    "runs",
    _metadata,
    Column("run", String, primary_key=True),
    Column("started", String, nullable=False),
    Column("finished", String),
    Column("complete", Boolean, nullable=False),
    Column("commit", String),
    Column("fingerprint", String),
    Column("schema", String, nullable=False),
    Column("document", JSON, nullable=False),
)

_cases = Table(
    "cases",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("run", ForeignKey("runs.run"), nullable=False, index=True),
    Column("position", Integer, nullable=False),
    Column("suite", String, nullable=False),
    Column("case", String, nullable=False),
    Column("operation", String, nullable=False),
    Column("corpus", String, nullable=False),
    Column("mode", String, nullable=False),
    Column("noise_floor", Float),
    Column("document", JSON, nullable=False),
)

_results = Table(
    "results",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("case_id", ForeignKey("cases.id"), nullable=False, index=True),
    Column("position", Integer, nullable=False),
    Column("contender", String, nullable=False, index=True),
    Column("library_version", String),
    Column("status", String, nullable=False),
    Column("ns_per_document", Float),
    Column("ratio", Float),
    Column("document", JSON, nullable=False),
)


class HistoryError(WirebenchError):
    """The history cannot be read or written; it is left exactly as it is."""


class History:
    """Where runs are kept. Opening it makes an empty one where there is none."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self._engine = create_engine(url)
            if self._engine.dialect.name == "sqlite":
                file = self._engine.url.database or ":memory:"
                # "file:…" is SQLite's own URI form, which names a file that is there already.
                if not file.startswith((":memory:", "file:")):
                    Path(file).parent.mkdir(parents=True, exist_ok=True)
                event.listen(self._engine, "connect", _careful_sqlite)
            with self._engine.begin() as connection:
                _metadata.create_all(connection)
                self._check(connection)
        except (SQLAlchemyError, OSError, ValueError) as error:
            raise self._error("open", error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def begin(self, run: Run) -> None:
        """Enter a run that has just started. Fails here, before anything is timed, if it cannot."""
        with self._transaction("write") as connection:
            connection.execute(_runs.insert().values(**_run_row(run)))

    def add_case(self, run: Run, case: CaseResult) -> None:
        """Keep a finished case."""
        document = asdict(case)
        results = document.pop("results")
        with self._transaction("write") as connection:
            taken = connection.scalar(
                select(func.count()).select_from(_cases).where(_cases.c.run == run.run)
            )
            inserted = connection.execute(
                _cases.insert().values(
                    run=run.run,
                    position=taken,
                    suite=case.suite,
                    case=case.case,
                    operation=case.operation,
                    corpus=case.corpus.name,
                    mode=case.mode,
                    noise_floor=case.noise_floor,
                    document=document,
                )
            )
            assert inserted.inserted_primary_key is not None
            case_id = inserted.inserted_primary_key[0]
            rows = [
                {
                    "case_id": case_id,
                    "position": position,
                    "contender": result["contender"],
                    "library_version": result["library_version"],
                    "status": result["status"],
                    "ns_per_document": result["ns_per_document"],
                    "ratio": result["ratio"],
                    "document": result,
                }
                for position, result in enumerate(results)
            ]
            if rows:
                connection.execute(_results.insert(), rows)

    def finish(self, run: Run) -> None:
        """Close a run: when it finished, and whether it is complete."""
        with self._transaction("write") as connection:
            connection.execute(_runs.update().where(_runs.c.run == run.run).values(**_run_row(run)))

    def runs(self, limit: int | None = None) -> list[Run]:
        """The newest runs first, without their cases; those of another schema are passed over."""
        newest = (
            select(_runs.c.document)
            .where(_runs.c.schema == SCHEMA)
            .order_by(_runs.c.started.desc(), _runs.c.run.desc())
        )
        with self._transaction("read") as connection:
            documents = connection.scalars(newest.limit(limit)).all()
        return [run_without_cases(document) for document in documents]

    def counts(self) -> dict[str, tuple[int, int, int]]:
        """For each run: cases, results that are ok, results that are not."""
        ok = func.sum((_results.c.status == "ok").cast(Integer))
        query = (
            select(_cases.c.run, func.count(_cases.c.id.distinct()), ok, func.count(_results.c.id))
            .select_from(_cases.join(_results, isouter=True))
            .group_by(_cases.c.run)
        )
        with self._transaction("read") as connection:
            rows = connection.execute(query).all()
        return {run: (cases, good or 0, every - (good or 0)) for run, cases, good, every in rows}

    def load(self, name: str) -> Run:
        """One run with everything in it: by its id, by a beginning of it, or ``latest``."""
        with self._transaction("read") as connection:
            run_id = self._find(connection, name)
            document = connection.scalar(select(_runs.c.document).where(_runs.c.run == run_id))
            assert document is not None
            cases = [
                self._case(connection, case_id, case)
                for case_id, case in connection.execute(
                    select(_cases.c.id, _cases.c.document)
                    .where(_cases.c.run == run_id)
                    .order_by(_cases.c.position)
                ).all()
            ]
        return run_without_cases({**document, "cases": cases})

    def _find(self, connection: Connection, name: str) -> str:
        ids = connection.scalars(
            select(_runs.c.run)
            .where(_runs.c.schema == SCHEMA)
            .order_by(_runs.c.started.desc(), _runs.c.run.desc())
        ).all()
        if not ids:
            raise UsageError(f"the history ({self.url}) holds no run yet: ./wirebench run")
        if name == "latest":
            return str(ids[0])
        matching = [run for run in ids if run.startswith(name)]
        if len(matching) == 1 or name in matching:
            return name if name in matching else str(matching[0])
        what = "several runs begin" if matching else "no run begins"
        shown = ", ".join((matching or ids)[:8])
        raise UsageError(f"{what} with {name!r}: {shown} (`wirebench history` lists them)")

    def _case(self, connection: Connection, case_id: int, document: dict[str, Any]) -> CaseResult:
        results = connection.scalars(
            select(_results.c.document)
            .where(_results.c.case_id == case_id)
            .order_by(_results.c.position)
        ).all()
        return case_from_json({**document, "results": list(results)})

    def _check(self, connection: Connection) -> None:
        """Refuse a database that has tables of these names but not of this make."""
        inspector = inspect(connection)
        for table in _metadata.sorted_tables:
            have = {column["name"] for column in inspector.get_columns(table.name)}
            lacking = {column.name for column in table.columns} - have
            if lacking:
                raise ValueError(f"table {table.name} lacks {', '.join(sorted(lacking))}")

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise self._error(doing, error) from error

    def _error(self, doing: str, error: Exception) -> HistoryError:
        cause = str(getattr(error, "orig", None) or error)
        return HistoryError(
            f"cannot {doing} the history {self.url}: {cause}. Nothing in it was changed. "
            "Free space or mend its permissions; or move a damaged file away; or name another "
            "with WIREBENCH_HISTORY=sqlite:////path/to/file"
        )


def _run_row(run: Run) -> dict[str, Any]:
    document = asdict(replace(run, cases=[]))
    del document["cases"]
    return {
        "run": run.run,
        "started": run.started,
        "finished": run.finished,
        "complete": run.complete,
        "commit": run.revision.get("commit"),
        "fingerprint": run.environment.get("fingerprint"),
        "schema": SCHEMA,
        "document": json.loads(json.dumps(document)),
    }


def _careful_sqlite(connection: Any, _record: Any) -> None:
    """Every commit reaches the disk, and a second bench waits instead of failing."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
