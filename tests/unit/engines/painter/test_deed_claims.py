"""Claims about what someone does, and about where: each qualifier is drawn or stated, and only what is there counts."""

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.normalization import normalize
from engines.painter.content.qualifiers import split_action
from engines.painter.content.words import Relation
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.subjects.actions.keys import is_action, parse_action
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome
from services.rag.adapters.seed_data import load_seed_styles


def list_parts(text: str, medium: Medium = Medium.FLAT) -> dict[str, PartOutcome]:
    """Return the outcome of each part of an image of *text* but subjects, by its words."""
    palette = next(style.palette for style in load_seed_styles() if style.medium is medium)
    request = PaintRequest(text, text, Look(medium, palette), 384, 384, 7)
    content = paint_with_report(request).content
    return {part.requested: part.outcome for part in content if part.kind is not PartKind.SUBJECT}


def split(words: str) -> list[tuple[str, bool]]:
    """Return the parts of the action *words*, and whether they are shown."""
    part = ContentPart(PartKind.ACTION, words, PartOutcome.SHOWN)
    return [(one.requested, one.outcome is PartOutcome.SHOWN) for one in split_action(part, ())]


@pytest.mark.parametrize(
    ("words", "verb", "look", "thing"),
    [
        ("撑着透明伞", "撑着", "透明", "伞"),
        ("推着沉重的箱子", "推着", "沉重", "箱子"),
        ("holding a transparent umbrella", "holding", "transparent", "umbrella"),
        ("riding a bucking horse", "riding", "bucking", "horse"),
        ("riding a wooden horse", "riding", "wooden", "horse"),
    ],
)
def test_a_qualifier_within_an_action_is_a_part_that_is_missing(words: str, verb: str, look: str, thing: str) -> None:
    assert split(words) == [(verb, True), (look, False), (thing, True)]


@pytest.mark.parametrize(
    "words", ["骑着红色的自行车", "抱着小猫", "拿着一把小提琴", "holding a red umbrella", "playing the piano", "坐着"]
)
def test_an_action_without_a_qualifier_remains_one_part(words: str) -> None:
    assert split(words) == [(words, True)]


def test_what_is_above_a_thing_is_not_worn() -> None:
    assert split("with a star above his hat") == [("with a star above his hat", False)]


def test_one_balloon_is_drawn_as_one() -> None:
    keys = [str(parse_figures(text).figures[0].subject) for text in ("女孩拿着一只红气球", "a girl holding balloons")]
    assert ["balloons" in key for key in keys] == [False, True]


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("a farmer leading a cow over a bridge", Relation.ON),
        ("a bird flying over a bridge", Relation.ABOVE),
        ("桥上走着两个行人", Relation.ON),
    ],
)
def test_who_does_not_fly_goes_over_a_bridge_on_it(text: str, relation: Relation) -> None:
    assert parse_figures(normalize(text)).figures[0].relation is relation


def test_people_sit_on_a_fence() -> None:
    subject = str(parse_figures("a boy sitting on a fence").figures[0].subject)
    assert is_action(subject)
    assert parse_action(subject).name == "sit_on"


def test_who_follows_is_claimed_where_it_is_known_where_the_first_one_looks() -> None:
    assert list_parts("恐龙骑自行车，后面跟着一只小鸡")["后面跟着"] is PartOutcome.SHOWN
    assert list_parts("汽车后面跟着一条狗")["后面跟着"] is PartOutcome.MISSING


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("two elephants looking at each other", "each other"),
        ("两只小狗面对面坐着", "面对面"),
        ("一个女孩在等公交", "等"),
        ("屋檐挂着冰柱", "挂着"),
        ("a dog and a cat on a hot afternoon", "hot"),
        ("a bicycle with flowers in the front basket", "front"),
        ("船头站着一位渔夫", "站"),
    ],
)
def test_words_for_how_things_are_to_each_other_are_stated(text: str, words: str) -> None:
    assert list_parts(text)[words] is PartOutcome.MISSING


def test_a_thing_of_few_cells_is_not_claimed_in_a_hand() -> None:
    text = "中秋夜，兔子捧着月饼"
    assert list_parts(text)["捧着月饼"] is PartOutcome.SHOWN
    assert list_parts(text, Medium.LOW_POLY)["捧着月饼"] is PartOutcome.MISSING


def test_who_stands_at_the_shore_is_not_in_the_water() -> None:
    ashore = list_parts("a penguin while a seal watches from the water", Medium.LINE_ART)
    assert ashore["the water"] is PartOutcome.MISSING
    assert list_parts("a white goose in shallow water", Medium.OIL)["shallowwater"] is PartOutcome.SHOWN


def test_a_field_whose_flowers_are_not_seen_is_any_field_of_flowers() -> None:
    assert list_parts("向日葵田")["向日葵田"] is PartOutcome.SUBSTITUTED


def test_a_star_above_a_hat_is_no_sky_of_stars() -> None:
    parts = list_parts("a cowboy with a star above his hat", Medium.NEON)
    assert PartOutcome.SHOWN not in [parts.get("star"), parts.get("with a star above his hat")]


@pytest.mark.parametrize(
    ("text", "words"),
    [("a mouse holding a leaf over its head", "holding a leaf"), ("青蛙举着一片荷叶当伞", "举着一片荷叶")],
)
def test_what_is_held_somewhere_else_or_as_something_else_is_missing(text: str, words: str) -> None:
    assert list_parts(text)[words] is PartOutcome.MISSING


def test_nobody_holds_a_thing_whose_hands_are_not_seen() -> None:
    assert list_parts("a mouse holding a leaf")["holding a leaf"] is PartOutcome.UNCLEAR


def test_nobody_flies_who_is_cut_off_or_stands() -> None:
    for text in ("a superwoman flying over the city", "一个超人飞过城市"):
        parts = list_parts(text)
        assert not any(one is PartOutcome.SHOWN for words, one in parts.items() if "fly" in words or "飞" in words)
    assert list_parts("a batman flying")["flying"] is PartOutcome.MISSING
