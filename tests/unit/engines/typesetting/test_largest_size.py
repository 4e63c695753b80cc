"""The size of a text is the largest that fits, even if the text is narrower at a larger size."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines.typesetting.fonts import load_typefaces
from engines.typesetting.layout import (
    Margin,
    SizeRange,
    TextLayout,
    _find_largest,
    _lay_out,
    _split_paragraphs,
    truncate_text,
)
from engines.typesetting.line_breaks import WordBreak
from engines.typesetting.values import Weight

SIZES = SizeRange(12, 44)
# Letters with negative bearings, thin ones, and punctuation whose blank half may leave the line.
TEXTS = st.text("fj()til.,AVTo 猫，。（）“", min_size=1, max_size=8).map(str.strip).filter(bool)
FACE = load_typefaces()[Weight.REGULAR]


@settings(max_examples=25, deadline=None)
@given(TEXTS, st.integers(12, 90), st.integers(16, 90))
@example("(fj)", 19, 90)  # 20 pixels wide at size 16, 19 at size 17
def test_the_size_that_is_found_is_the_largest_that_fits(text: str, width: int, height: int) -> None:
    paragraphs = _split_paragraphs(text, WordBreak.NORMAL)

    def fits(size: int) -> TextLayout | None:
        return _lay_out(paragraphs, FACE, size, (width, height), Margin())

    found = _find_largest(SIZES, fits)
    exact = next((size for size in range(SIZES.max, SIZES.min - 1, -1) if fits(size)), None)
    assert (found.size if found else None) == exact


def test_a_text_that_begins_with_brackets_can_be_truncated() -> None:
    layout = truncate_text("（（（（（（（（（猫和狗在公园里", FACE, (220, 40), 20, Margin())
    assert layout is not None and layout.truncated
