"""Sizes and places of figures next to each other: plausible, on the ground, behind or on one another."""

import pytest

from engines.painter.composer import Drawing, Frame, compose
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.prompt_parser import parse_scene
from engines.painter.rng import Rng
from engines.painter.subjects.catalog import CATALOG, STANDING_BIRDS
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.natural_sizes import find_natural_height, scale_naturally
from services.common.contract.image_chat import Medium

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")
_WITHOUT_SIZE = ("face", "emotion", "heart", "hand", "sky-weather", "flag", "place-map", "space", "body", "cat-face",
    "monkey-face", "place-snow", "place-road", "music")  # fmt: skip


def draw(prompt: str) -> Drawing:
    scene = parse_scene(PaintRequest(prompt, prompt, Look(Medium.FLAT, _PALETTE), 300, 300, 3), Medium.FLAT)
    return compose(scene, Medium.FLAT, False, Frame(1.0, 1.0), Rng(3, prompt))


def measure(drawing: Drawing) -> dict[str, tuple[float, float]]:
    """Return the upper and the lower edge of each figure, by its first copy."""
    edges = {}
    for copy in reversed(drawing.copies):
        points = [shape.points[:, 1] for shape in drawing.list_body(copy)]
        edges[copy.figure.subject] = min(one.min() for one in points), max(one.max() for one in points)
    return edges


@pytest.mark.parametrize(
    ("small", "large", "prompt"),
    [
        ("icon/mouse", "icon/elephant", "a mouse next to an elephant"),
        ("icon/own/ant", "icon/elephant", "蚂蚁和大象"),
        ("icon/lady-beetle", "icon/cow", "a ladybug beside a cow"),
        ("icon/toothbrush", "icon/delivery-truck", "一把牙刷和一辆卡车"),
        ("gull", "lighthouse", "a lighthouse and a seagull"),
    ],
)
def test_a_smaller_thing_is_drawn_smaller(small: str, large: str, prompt: str) -> None:
    heights = {subject: lower - upper for subject, (upper, lower) in measure(draw(prompt)).items()}
    assert heights[small] < 0.85 * heights[large]


def test_the_smallest_stays_legible_and_the_tallest_leaves_room_for_people() -> None:
    assert scale_naturally(["icon/own/ant", "icon/elephant"])["icon/own/ant"] >= 0.3
    assert scale_naturally(["person/woman///", "icon/church"])["person/woman///"] > 0.6


@pytest.mark.parametrize(
    "prompt", ["a whistle and a cat", "a sneaker, a cat", "a window and a dog", "a hammer", "a crab on the beach"]
)
def test_what_does_not_fly_stands_on_the_ground(prompt: str) -> None:
    assert all(lower > 0.75 for _, lower in measure(draw(prompt)).values())


def test_a_bird_on_an_animal_or_a_tree_has_no_branch() -> None:
    shapes = {}
    for prompt in ("a bird on a rhino", "a bird", "a bird on a tree"):
        drawing = draw(prompt)
        bird = next(copy for copy in drawing.copies if copy.figure.subject == "bird")
        shapes[prompt] = len(drawing.list_body(bird))
    assert shapes["a bird on a rhino"] == shapes["a bird on a tree"] < shapes["a bird"]
    assert set(STANDING_BIRDS) <= {str(subject) for subject in CATALOG}


def test_what_is_behind_is_partly_hidden() -> None:
    drawing = draw("一只狐狸在树后面")
    fox = next(copy for copy in drawing.copies if copy.figure.subject == "fox")
    tree = next(copy for copy in drawing.copies if copy.figure.subject == "tree")
    assert fox.start < tree.start


def test_every_drawing_of_a_thing_has_a_natural_height() -> None:
    missing = [
        key
        for key, icon in load_icons().items()
        if not icon.group.startswith(_WITHOUT_SIZE) and find_natural_height(key) is None
    ]
    assert missing == []
