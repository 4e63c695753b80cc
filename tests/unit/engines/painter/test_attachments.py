"""What a figure wears or holds is drawn on it, at its size."""

import numpy as np
import pytest

from engines.painter.composer import Copy, Drawing
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.scene import Attachment, Scene
from services.common.contract.image_chat import Medium, PartOutcome

LOOK = Look(Medium.FLAT, ("#fbf3e4", "#f2a65a", "#3d6b8e", "#d8483e", "#2b2d42"))
Box = tuple[float, float, float, float]


def compose(text: str, seed: int = 1) -> tuple[Scene, Drawing]:
    composed = compose_request(PaintRequest(text, text, LOOK, 512, 512, seed))
    return composed.scene, composed.drawing


def find_copies(drawing: Drawing, subject: str) -> list[Copy]:
    return [copy for copy in drawing.copies if copy.figure.subject == subject]


def measure_box(drawing: Drawing, copy: Copy) -> Box:
    points = np.vstack([shape.points for shape in drawing.list_body(copy)])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "text", ["a rabbit wearing a top hat", "戴礼帽的兔子", "一只戴着礼帽的兔子", "a rabbit in a top hat"]
)
def test_a_hat_sits_on_the_head(text: str, seed: int) -> None:
    _, drawing = compose(text, seed)
    hat = measure_box(drawing, find_copies(drawing, "icon/top-hat")[0])
    rabbit = measure_box(drawing, find_copies(drawing, "rabbit")[0])
    assert rabbit[0] < (hat[0] + hat[2]) / 2 < rabbit[2]
    assert rabbit[1] < hat[3] < rabbit[1] + 0.45 * (rabbit[3] - rabbit[1])
    assert hat[2] - hat[0] < rabbit[2] - rabbit[0]


def test_each_of_several_figures_wears_one() -> None:
    _, drawing = compose("两只戴墨镜的熊猫")
    assert len(find_copies(drawing, "icon/sunglasses")) == len(find_copies(drawing, "panda")) == 2


def test_what_a_figure_holds_is_in_front_of_it() -> None:
    _, drawing = compose("a panda playing the guitar")
    guitar = measure_box(drawing, find_copies(drawing, "icon/guitar")[0])
    panda = measure_box(drawing, find_copies(drawing, "panda")[0])
    assert panda[0] < guitar[0] < guitar[2] < panda[2]
    assert guitar[1] > (panda[1] + panda[3]) / 2


@pytest.mark.parametrize(
    ("text", "subject", "items"),
    [
        ("戴眼镜的狗在看书", "dog", [("icon/glasses", Attachment.WORN), ("book", Attachment.IN_HAND)]),
        ("小兔子抱着一根大胡萝卜", "rabbit", [("icon/carrot", Attachment.IN_HAND)]),
        ("an owl holding a red balloon", "owl", [("icon/balloon", Attachment.IN_HAND)]),
        (
            "a dog wearing a top hat and sunglasses",
            "dog",
            [("icon/top-hat", Attachment.WORN), ("icon/sunglasses", Attachment.WORN)],
        ),
        (
            "an owl with glasses reading a book",
            "owl",
            [("icon/glasses", Attachment.WORN), ("book", Attachment.IN_HAND)],
        ),
        ("兔子，给它戴上墨镜", "rabbit", [("icon/sunglasses", Attachment.WORN)]),
        ("一只猫，戴礼帽的狗", "cat", []),
        ("戴草帽的小狗坐在海边看书", "dog", [("icon/womans-hat", Attachment.WORN), ("book", Attachment.IN_HAND)]),
        ("a dog sitting on the beach reading a book", "dog", [("book", Attachment.IN_HAND)]),
        ("戴耳机的猫", "cat", [("icon/own/headphones", Attachment.WORN)]),
        ("a cat wearing a santa hat", "cat", [("icon/own/santa_hat", Attachment.WORN)]),
        ("一只戴生日帽的小狗", "dog", [("icon/own/party_hat", Attachment.WORN)]),
        ("a fox in a witch hat", "fox", [("icon/own/witch_hat", Attachment.WORN)]),
        ("a dog wearing a helmet", "dog", [("icon/own/helmet_knight", Attachment.WORN)]),
        ("a cat and a hat", "cat", []),
        ("桌上有一顶帽子，一只猫", "icon/womans-hat", []),
        ("a car with sunglasses", "car", []),
        ("a cat with a dog", "cat", []),
        ("猫看着月亮", "cat", []),
        ("一只熊拿着月亮", "bear", []),
    ],
)
def test_only_what_is_worn_or_held_is_attached(text: str, subject: str, items: list[tuple[str, Attachment]]) -> None:
    scene, _ = compose(text)
    figure = next(figure for figure in scene.figures if figure.subject == subject)
    assert [(attached.figure.subject, attached.how) for attached in figure.attached] == items


def test_what_follows_an_item_is_about_its_owner() -> None:
    scene, _ = compose("a fox reading a book under a tree")
    assert [(figure.subject, figure.relation) for figure in scene.figures] == [("fox", "under"), ("tree", None)]


@pytest.mark.parametrize(
    ("text", "action", "outcome"),
    [
        ("a cat wearing sunglasses", "wearing sunglasses", PartOutcome.SHOWN),
        ("拉小提琴的小熊", "拉小提琴", PartOutcome.SHOWN),
        ("斑马弹钢琴", "弹钢琴", PartOutcome.MISSING),  # it stands at the piano
        ("长颈鹿弹钢琴", "弹钢琴", PartOutcome.SHOWN),  # it sits at it
        ("a car wearing sunglasses", "wearing sunglasses", PartOutcome.MISSING),
    ],
)
def test_the_report_states_whether_the_image_shows_it(text: str, action: str, outcome: PartOutcome) -> None:
    content = paint_with_report(PaintRequest(text, text, LOOK, 384, 384, 1)).content
    assert {part.requested: part.outcome for part in content}[action] is outcome
