"""What drawings have on them in addition to what they are: it is counted, excluded, and what a text names."""

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.headwear import wears_hat
from engines.painter.content.normalization import normalize
from engines.painter.content.referents import count_on, shows_excluded
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Scene, Subject
from engines.painter.subjects.contents import SOMEONE, find_empty, load_contents
from engines.painter.subjects.icons import load_icons
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def parse(prompt: str) -> Scene:
    """Return the scene of *prompt*."""
    return parse_scene(PaintRequest(prompt, prompt, Look(Medium.FLAT, _PALETTE), 300, 300, 3), Medium.FLAT)


def list_subjects(prompt: str) -> list[str]:
    """Return the drawings of the figures of *prompt*."""
    return [str(figure.subject) for figure in parse_figures(normalize(prompt)).figures]


def find_outcomes(prompt: str, kind: PartKind) -> list[tuple[str, PartOutcome]]:
    """Return the parts of *kind* of an image of *prompt*, as far as its pixels do not decide them."""
    scene = parse(prompt)
    parts = [part for figure in scene.figures for part in figure.words] + list(scene.parts)
    return [(part.requested, part.outcome) for part in parts if part.kind is kind]


def test_the_table_names_drawings_and_things_that_exist() -> None:
    known = {*load_icons(), *Subject, SOMEONE, "stars"}
    unknown = {one for drawing, things in load_contents().items() for one in (drawing, *things)} - known
    assert not unknown


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a dragon boat, no people", "people"),
        ("a farm without pigs", "pigs"),
        ("a christmas tree, no stars", "stars"),
        ("a snowman without a hat", "hat"),
        ("a policeman without a hat", "hat"),
        ("龙舟，不要人", "人"),
        ("轿子，没有人", "人"),
        ("a farm without animals", "animals"),
        ("a butterfly without wings", "wings"),
    ],
)
def test_what_the_drawing_has_on_it_breaks_its_exclusion(prompt: str, words: str) -> None:
    outcomes = [*find_outcomes(prompt, PartKind.EXCLUSION), *find_outcomes(prompt, PartKind.SUBJECT)]
    assert (words, PartOutcome.MISSING) in outcomes


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a sampan on a lake, no people", "people"),
        ("a fishing boat, no people", "people"),
        ("a barn without pigs", "pigs"),
        ("a woman without a hat", "hat"),
        ("乌篷船，不要人", "人"),
        ("苹果，没有星星", "星星"),
        ("a house, no animals", "animals"),
        ("a dog, no text", "text"),
    ],
)
def test_an_exclusion_that_the_drawing_meets_is_shown(prompt: str, words: str) -> None:
    assert (words, PartOutcome.SHOWN) in find_outcomes(prompt, PartKind.EXCLUSION)


@pytest.mark.parametrize("drawing", ["sampan", "bus_shelter", "karst", "trampoline", "footbridge"])
def test_a_drawing_with_people_has_one_without_them(drawing: str) -> None:
    key = f"icon/own/{drawing}"
    assert find_empty(key) != key
    assert not shows_excluded(key, Subject.PERSON) and shows_excluded("dragon_boat", Subject.PERSON)


@pytest.mark.parametrize(
    ("prompt", "drawing"),
    [
        ("a Christmas tree with a gold star on top", "icon/christmas-tree"),
        ("pancakes with butter on top", "icon/pancakes"),
        ("便当盒，里面有饭团和小番茄", "icon/own/bento_box"),
        ("龙舟上五个人在划船", "dragon_boat"),
        ("两个人舞狮", "lion_dance"),
        ("three candles on a birthday cake", "icon/birthday-cake"),
        ("apples on a tree", "icon/own/apple_tree"),
    ],
)
def test_what_a_drawing_has_on_it_is_drawn_once(prompt: str, drawing: str) -> None:
    assert list_subjects(prompt)[0] == drawing and len(list_subjects(prompt)) == 1


@pytest.mark.parametrize(
    ("prompt", "number"),
    [
        ("a Christmas tree and a star", 2),
        ("an island and a palm tree", 2),
        ("a bento box and a rice ball", 2),
        ("小岛旁边有一棵椰子树", 2),
        ("a cat on a tree", 2),
        ("a dragon boat and a man", 2),
        ("农场里有一头牛", 2),
        ("a bus stop with a man", 2),
        ("a parking lot with a red car", 2),
        ("a shepherd with five sheep", 2),
    ],
)
def test_what_stands_next_to_a_drawing_is_drawn_as_well(prompt: str, number: int) -> None:
    assert len(list_subjects(prompt)) == number


@pytest.mark.parametrize(("prompt", "is_met"), [("两个人舞狮", True), ("三个人舞狮", False), ("六个人划龙舟", True)])
def test_people_of_an_event_are_counted_in_its_drawing(prompt: str, is_met: bool) -> None:
    (outcome,) = [outcome for _, outcome in find_outcomes(prompt, PartKind.COUNT)]
    assert (outcome is PartOutcome.SHOWN) is is_met


def test_a_kite_in_hand_is_counted_with_others() -> None:
    assert count_on("person/boy//kite/", "icon/kite") is not None
    assert count_on("person/boy///", "icon/kite") is None


def test_a_chef_has_a_hat_and_a_girl_has_none() -> None:
    assert wears_hat("icon/cook") and wears_hat("person/man/chef//")
    assert not wears_hat("person/girl///")


def test_what_a_negation_only_describes_is_drawn() -> None:
    assert list_subjects("一辆没有轮子的汽车") == ["car"]
    assert list_subjects("没有汽车") == []
