"""The sources of a text after lines are removed."""

from engines.note_writer.lengths import split_sentences
from engines.note_writer.postprocess import remove_words
from engines.note_writer.sources import name_sources
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE, cite
from services.common.text.language import Language

LINES = ("• 一（来源：《甲》）。", "• 二（同上）。", "• 三（来源：《乙》）。", "• 四（同上）。")


def test_a_line_whose_referenced_line_was_removed_names_its_source() -> None:
    assert name_sources(LINES, LINES[1:]) == ("• 二（来源：《甲》）。", *LINES[2:])
    assert name_sources(LINES, (LINES[0], LINES[3])) == (LINES[0], "• 四（来源：《乙》）。")


def test_lines_whose_source_is_still_named_stay() -> None:
    assert name_sources(LINES, LINES) == LINES
    assert name_sources(("a (from “x”).", "b (same source)."), ("b (same source).",)) == ("b (from “x”).",)


def test_a_title_that_contains_quotation_marks_is_one_source() -> None:
    line = cite("一。", "读《三体》有感", Language.CHINESE)
    assert name_sources((line, "二（同上）。"), ("二（同上）。",)) == ("二（来源：《读《三体》有感》）。",)
    assert ANY_SOURCE.sub("", line) == "一。"


def test_a_question_as_the_title_of_a_source_does_not_end_a_sentence() -> None:
    line = cite("浅色更凉快。", "防晒衣怎么选？", Language.CHINESE)
    assert split_sentences(f"{line}深色更防晒。") == (line, "深色更防晒。")


def test_an_unwanted_word_removes_all_lines_of_a_source_with_it() -> None:
    lines = ("• 一（来源：《防晒衣怎么选？》）。", "• 二（同上）。", "• 三（来源：《乙》）。")
    draft = Draft("题目", (Block("要点", lines, "\n"),), ())
    assert remove_words(draft, ("防晒衣",), Language.CHINESE, in_sources=True).blocks[0].items == lines[2:]
