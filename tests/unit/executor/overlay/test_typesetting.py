"""How large a text is set, and where it stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from services.executor.adapters.typefaces import shipped_typefaces
from services.executor.domain.overlay.typesetting import Margin, Setting, Sizes, largest, place, shortened
from services.executor.domain.overlay.values import Align, Anchor, Weight
from services.executor.domain.overlay.writing import drawable
from tests.fixtures.overlays import texts

BOLD = shipped_typefaces()[Weight.BOLD]
SIZES = Sizes(10, 400)
NO_MARGIN = Margin()
writable = texts.filter(lambda text: any(map(BOLD.has, text.replace(" ", "").replace("\n", ""))))


def set_(text: str, width: int, height: int, sizes: Sizes = SIZES) -> Setting | None:
    return largest(text, BOLD, (width, height), sizes, NO_MARGIN)


@settings(deadline=None, max_examples=60)
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
    written = drawable(text, BOLD).text
    setting = set_(written, width, height) or shortened(written, BOLD, (width, height), 10, NO_MARGIN)
    if setting is None:
        return
    canvas = Image.new("L", (width + 200, height + 200))
    for line in place(setting, (100, 100, 100 + width, 100 + height), align, anchor, NO_MARGIN):
        ImageDraw.Draw(canvas).text((line.x, line.y), line.line.text, 255, BOLD.at(setting.size), anchor="ls")
    left, top, right, bottom = canvas.getbbox() or (100, 100, 100, 100)
    assert left >= 100 and top >= 100 and right <= 100 + width and bottom <= 100 + height


@settings(deadline=None, max_examples=40)
@given(
    text=st.lists(st.sampled_from(("春游", "攻略", "图书馆", "的", "，", "！")), min_size=1, max_size=20).map("".join),
    width=st.integers(30, 400),
    height=st.integers(30, 300),
)
def test_a_quarter_larger_would_not_fit(text: str, width: int, height: int) -> None:
    setting = set_(text, width, height)
    if setting is not None and setting.size < SIZES.most:
        assert set_(text, width, height, Sizes(setting.size * 5 // 4 + 2, SIZES.most)) is None


def test_a_size_whose_strokes_go_a_pixel_too_far_on_one_line_does_not_hide_larger_ones_on_two() -> None:
    setting = set_("春游攻略", 88, 65)
    assert setting is not None and [line.text for line in setting.lines] == ["春游", "攻略"] and setting.size == 28


@pytest.mark.parametrize(("width", "height"), [(100, 100), (300, 100), (100, 300)])
def test_one_character_fills_the_shorter_side_of_its_box(width: int, height: int) -> None:
    setting = set_("国", width, height)
    assert setting is not None and setting.size in (98, 99, 100)


def test_no_size_beyond_the_most_is_chosen() -> None:
    setting = set_("国", 300, 300, Sizes(10, 40))
    assert setting is not None and setting.size == 40


def test_what_does_not_fit_even_at_the_least_size_is_not_set() -> None:
    assert set_("春游攻略" * 100, 100, 100) is None


def test_a_word_wider_than_the_box_is_broken_only_then() -> None:
    whole, broken = set_("wonderful", 100, 200), set_("wonderful" * 5, 100, 200)
    assert whole is not None and [line.text for line in whole.lines] == ["wonderful"]
    assert broken is not None and len(broken.lines) > 1


def test_a_chinese_word_stays_whole_where_that_costs_little_size() -> None:
    setting = set_("去图书馆看书", 330, 210)
    assert setting is not None and [line.text for line in setting.lines] == ["去图书馆", "看书"]


def test_a_line_that_begins_with_a_quotation_mark_blackens_its_box_from_the_very_edge() -> None:
    setting = set_("“一", 400, 100, Sizes(10, 80))
    assert setting is not None
    (line,) = place(setting, (0, 0, 400, 100), Align.LEFT, Anchor.MIDDLE, NO_MARGIN)
    canvas = Image.new("L", (400, 100))
    ImageDraw.Draw(canvas).text((line.x, line.y), line.line.text, 255, BOLD.at(setting.size), anchor="ls")
    assert (canvas.getbbox() or (-1,))[0] in (0, 1)


def test_a_shortened_text_is_the_beginning_with_an_ellipsis() -> None:
    text = "春游攻略，三天两夜玩转海边小城" * 10
    setting = shortened(text, BOLD, (100, 60), 10, NO_MARGIN)
    assert setting is not None and setting.cut
    told = "".join(line.text for line in setting.lines)
    assert told.endswith("…") and text.startswith(told[:-1]) and len(told) > 20


def test_lines_stand_where_they_are_asked_to() -> None:
    setting = set_("一二", 400, 300, Sizes(10, 50))
    assert setting is not None
    box = (0, 0, 400, 300)
    left, centre, right = (place(setting, box, align, Anchor.MIDDLE, NO_MARGIN)[0].area for align in Align)
    top, middle, bottom = (place(setting, box, Align.LEFT, anchor, NO_MARGIN)[0].area for anchor in Anchor)
    assert left[0] == 0 and right[2] == 400 and abs(centre[0] + centre[2] - 400) <= 1
    assert top[1] < 10 and bottom[3] > 290 and 120 < (middle[1] + middle[3]) / 2 < 180
