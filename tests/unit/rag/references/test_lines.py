"""Order and sanitization of lines of text."""

from hypothesis import given
from hypothesis import strategies as st

from services.rag.domain.references.lines import MAX_LINE, MAX_LINES, TextLine, sort_reading_order


def line(text: str, left: float = 0, top: float = 0, height: float = 20, confidence: float = 0.99) -> TextLine:
    return TextLine(text, confidence, left, top, height)


def test_lines_are_sorted_from_top_to_bottom() -> None:
    assert sort_reading_order([line("第二行", top=50), line("第一行", top=10)]) == ("第一行", "第二行")


def test_lines_of_a_row_are_sorted_from_left_to_right_despite_small_offsets() -> None:
    assert sort_reading_order([line("right", left=300, top=8), line("left", left=10, top=12), line("下", top=60)]) == (
        "left", "right", "下",
    )  # fmt: skip


def test_lines_of_low_confidence_are_ignored() -> None:
    assert sort_reading_order([line("注丰主起避起", confidence=0.57), line("装修避雷清单")]) == ("装修避雷清单",)


def test_a_single_latin_letter_is_ignored_and_a_single_chinese_character_is_not() -> None:
    assert sort_reading_order([line("O"), line("8", top=30), line("…", top=60), line("福", top=90)]) == ("福",)


def test_a_line_has_no_line_breaks_and_no_invisible_characters() -> None:
    assert sort_reading_order([line("春游\n攻略\u202e \x00 2026")]) == ("春游 攻略 2026",)


@given(st.lists(st.builds(line, st.text(max_size=400), st.floats(0, 1e3), st.floats(0, 1e3), st.floats(0, 90))))
def test_number_and_length_of_lines_are_limited(lines: list[TextLine]) -> None:
    texts = sort_reading_order(lines)
    assert len(texts) <= MAX_LINES and all(0 < len(text) <= MAX_LINE for text in texts)
