"""Whole reports against golden files."""

from __future__ import annotations

import io

from rich.console import Console

from wirebench.report import html, json_file, markdown, table_csv, terminal

from . import example, golden


def test_json() -> None:
    golden.check(golden.GOLDEN / "run.json", json_file.dumps(example.example_run()))


def test_csv() -> None:
    golden.check(golden.GOLDEN / "run.csv", table_csv.render(example.example_run()))


def test_markdown() -> None:
    golden.check(golden.GOLDEN / "run.md", markdown.render(example.example_run()))


def test_readme_table() -> None:
    golden.check(golden.GOLDEN / "readme.md", markdown.readme_table(example.example_run()))


def test_html_without_the_embedded_library() -> None:
    page = html.render(example.example_run(), library="/* library */")
    golden.check(golden.GOLDEN / "run.html", page)


def test_terminal() -> None:
    file = io.StringIO()
    terminal.render(example.example_run(), Console(file=file, width=150, color_system=None))
    lines = [line.rstrip() for line in file.getvalue().splitlines()]
    golden.check(golden.GOLDEN / "terminal.txt", "\n".join(lines) + "\n")
