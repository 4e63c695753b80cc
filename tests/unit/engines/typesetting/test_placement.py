"""Placement of the texts on an image of a note."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.typesetting.fonts import load_typefaces
from engines.typesetting.placement import place_texts
from engines.typesetting.renderer import draw_overlays
from engines.typesetting.values import Box
from services.common.contract.note import OverlayKind, OverlayPosition, PlannedText

THIRDS = {OverlayPosition.TOP: (0.0, 0.35), OverlayPosition.MIDDLE: (0.35, 0.65), OverlayPosition.BOTTOM: (0.65, 1.0)}

planned = st.builds(
    PlannedText, st.just(""), st.just("春游"), st.sampled_from(OverlayPosition), st.sampled_from(OverlayKind)
)


def overlap(one: Box, other: Box) -> bool:
    return one.top < other.top + other.height and other.top < one.top + one.height


@given(texts=st.lists(planned, max_size=8), width=st.integers(64, 2048), height=st.integers(64, 2048))
def test_texts_do_not_overlap_and_each_is_in_its_third(texts: list[PlannedText], width: int, height: int) -> None:
    boxes = [overlay.box for overlay in place_texts(texts, width, height)]
    assert len(boxes) == len(texts)
    for number, (text, box) in enumerate(zip(texts, boxes, strict=True)):
        first, last = THIRDS[text.position]
        assert first <= box.top and box.top + box.height <= last
        assert not any(overlap(box, other) for other in boxes[:number])


@given(position=st.sampled_from(OverlayPosition))
def test_a_subtitle_is_below_its_title_and_a_caption_below_both_in_any_order(
    position: OverlayPosition,
) -> None:
    kinds = (("三", OverlayKind.CAPTION), ("一", OverlayKind.TITLE), ("二", OverlayKind.SUBTITLE))
    caption, title, subtitle = place_texts([PlannedText("", text, position, kind) for text, kind in kinds], 1080, 1440)
    assert title.box.top < subtitle.box.top < caption.box.top
    assert title.max_size > subtitle.max_size > caption.max_size
    assert title.text == "一" and all(one.shorten for one in (title, subtitle, caption))


def test_a_single_caption_is_at_the_edge() -> None:
    (top,) = place_texts([PlannedText("", "草稿", OverlayPosition.TOP, OverlayKind.CAPTION)], 1080, 1440)
    (bottom,) = place_texts([PlannedText("", "草稿", OverlayPosition.BOTTOM, OverlayKind.CAPTION)], 1080, 1440)
    assert top.box.top < 0.05 and top.box.height < 0.1
    assert bottom.box.top + bottom.box.height > 0.95 and bottom.box.height < 0.1


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (960, 1280), (768, 768), (1024, 768), (1792, 1024)])
@pytest.mark.parametrize("position", OverlayPosition)
def test_a_caption_is_legible_on_a_phone(width: int, height: int, position: OverlayPosition) -> None:
    """A phone displays an image at a width of 360 points; its own small texts have a size of 12 to 13 points."""
    noise = np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
    caption = PlannedText("", "先看天气，再定路线和集合点", position, OverlayKind.CAPTION)
    _, (drawn,) = draw_overlays(noise, place_texts([caption], width, height), load_typefaces())
    assert drawn.size * 360 / width >= 12.9 and drawn.contrast >= 4.5 and not drawn.cut
