"""Where the texts of a note's picture stand."""

from hypothesis import given
from hypothesis import strategies as st

from services.executor.domain.overlay.placing import PlannedText, Position, Rank, place_texts
from services.executor.domain.overlay.values import Box

THIRDS = {Position.TOP: (0.0, 0.35), Position.MIDDLE: (0.35, 0.65), Position.BOTTOM: (0.65, 1.0)}

planned = st.builds(PlannedText, st.just("春游"), st.sampled_from(Position), st.sampled_from(Rank))


def meet(one: Box, other: Box) -> bool:
    return one.top < other.top + other.height and other.top < one.top + one.height


@given(texts=st.lists(planned, max_size=8), height=st.integers(64, 2048))
def test_no_two_texts_meet_and_each_stands_in_its_third(texts: list[PlannedText], height: int) -> None:
    boxes = [overlay.box for overlay in place_texts(texts, height)]
    assert len(boxes) == len(texts)
    for number, (text, box) in enumerate(zip(texts, boxes, strict=True)):
        first, last = THIRDS[text.position]
        assert first <= box.top and box.top + box.height <= last
        assert not any(meet(box, other) for other in boxes[:number])


@given(position=st.sampled_from(Position))
def test_a_subtitle_stands_under_its_title_and_a_caption_under_both_whatever_their_order(position: Position) -> None:
    ranks = (("三", Rank.CAPTION), ("一", Rank.TITLE), ("二", Rank.SUBTITLE))
    caption, title, subtitle = place_texts([PlannedText(text, position, rank) for text, rank in ranks], 1440)
    assert title.box.top < subtitle.box.top < caption.box.top
    assert title.most_size > subtitle.most_size > caption.most_size
    assert title.text == "一" and all(one.shorten for one in (title, subtitle, caption))


def test_a_caption_alone_stands_at_the_edge() -> None:
    (top,) = place_texts([PlannedText("草稿", Position.TOP, Rank.CAPTION)], 1440)
    (bottom,) = place_texts([PlannedText("草稿", Position.BOTTOM, Rank.CAPTION)], 1440)
    assert top.box.top < 0.05 and top.box.height < 0.1
    assert bottom.box.top + bottom.box.height > 0.95 and bottom.box.height < 0.1
