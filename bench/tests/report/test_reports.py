"""What holds for reports in every form: nothing hidden, nothing invented, nothing executed."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from rich.console import Console

from wirebench.report import charts, content, html, markdown, table_csv, terminal
from wirebench.report.figures import UNKNOWN
from wirebench.results import Run

from . import example
from .example import FLAT, FULL, Plan, case

FAILED = ["python/hostile", "c/libbson@append", "go/bsoncodec", "erlang/nbson"]


class Page(HTMLParser):
    """Every element with its attributes, and the text by enclosing element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "img", "br"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"</{tag}> out of place"

    def handle_data(self, data: str) -> None:
        self.texts.append((self._open[-1] if self._open else "", data))


def on_terminal(run: Run, width: int = 200) -> str:
    file = io.StringIO()
    terminal.render(run, Console(file=file, width=width, force_terminal=True))
    return file.getvalue()


@pytest.fixture(scope="module")
def run() -> Run:
    return example.example_run()


@pytest.fixture(scope="module")
def page(run: Run) -> str:
    return html.render(run)


def test_rows_without_figures_carry_their_reason_and_no_figure(run: Run) -> None:
    rows = [
        row
        for suite in content.build(run).suites
        for one in suite.cases
        for section in one.table.sections
        for row in section.rows
    ]
    failed = {row.cells[0].text: row for row in rows if row.kind == "failed"}
    assert set(failed) == {*FAILED, "python/bson"}
    for row in failed.values():
        assert len(row.cells) == 2
        assert row.message is not None
        assert re.match(r"(wrong|crashed|timeout|unavailable): \w", row.message)
    assert all(row.message is None for row in rows if row.kind != "failed")


def test_even_a_file_that_claims_figures_of_a_wrong_contender_shows_none() -> None:
    run = example.small_run()
    liar = run.cases[0].results[2]
    liar.ns_per_document, liar.ratio, liar.bytes_per_second = 123.0, 77.7, 9e9
    for text in (markdown.render(run), markdown.readme_table(run), html.render(run, library="")):
        assert not re.search(r"\b123 ns|77\.7x|9\.00 GB/s", text)
    assert "77.7x" not in on_terminal(run)


def test_limits_stand_last_and_have_no_verdict(run: Run) -> None:
    for suite in content.build(run).suites:
        for one in suite.cases:
            verdict = [column.key for column in one.table.columns].index("verdict")
            for section in one.table.sections:
                kinds = [row.kind for row in section.rows]
                assert kinds == sorted(kinds, key=lambda kind: kind == "limit")
                for row in section.rows:
                    if row.kind == "limit":
                        assert row.cells[verdict].text == "limit"


def test_a_limit_with_a_verdict_is_not_believed() -> None:
    run = example.small_run()
    run.cases[0].results[1].limit = True
    assert run.cases[0].results[1].verdict == "faster"
    line = next(x for x in markdown.render(run).splitlines() if x.startswith("| *python/wirecodec"))
    assert "limit" in line
    assert "faster" not in line


def test_every_contender_of_the_run_is_in_every_report(run: Run, page: str) -> None:
    names = {result.contender for one in run.cases for result in one.results}
    texts = [page, on_terminal(run), table_csv.render(run)]
    for text in (*texts, markdown.render(run)):
        assert not {name for name in names if name not in text}


def test_the_first_heading_answers_which_is_fastest(page: str) -> None:
    assert "<h1>rust/wirecodec is fastest in all 6 cases.</h1>" in page
    assert "<title>rust/wirecodec is fastest in all 6 cases." in page


