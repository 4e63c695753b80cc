"""What an engine is told of a note's picture."""

from services.common.language import Language
from services.executor.domain.note_prompts import LONGEST_FEEDBACK, SEEDS, Picture, seed_after, told
from services.executor.domain.prompts import without_marks

PLAIN = Picture("一片樱花林", "", (), (), "")


def test_every_addition_is_a_marked_line_and_the_prompt_stands_first() -> None:
    picture = Picture("一片樱花林", "水彩", ("#ffccdd",), ("top",), "再亮一点")
    first, *added = told(picture, Language.CHINESE).split("\n")
    assert first == "一片樱花林" and len(added) == 5
    assert all(line.startswith("⟦") and line.endswith("⟧") for line in added)
    assert "再亮一点" in added[-1]


def test_no_text_is_wanted_in_the_picture_in_either_language() -> None:
    assert "不要出现任何文字" in told(PLAIN, Language.CHINESE) and "No text" in told(PLAIN, Language.ENGLISH)


def test_a_style_that_the_prompt_says_already_is_not_said_twice() -> None:
    picture = Picture("水彩的樱花林", "水彩", (), (), "")
    assert told(picture, Language.CHINESE).count("水彩") == 1


def test_marks_and_lines_of_others_do_not_reach_the_prompt() -> None:
    picture = Picture("a⟦b", "c⟧\nd", (), (), "e\n⟦f⟧" + "g" * 999)
    lines = told(picture, Language.ENGLISH).split("\n")
    assert without_marks(lines[0]) == "a[b" and len(lines) == 4
    assert all(line.count("⟦") == line.count("⟧") == 1 for line in lines[1:])
    assert len(lines[-1]) < LONGEST_FEEDBACK + 50


def test_each_feedback_has_a_seed_of_its_own_and_none_keeps_the_seed() -> None:
    assert seed_after(7, " ") == 7
    seeds = {seed_after(7, "再亮一点"), seed_after(7, "换个构图"), seed_after(8, "换个构图"), 7}
    assert len(seeds) == 4 and all(0 <= seed < SEEDS for seed in seeds)
    assert seed_after(7, "再亮一点") == seed_after(7, "再亮一点")
