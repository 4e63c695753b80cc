"""Notes and their statistics in a terminal and for programs."""

import io

import pytest
from reflow.v1 import notes_pb2
from rich.cells import cell_len
from rich.console import Console, RenderableType

from services.cli.resources.note_table import (
    DIRECTIONS,
    PATTERNS,
    draw_bars,
    note_page,
    note_table,
    plain_note,
    titles_page,
    trends_page,
)
from services.common.text.language import Language

NOTE = notes_pb2.Note(
    key="travel_08", title="婺源油菜花几号去最好？" * 4, body="[bold]雾" * 20, tags=["春游", "油菜花"],
    topic="旅行", published="2026-03-14", likes=1200, revision=3,
)  # fmt: skip


def printed(renderable: RenderableType, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_fits_the_terminal_and_never_truncates_keys_or_days(width: int) -> None:
    table = printed(note_table([NOTE], width, Language.CHINESE), width)
    assert "travel_08" in table and "2026-03-14" in table
    assert max(map(cell_len, table.splitlines())) <= width


def test_the_page_has_the_whole_text_and_ignores_markup_in_a_note() -> None:
    page = printed(note_page(NOTE, Language.ENGLISH), 80)
    assert page.count("雾") == 20 and "[bold]雾" in page


def test_a_plain_row_has_one_field_per_column() -> None:
    assert plain_note(NOTE).split("\t")[0:3] == ["travel_08", "2026-03-14", "旅行"]


def test_bar_heights_follow_the_counts_and_a_single_note_is_visible() -> None:
    assert draw_bars([0, 1, 50, 100]) == " ▁▄█"
    assert draw_bars([0, 0]) == "  "


def test_every_pattern_and_direction_of_the_contract_has_a_name() -> None:
    assert set(PATTERNS) == set(notes_pb2.TitlePattern.values()) - {notes_pb2.TITLE_PATTERN_UNSPECIFIED}
    assert set(DIRECTIONS) == set(notes_pb2.TrendDirection.values()) - {notes_pb2.TREND_DIRECTION_UNSPECIFIED}


@pytest.mark.parametrize("language", list(Language))
def test_an_empty_report_is_a_message(language: Language) -> None:
    text = "没有" if language is Language.CHINESE else "No note"
    assert text in printed(trends_page(notes_pb2.GetTrendReportResponse(), language), 80)
    assert text in printed(titles_page(notes_pb2.GetTopTitlesResponse(), language), 80)