def test_the_page_is_well_formed_and_its_links_lead_somewhere(page: str) -> None:
    parsed = Page(page)
    ids = [attrs["id"] for _, attrs in parsed.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [attrs["href"] for tag, attrs in parsed.elements if tag == "a"]
    assert links
    assert {f"#{name}" for name in ids} >= set(links)


def test_the_page_loads_nothing(page: str) -> None:
    parsed = Page(page)
    for tag, attrs in parsed.elements:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "audio", "video"}
        assert not {"src", "srcset", "data", "poster", "action", "background"} & set(attrs)
    style = next(text for tag, text in parsed.texts if tag == "style")
    assert not re.search(r"url\(|@import|//", style)
    own = page.replace(html._library(), "")
    assert html._library() in page
    # The hostile reason of the example run is the one place that may name an address.
    assert set(re.findall(r"https?:[^\s)<&]*", own)) <= {"https://evil.example/a.js"}
    assert "cdn" not in own.lower()


def test_the_page_may_run_its_own_two_scripts_and_no_other(page: str) -> None:
    parsed = Page(page)
    policy = next(
        attrs["content"]
        for tag, attrs in parsed.elements
        if "http-equiv" in attrs and tag == "meta"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    assert not re.search(r"https?:|\*", policy)
    scripts = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    assert re.findall(r"'(sha256-[^']+)'", policy) == [html._hash(text) for text in scripts]
    assert len(scripts) == 2
    assert not any(name.startswith("on") for _, attrs in parsed.elements for name in attrs)


def test_strangers_text_stays_text(page: str, run: Run) -> None:
    hostile = "<script>alert('x')</script>"
    assert any(hostile in text for tag, text in Page(page).texts if tag == "span")
    assert hostile not in page
    assert "<b>1</b>" not in page
    text = markdown.render(run)
    assert "<script>" not in text
    assert "[link](https://" not in text
    assert not re.search(r"(?<!\\)\[link", text)
    screen = on_terminal(run, 400)
    assert "\x1b[31mred" not in screen
    assert "[bold]markup[/bold]" in screen


def test_data_for_charts_cannot_end_its_script_element() -> None:
    name = "python/x</script><script>alert(1)</script><!--"
    run = example.small_run()
    run.cases = [case(FLAT, "decode", FULL, [Plan(name, 900), Plan("go/a", 500)])]
    text = html.render(run, library="")
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", text, flags=re.DOTALL)
    assert not {"<", ">", "&"} & set(scripts[0])
    drawn = json.loads(scripts[0])["charts"]
    assert any(f"{name} (baseline)" in chart["columns"]["name"] for chart in drawn.values())


def test_a_library_cannot_end_its_script_element() -> None:
    text = html.render(example.small_run(), library="a = '</SCRIPT><!--'")
    assert r"a = '\x3c/SCRIPT>\x3c!--'" in text


def test_markdown_tables_have_as_many_cells_as_columns(run: Run) -> None:
    for text in (markdown.render(run), markdown.readme_table(run)):
        for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
            counts = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(counts) == 1, block


def test_the_readme_has_the_answer_and_says_where_it_is_from(run: Run) -> None:
    first, *_, last = markdown.readme_table(run).strip().splitlines()
    assert "fastest" in first
    assert "The fastest of each language" in markdown.readme_table(run)
    assert last == f"run {run.run} · Example CPU @ 2.60GHz · 2026-11-21"


def test_a_suite_says_why_it_is_fair(run: Run) -> None:
    for text in (markdown.render(run), html.render(run, library="")):
        assert "Ten thousand of each" in text
        assert "Keys repeat, which suits key caches." in text
    assert "Ten thousand of each" in on_terminal(run)


def test_markers() -> None:
    text = f"before\n{markdown.BEGIN}\nold\n{markdown.END}\nafter\n"
    once = markdown.replace_between_markers(text, "\nnew\n")
    assert once == f"before\n{markdown.BEGIN}\nnew\n{markdown.END}\nafter\n"
    assert markdown.replace_between_markers(once, "new") == once


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        markdown.BEGIN,
        f"{markdown.END} {markdown.BEGIN}",
        f"{markdown.BEGIN} {markdown.BEGIN} {markdown.END}",
    ],
)
def test_markers_that_are_not_a_pair_are_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="marker"):
        markdown.replace_between_markers(text, "new")


