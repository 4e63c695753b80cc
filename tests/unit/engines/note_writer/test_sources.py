"""What stays of the sources of lines when lines are removed."""

from engines.note_writer.sources import name_sources

LINES = ("• 一（来源：《甲》）。", "• 二（同上）。", "• 三（来源：《乙》）。", "• 四（同上）。")


def test_a_line_that_lost_the_one_it_refers_to_names_its_source() -> None:
    assert name_sources(LINES, LINES[1:]) == ("• 二（来源：《甲》）。", *LINES[2:])
    assert name_sources(LINES, (LINES[0], LINES[3])) == (LINES[0], "• 四（来源：《乙》）。")


def test_lines_whose_source_is_still_named_stay() -> None:
    assert name_sources(LINES, LINES) == LINES
    assert name_sources(("a (from “x”).", "b (same source)."), ("b (same source).",)) == ("b (from “x”).",)
