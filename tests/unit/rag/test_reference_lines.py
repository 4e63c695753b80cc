"""Lines of text as they are told."""

from hypothesis import given
from hypothesis import strategies as st

from services.rag.domain.references.lines import LONGEST_LINE, MOST_LINES, Line, in_order


def line(text: str, left: float = 0, top: float = 0, height: float = 20, confidence: float = 0.99) -> Line:
    return Line(text, confidence, left, top, height)


def test_lines_come_from_top_to_bottom() -> None:
    assert in_order([line("第二行", top=50), line("第一行", top=10)]) == ("第一行", "第二行")


def test_lines_beside_each_other_come_from_left_to_right_though_one_stands_a_little_higher() -> None:
    assert in_order([line("right", left=300, top=8), line("left", left=10, top=12), line("下", top=60)]) == (
        "left", "right", "下",
    )  # fmt: skip


def test_what_the_reader_is_not_sure_of_is_left_out() -> None:
    assert in_order([line("注丰主起避起", confidence=0.57), line("装修避雷清单")]) == ("装修避雷清单",)


def test_a_ring_read_as_a_letter_is_no_text_but_one_chinese_character_is() -> None:
    assert in_order([line("O"), line("8", top=30), line("…", top=60), line("福", top=90)]) == ("福",)


def test_a_line_is_told_on_one_line_without_what_cannot_be_seen() -> None:
    assert in_order([line("春游\n攻略\u202e \x00 2026")]) == ("春游 攻略 2026",)


@given(st.lists(st.builds(line, st.text(max_size=400), st.floats(0, 1e3), st.floats(0, 1e3), st.floats(0, 90))))
def test_whatever_was_read_is_bounded(lines: list[Line]) -> None:
    told = in_order(lines)
    assert len(told) <= MOST_LINES and all(0 < len(text) <= LONGEST_LINE for text in told)
