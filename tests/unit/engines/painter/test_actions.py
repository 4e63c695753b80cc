"""Actions: a person or an animal and a thing in one drawing, in which they touch."""

import numpy as np
import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.rng import Rng
from engines.painter.shapes import Pen, Shape
from engines.painter.subjects.actions.animal_layouts import ANIMAL_LAYOUTS
from engines.painter.subjects.actions.items import load_item
from engines.painter.subjects.actions.keys import ActionKey, is_action, parse_action
from engines.painter.subjects.actions.layouts import LAYOUTS
from engines.painter.subjects.actions.stance import Stance, solve
from engines.painter.subjects.actions.verbs import inflect, load_verbs
from engines.painter.subjects.actions.work_layouts import WORK_LAYOUTS
from engines.painter.subjects.catalog import find_entry
from engines.painter.subjects.people.animal_bodies import find_animal_person, load_animal_looks
from engines.painter.subjects.people.keys import PersonKey, is_person, parse_key
from engines.painter.subjects.people.model import Kind, Model
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

LOOK = Look(Medium.FLAT, ("#74bdf0", "#2b4a80", "#f0883c", "#57a85f", "#e8526b", "#ffe08f"))
_PERSON = PersonKey(Kind.GIRL)


def _find_action(text: str) -> ActionKey:
    subject = next(str(figure.subject) for figure in parse_figures(text).figures if is_action(str(figure.subject)))
    return parse_action(subject)


def _report(text: str) -> dict[str, PartOutcome]:
    content = paint_with_report(PaintRequest(text, text, LOOK, 512, 512, 1)).content
    return {part.requested: part.outcome for part in content}


@pytest.mark.parametrize(
    ("text", "name", "item"),
    [
        ("a boy pushing a wheelbarrow", "push", "icon/own/wheelbarrow"),
        ("the nurse is feeding a horse", "feed", "horse"),
        ("the gardener waters a rose", "water", "icon/rose"),
        ("工人在刷墙", "paint", "icon/own/brick_wall"),
        ("工人在修一辆红色的摩托车", "fix", "icon/motorcycle"),
        ("一个女孩给小狗洗澡", "wash", "dog"),
        ("爸爸把孩子扛在肩上", "carry_shoulder", "person/boy///"),
        ("a woman carrying a basket of oranges", "carry_basket", "icon/tangerine"),
        ("a chef carrying a pumpkin on his head", "carry_head", "icon/own/pumpkin"),
        ("两个孩子在推雪球", "push", "icon/own/snowball"),
        ("骑着骆驼的商人", "ride", "icon/camel"),
        ("小女孩骑自行车", "ride", "icon/own/bicycle"),
        ("a woman kneeling and planting a tree", "plant", "tree"),
    ],
)
def test_a_verb_with_its_thing_is_an_action_of_a_person(text: str, name: str, item: str) -> None:
    action = _find_action(text)
    assert (action.name, action.item) == (name, item)
    assert is_person(action.actor)


@pytest.mark.parametrize(
    ("text", "name", "actor"),
    [
        ("a cat chasing a mouse", "chase", "cat"),
        ("老虎跳过火圈", "jump_through", "tiger"),
        ("a pig jumping over a fence", "jump_over", "icon/own/pink_pig"),
        ("会飞的大象", "fly", "icon/elephant"),
        ("a wolf running through the snow", "run", "icon/own/wolf"),
        ("狐狸拉着雪橇", "pull", "fox"),
    ],
)
def test_an_animal_runs_jumps_and_flies_on_four_legs(text: str, name: str, actor: str) -> None:
    action = _find_action(text)
    assert (action.name, action.actor) == (name, actor)


@pytest.mark.parametrize("text", ["a bear riding a bicycle", "熊骑着自行车", "骑着自行车的熊"])
def test_an_animal_uses_its_hands_as_a_person_with_its_head(text: str) -> None:
    assert "head_bear" in _find_action(text).actor


@pytest.mark.parametrize(
    ("text", "role", "animal"),
    [("狐狸医生", "doctor", "fox"), ("a cat chef", "chef", "cat"), ("兔子老师", "teacher", "rabbit")],
)
def test_an_animal_has_a_role(text: str, role: str, animal: str) -> None:
    (figure,) = parse_figures(text).figures
    person = parse_key(str(figure.subject))
    assert person.role == role
    assert any(extra.startswith(f"head_{animal}") for extra in person.extras)


@pytest.mark.parametrize(
    "text",
    [
        "a man riding a chair",  # no saddle
        "a boy feeding a chair",  # no mouth
        "a girl watering a car",
        "女孩和猫",
        "老人背后的山",
        "a cat and a dog running",
        "a boy next to a horse",
        "a boy with a pet rabbit",
        "女孩和各种花",
        "a man with a dog pulling a table",
    ],
)
def test_what_no_drawing_shows_is_no_action(text: str) -> None:
    named = [str(figure.subject) for figure in parse_figures(text).figures]
    assert not any(is_action(key) and parse_action(key).item for key in named)


def test_the_report_states_the_action_the_thing_and_its_color() -> None:
    report = _report("a woman washing a yellow car")
    assert report == dict.fromkeys(("woman", "car", "yellow", "washing a yellow car"), PartOutcome.SHOWN)


