"""Size and position of a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from engines.typesetting.characters import filter_drawable
from engines.typesetting.fonts import load_typefaces
from engines.typesetting.layout import Margin, SizeRange, TextLayout, fit_text, place_lines, truncate_text
from engines.typesetting.values import Align, Anchor, Weight
from tests.fixtures.services.overlays import texts

BOLD = load_typefaces()[Weight.BOLD]
SIZES = SizeRange(10, 400)
NO_MARGIN = Margin()
writable = texts.filter(lambda text: any(map(BOLD.supports, text.replace(" ", "").replace("\n", ""))))


def fit(text: str, width: int, height: int, sizes: SizeRange = SIZES) -> TextLayout | None:
    return fit_text(text, BOLD, (width, height), sizes, NO_MARGIN)


@settings(deadline=None, max_examples=30)
@given(
    text=writable,
    width=st.integers(12, 400),
    height=st.integers(12, 300),
    align=st.sampled_from(Align),
    anchor=st.sampled_from(Anchor),
)
def test_every_drawn_pixel_lies_within_the_box(
    text: str, width: int, height: int, align: Align, anchor: Anchor
) -> None:
    written = filter_drawable(text, BOLD).text
    layout = fit(written, width, height) or truncate_text(written, BOLD, (width, height), 10, NO_MARGIN)
    if layout is None:
        return
    canvas = Image.new("L", (width + 200, height + 200))
    for line in place_lines(layout, (100, 100, 100 + width, 100 + height), align, anchor, NO_MARGIN):
        ImageDraw.Draw(canvas).text((line.x, line.y), line.line.text, 255, BOLD.load(layout.size), anchor="ls")
    left, top, right, bottom = canvas.getbbox() or (100, 100, 100, 100)
    assert left >= 100 and top >= 100 and right <= 100 + width and bottom <= 100 + height


@settings(deadline=None, max_examples=20)
@given(
    text=st.lists(st.sampled_from(("春游", "攻略", "图书馆", "的", "，", "！")), min_size=1, max_size=20).map("".join),
    width=st.integers(30, 400),
    height=st.integers(30, 300),
)
def test_a_size_larger_by_a_quarter_does_not_fit(text: str, width: int, height: int) -> None:
    layout = fit(text, width, height)
    if layout is not None and layout.size < SIZES.max:
        assert fit(text, width, height, SizeRange(layout.size * 5 // 4 + 2, SIZES.max)) is None


def test_a_size_one_pixel_too_wide_on_one_line_does_not_hide_larger_sizes_on_two_lines() -> None:
    layout = fit("春游攻略", 88, 65)
    assert layout is not None and [line.text for line in layout.lines] == ["春游", "攻略"] and layout.size == 28


@pytest.mark.parametrize(("width", "height"), [(100, 100), (300, 100), (100, 300)])
def test_one_character_fills_the_shorter_side_of_its_box(width: int, height: int) -> None:
    layout = fit("国", width, height)
    assert layout is not None and layout.size in (98, 99, 100)


def test_the_maximum_size_is_not_exceeded() -> None:
    layout = fit("国", 300, 300, SizeRange(10, 40))
    assert layout is not None and layout.size == 40


def test_a_text_that_does_not_fit_at_the_minimum_size_has_no_layout() -> None:
    assert fit("春游攻略" * 100, 100, 100) is None


def test_a_word_is_broken_only_if_it_is_wider_than_the_box() -> None:
    whole, broken = fit("wonderful", 100, 200), fit("wonderful" * 5, 100, 200)
    assert whole is not None and [line.text for line in whole.lines] == ["wonderful"]
    assert broken is not None and len(broken.lines) > 1


def test_a_chinese_word_is_not_split_if_that_costs_little_size() -> None:
    layout = fit("去图书馆看书", 330, 210)
    assert layout is not None and [line.text for line in layout.lines] == ["去图书馆", "看书"]


def test_a_line_that_starts_with_a_quotation_mark_starts_at_the_edge_of_its_box() -> None:
    layout = fit("“一", 400, 100, SizeRange(10, 80))
    assert layout is not None
    (line,) = place_lines(layout, (0, 0, 400, 100), Align.LEFT, Anchor.MIDDLE, NO_MARGIN)
    canvas = Image.new("L", (400, 100))
    ImageDraw.Draw(canvas).text((line.x, line.y), line.line.text, 255, BOLD.load(layout.size), anchor="ls")
    assert (canvas.getbbox() or (-1,))[0] in (0, 1)


def test_a_truncated_text_is_the_beginning_with_an_ellipsis() -> None:
    text = "春游攻略，三天两夜玩转海边小城" * 10
    layout = truncate_text(text, BOLD, (100, 60), 10, NO_MARGIN)
    assert layout is not None and layout.truncated
    drawn_text = "".join(line.text for line in layout.lines)
    assert drawn_text.endswith("…") and text.startswith(drawn_text[:-1]) and len(drawn_text) > 20


def test_lines_follow_alignment_and_anchor() -> None:
    layout = fit("一二", 400, 300, SizeRange(10, 50))
    assert layout is not None
    box = (0, 0, 400, 300)
    left, center, right = (place_lines(layout, box, align, Anchor.MIDDLE, NO_MARGIN)[0].bounds for align in Align)
    top, middle, bottom = (place_lines(layout, box, Align.LEFT, anchor, NO_MARGIN)[0].bounds for anchor in Anchor)
    assert left[0] == 0 and right[2] == 400 and abs(center[0] + center[2] - 400) <= 1
    assert top[1] < 10 and bottom[3] > 290 and 120 < (middle[1] + middle[3]) / 2 < 180
