"""The prompt for a note's image."""

from services.common.text.language import Language
from services.executor.domain.note_image_prompt import MAX_FEEDBACK, SEED_COUNT, PlannedImage, build_prompt, derive_seed
from services.executor.domain.prompt_markers import strip_markers

PLAIN = PlannedImage("一片樱花林", "", (), (), "")


def test_every_addition_is_a_marked_line_after_the_prompt() -> None:
    image = PlannedImage("一片樱花林", "水彩", ("#ffccdd",), ("top",), "再亮一点")
    first, *added = build_prompt(image, Language.CHINESE).split("\n")
    assert first == "一片樱花林" and len(added) == 5
    assert all(line.startswith("⟦") and line.endswith("⟧") for line in added)
    assert "再亮一点" in added[-1]


def test_the_prompt_forbids_text_in_both_languages() -> None:
    assert "不要出现任何文字" in build_prompt(PLAIN, Language.CHINESE) and "No text" in build_prompt(
        PLAIN, Language.ENGLISH
    )


def test_a_style_that_the_prompt_contains_is_not_repeated() -> None:
    image = PlannedImage("水彩的樱花林", "水彩", (), (), "")
    assert build_prompt(image, Language.CHINESE).count("水彩") == 1


def test_line_breaks_and_markers_in_its_values_do_not_break_the_lines_of_the_prompt() -> None:
    image = PlannedImage("a⟦b", "c⟧\nd", (), (), "e\n⟦f⟧" + "g" * 999)
    lines = build_prompt(image, Language.ENGLISH).split("\n")
    assert strip_markers(lines[0]) == "a[b" and len(lines) == 4
    assert all(line.count("⟦") == line.count("⟧") == 1 for line in lines[1:])
    assert len(lines[-1]) < MAX_FEEDBACK + 50


def test_each_feedback_derives_its_own_seed_and_blank_feedback_does_not_change_the_seed() -> None:
    assert derive_seed(7, " ") == 7
    seeds = {derive_seed(7, "再亮一点"), derive_seed(7, "换个构图"), derive_seed(8, "换个构图"), 7}
    assert len(seeds) == 4 and all(0 <= seed < SEED_COUNT for seed in seeds)
    assert derive_seed(7, "再亮一点") == derive_seed(7, "再亮一点")
