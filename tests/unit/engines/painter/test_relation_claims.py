"""What is claimed of relations, positions and actions: what is measured, or drawn for exactly that."""

import numpy as np
import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.words import Position, Relation
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.scene import Subject
from engines.painter.subjects.actions.keys import parse_action
from engines.painter.subjects.surfaces import is_framed
from engines.painter.support import Support
from services.common.contract.image_chat import Medium, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def list_parts(prompt: str, *outcomes: PartOutcome) -> set[tuple[str, str]]:
    """Return the kind and the words of the parts of an image of *prompt* with one of *outcomes*."""
    request = PaintRequest(prompt, prompt, Look(Medium.FLAT, _PALETTE), 300, 300, 3)
    return {(one.kind.value, one.requested) for one in paint_with_report(request).content if one.outcome in outcomes}


def list_claims(prompt: str) -> set[tuple[str, str]]:
    return list_parts(prompt, PartOutcome.SHOWN)


def list_lost(prompt: str) -> set[tuple[str, str]]:
    return list_parts(prompt, PartOutcome.MISSING)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a cat to the left of a red chair", "to the left of"),
        ("a dog to the right of a tree", "to the right of"),
        ("一只孔雀站在喷泉左边", "在喷泉左边"),
        ("喷泉右边有一只孔雀", "右边"),
    ],
)
def test_the_side_of_a_thing_is_a_relation_and_no_position(prompt: str, words: str) -> None:
    claims = list_claims(prompt)
    assert ("relation", words) in claims
    assert not any(kind == "position" for kind, _ in claims)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a treasure chest at the bottom of the sea", "at the bottom"),
        ("a rabbit riding a tortoise, with a finish line on the right", "on the right"),
        ("十二个番茄罐头排成三排，最中间那个是蓝色的", "中间"),
        ("two cats, one on the left", "on the left"),
    ],
)
def test_a_position_in_a_thing_or_of_another_one_is_missing(prompt: str, words: str) -> None:
    assert ("position", words) in list_lost(prompt)


def test_a_position_after_a_subject_is_not_that_of_the_next_one() -> None:
    cat, dog = parse_figures("a cat on the left and a dog on the right").figures
    assert (cat.position, dog.position) == (Position.LEFT, Position.RIGHT)


@pytest.mark.parametrize("prompt", ["女孩在跑步，嘴里叼着面包", "天使站在花园里，脚下是百合花", "a fish in its beak"])
def test_a_part_of_a_body_is_no_figure_where_something_is_in_or_below_it(prompt: str) -> None:
    subjects = {str(figure.subject) for figure in parse_figures(prompt).figures}
    assert not subjects & {"icon/mouth", "icon/own/bare_foot", "icon/blackbird"}


def test_who_is_on_a_summit_stands_on_it_and_nobody_is_on_mountains_behind() -> None:
    assert ("relation", "在雪山顶上") in list_claims("狼站在雪山顶上")
    assert ("relation", "on") in list_lost("a wolf on a mountain")


def test_what_someone_holds_is_in_hands() -> None:
    (woman,) = parse_figures("一个女人拿着电话").figures
    assert parse_action(woman.subject).item == "icon/telephone"
    assert ("action", "holding a shell") in list_lost("a mermaid holding a shell")


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a woman reading a letter", "reading a letter"),
        ("一个穿长风衣的男人", "穿长风衣"),
        ("a man in a long coat", "in a long coat"),
    ],
)
def test_an_action_with_what_its_drawing_lacks_is_missing(prompt: str, words: str) -> None:
    assert ("action", words) in list_lost(prompt)


def test_what_someone_holds_over_another_one_lifts_nobody() -> None:
    doctor = parse_figures("a doctor holding an umbrella over a smiling child").figures[0]
    assert doctor.relation is None
    assert ("relation", "over a smiling child") in list_lost("a doctor holding an umbrella over a smiling child")


def test_only_what_flies_is_above_a_landscape() -> None:
    assert ("relation", "above the sea") in list_lost("a castle above the sea")
    assert ("position", "above") in list_claims("an eagle above the mountains")


def test_balancing_on_a_ball_is_no_ball_on_the_head() -> None:
    elephant = parse_figures("an elephant balancing on a ball").figures[0]
    assert (elephant.subject, elephant.relation) == ("icon/elephant", Relation.ON)


def test_who_pulls_on_a_rope_is_not_on_it() -> None:
    assert parse_figures("a boy pulling on a rope").figures[0].relation is None


def test_nothing_stands_half_in_the_air_or_on_a_framed_image() -> None:
    lower, upper = np.zeros((40, 60), dtype=bool), np.zeros((40, 60), dtype=bool)
    lower[20:35, 20:40] = True
    upper[6:21, 14:30] = True
    assert Support(lower, Subject.BOOK).carries(upper)
    assert not Support(lower, Subject.BOOK).carries(np.roll(upper, -5, axis=1))
    assert is_framed("icon/railway-track") and not is_framed("icon/rock")


def test_a_count_of_what_another_drawing_has_as_well_is_missing() -> None:
    assert ("count", "one") in list_lost("two owls on one branch")


def test_the_color_of_hair_is_not_claimed_of_clothes() -> None:
    assert ("color", "silver") in list_lost("a silver-haired girl dancing")


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a samurai with a sword on his back walking to a village", "on"),
        ("a bear pulling a sled with a penguin on it", "on it"),
        ("a teenager leaning on a scooter", "on"),
    ],
)
def test_what_is_on_a_part_or_a_pulled_thing_is_on_nothing_else(prompt: str, words: str) -> None:
    assert ("relation", words) not in list_claims(prompt)
    assert all(figure.relation is not Relation.ON for figure in parse_figures(prompt).figures)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("an old man with his walking stick", "walking"),
        ("a teenager leaning on a scooter", "on a scooter"),
        ("妹妹坐在爸爸肩膀上摘苹果", "摘苹果"),
    ],
)
def test_the_name_of_a_tool_and_what_another_one_does_are_no_deeds(prompt: str, words: str) -> None:
    assert ("action", words) not in list_claims(prompt)


def test_a_hot_dog_is_no_dog_and_who_carries_sits_no_more() -> None:
    (woman,) = parse_figures("a woman holding a hot dog").figures
    assert parse_action(woman.subject).item == "icon/hot-dog"
    (dog,) = parse_figures("a golden retriever carrying a newspaper").figures
    assert parse_action(dog.subject).item == "icon/newspaper"


def test_the_sheep_of_a_shepherd_are_counted_with_the_others() -> None:
    assert ("count", "三") in list_lost("牧羊人吹笛子，三只羊")


def test_who_has_a_seat_of_its_own_is_on_nothing_else_but_a_seat() -> None:
    assert not any(kind == "relation" for kind, _ in list_claims("一个宇航员坐在月牙上钓鱼"))
    assert ("relation", "on") in list_claims("A sad clown in a striped suit sitting alone on a bench")


def test_an_animal_in_a_cup_is_hidden_by_its_wall() -> None:
    assert ("relation", "in") in list_claims("a hamster in a teacup")
    assert ("relation", "in") in list_lost("a mouse in a teacup")


@pytest.mark.parametrize(
    ("prompt", "is_position"),
    [
        ("a man with a laptop, plant on the right", False),
        ("a man with a laptop, on the right", True),
        ("a cat, sitting on the right", True),
    ],
)
def test_a_position_is_that_of_the_thing_before_it_even_if_nothing_draws_that(prompt: str, is_position: bool) -> None:
    assert any(kind == "position" for kind, _ in list_claims(prompt)) is is_position