def test_an_action_that_no_layout_has_is_missing() -> None:
    assert _report("a boy kicking a house")["kicking a house"] is PartOutcome.MISSING


def test_the_color_of_who_acts_and_of_the_thing_differ() -> None:
    report = _report("a pink pig riding a green motorcycle")
    assert (report["pink"], report["green"]) == (PartOutcome.SHOWN, PartOutcome.SHOWN)


def test_a_pattern_of_the_thing_is_not_claimed() -> None:
    words = parse_figures("a boy pushing a striped car").figures[0].words
    assert {part.outcome for part in words if part.kind is PartKind.ACTION} == {PartOutcome.MISSING}


def test_two_animals_do_the_same_together() -> None:
    keys = [parse_key(str(figure.subject)) for figure in parse_figures("小猪和小熊一起过生日").figures]
    assert [key.activities for key in keys] == [("birthday",), ("birthday",)]


@pytest.mark.parametrize(
    ("text", "receiver"), [("a boy giving flowers to a girl", "girl"), ("医生把苹果递给小男孩", "boy")]
)
def test_a_gift_is_between_two_people(text: str, receiver: str) -> None:
    (figure,) = parse_figures(text).figures
    action = parse_action(str(figure.subject))
    assert (action.name, parse_key(action.other).kind) == ("give", receiver)


def test_who_rides_has_another_thing_in_hand() -> None:
    assert "flag" in parse_key(_find_action("骑着马的女孩举着红旗").actor).extras[0]


def test_several_who_share_a_thing_are_one_drawing() -> None:
    (figure,) = parse_figures("two dogs chasing a cat").figures
    assert (figure.count, parse_action(str(figure.subject)).number) == (1, 2)


@pytest.mark.parametrize(("base", "forms"), [("ride", "riding rides"), ("cut down", "cutting_down cuts_down")])
def test_only_the_verb_of_a_phrase_is_inflected(base: str, forms: str) -> None:
    assert inflect(base)[1:] == tuple(form.replace("_", " ") for form in forms.split())


def test_every_verb_has_a_layout() -> None:
    drawn = {*LAYOUTS, *WORK_LAYOUTS, *ANIMAL_LAYOUTS}
    words = load_verbs()
    named = {verb.action for word in words.list_words() for verb in words.match_at(word, 0).value}  # type: ignore[union-attr]
    assert named <= drawn


@pytest.mark.parametrize("name", sorted({**LAYOUTS, **WORK_LAYOUTS}))
def test_every_layout_of_people_draws_person_and_thing(name: str) -> None:
    entry = find_entry(str(ActionKey(name, str(_PERSON), "icon/rock")))
    assert entry is not None
    shapes: list[Shape] = []
    entry.draw(Pen(shapes, 0.5, 0.9, 0.5), Rng(1, "test"))
    assert len(shapes) > len(load_item("icon/rock").areas) + 20
    assert all(np.isfinite(shape.points).all() for shape in shapes)


@pytest.mark.parametrize("subject", sorted(load_animal_looks()))
def test_every_animal_stands_on_two_legs_and_runs_on_four(subject: str) -> None:
    person = find_animal_person(subject)
    assert person is not None
    for key in (str(person), str(ActionKey("run", subject)), str(ActionKey("ride", str(person), "icon/own/bicycle"))):
        entry = find_entry(key)
        assert entry is not None, key
        entry.draw(Pen([], 0.5, 0.9, 0.5), Rng(1, "test"))


@pytest.mark.parametrize("lean", [-30, 0, 20])
@pytest.mark.parametrize("is_turned", [True, False])
def test_hands_and_feet_are_where_the_stance_puts_them(lean: float, is_turned: bool) -> None:
    stance = Stance((0.0, 0.36), ((0.1, 0.5), (0.15, 0.52)), ((-0.1, 0.05), (0.1, 0.03)), lean, is_turned)
    arms, legs = solve(stance)
    model = Model(Pen([], 0.0, 0.0, 1.0), Kind.MAN, arms, legs)
    for hand, expected in zip((arms.left[1], arms.right[1]), stance.hands, strict=True):
        ((x, y),) = model.torso.to_frame([hand])
        assert (x, -y) == pytest.approx(expected, abs=1e-6)
    for foot, expected in zip((legs.left[1], legs.right[1]), stance.feet, strict=True):
        assert foot == pytest.approx(expected, abs=1e-6)


def test_a_rider_sits_on_the_back_of_the_animal() -> None:
    elephant = load_item("icon/elephant")
    staging = WORK_LAYOUTS["ride"](elephant, "")
    back = elephant.find_top(-0.2, 0.0) * elephant.height
    assert staging.stance.hip[1] == pytest.approx(back, abs=0.05)


def test_every_thing_is_turned_to_the_right() -> None:
    for subject in ("icon/goat", "icon/camel", "icon/deer", "horse"):
        points = np.vstack([outline for _, outline in load_item(subject).areas])
        upper = points[points[:, 1] > 0.85 * points[:, 1].max()]
        assert np.median(upper[:, 0]) > 0, subject