def test_csv_has_a_row_a_result_and_no_formulas(run: Run) -> None:
    run = example.small_run()
    run.cases[0].results[2].reason = "=HYPERLINK(1)"
    rows = list(csv.DictReader(io.StringIO(table_csv.render(run))))
    assert [row["contender"] for row in rows] == [r.contender for r in run.cases[0].results]
    assert rows[2]["reason"] == "'=HYPERLINK(1)"
    assert rows[2]["ns_per_document"] == ""
    assert float(rows[1]["ns_per_document"]) == run.cases[0].results[1].ns_per_document
    assert [row["baseline"] for row in rows] == ["yes", "no", "no"]


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_the_terminal_report_fits_and_says_what_it_left_out(run: Run, width: int) -> None:
    file = io.StringIO()
    terminal.render(run, Console(file=file, width=width, color_system=None))
    lines = file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    text = file.getvalue()
    assert "842 ns" in text
    assert "cannot tell" in text
    assert "Left out for want of width" in text


def test_a_column_that_nobody_fills_is_not_there(run: Run) -> None:
    built = content.build(run)
    flat, mixed = built.suites[0].cases[0].table, built.suites[1].cases[0].table
    assert "allocations" in {column.key for column in flat.columns}
    assert "allocations" not in {column.key for column in mixed.columns}
    assert "instructions" not in {column.key for column in flat.columns}
    index = [column.key for column in flat.columns].index("allocations")
    assert any(row.cells[index].text == UNKNOWN for row in flat.sections[1].rows)


def test_charts_hold_what_the_tables_hold(run: Run) -> None:
    chart = charts.times(run.cases[0])
    assert chart is not None
    assert chart.kind == "bars-log"
    assert not {"python/hostile", "c/libbson@append"} & set(chart.columns["name"])
    assert chart.columns["role"].count("limit") == 2
    ratio = charts.ratios(run.cases[0])
    assert ratio is not None
    assert "python/marshal" not in ratio.columns["name"]
    assert ratio.columns["name"][-1] == "python/pymongo (twin)"
    floor = run.cases[0].noise_floor
    assert floor is not None
    assert ratio.columns["band_high"][0] == pytest.approx(1 + floor, abs=1e-4)


def test_a_narrow_range_is_drawn_as_bars_from_zero(run: Run) -> None:
    chart = charts.times(run.cases[2])
    assert chart is not None
    assert chart.kind == "bars"
    scale = charts.specifications()["bars"]["layer"][0]["encoding"]["x"]["scale"]
    assert scale["zero"] is True


def test_a_large_run_is_not_drawn_eagerly() -> None:
    run = example.large_run()
    text = html.render(run, library="")
    data = json.loads(re.findall(r'id="charts">(.*?)</script>', text)[0])
    assert data["eager"] is False
    assert len(data["charts"]) == text.count("data-chart=") > 500
    assert len(text) < 4_000_000


def test_history_adds_charts_over_time(run: Run) -> None:
    before = example.example_run()
    before.run, before.started = "20261101-080000-0001", "2026-11-01T08:00:00+00:00"
    kinds = re.findall(r'data-chart="[^"]*-trend"', html.render(run, [before], library=""))
    assert len(kinds) == len([one for one in run.cases if one.mode != "unknown"])
    assert "-trend" not in html.render(run, [run], library="")


def test_a_run_without_cases_is_a_report() -> None:
    run = example.small_run()
    run.cases = []
    assert "Nothing was timed" in html.render(run)
    assert "<script" not in html.render(run)
    assert "Nothing was timed" in markdown.render(run)
    assert "Nothing was timed" in on_terminal(run)


def test_the_terminal_ends_with_the_answer(run: Run) -> None:
    screen = on_terminal(run, 400)
    assert screen.index("flat/decode") < screen.index("The fastest of each language")
    assert screen.index("The fastest of each language") < screen.index("is fastest in")
