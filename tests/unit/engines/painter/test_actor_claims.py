"""Claims about actions: who does what, and where the thing is that they do it with."""

import pytest

from engines.language import parse_intent
from engines.painter.content.normalization import normalize
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.actions.keys import ActionKey, is_action, parse_action
from engines.painter.subjects.people.keys import is_person
from services.common.contract.image_chat import Medium, PartKind, PartOutcome
from services.common.contract.requests import ParseIntent

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def list_figures(text: str) -> tuple[Figure, ...]:
    return parse_scene(PaintRequest(text, text, None, 300, 300, 3), Medium.FLAT).figures


def list_actions(text: str) -> list[ActionKey]:
    return [parse_action(figure.subject) for figure in list_figures(text) if is_action(figure.subject)]


def list_claims(text: str) -> set[tuple[PartKind, str]]:
    content = paint_with_report(PaintRequest(text, text, Look(Medium.FLAT, _PALETTE), 400, 400, 3)).content
    return {(part.kind, part.requested) for part in content if part.outcome is PartOutcome.SHOWN}


@pytest.mark.parametrize(("text", "words"), [("一头牛在吃草", "吃草"), ("a deer eating grass", "eating grass")])
def test_an_animal_eats_grass_with_its_head_down(text: str, words: str) -> None:
    (action,) = list_actions(text)
    assert action.name == "eat"
    assert not is_person(action.actor)
    assert (PartKind.ACTION, words) in list_claims(text)


def test_a_herd_that_stands_does_not_graze() -> None:
    assert not any("grazing" in words for _, words in list_claims("sheep grazing on a hill"))


@pytest.mark.parametrize("text", ["一个厨师追着偷鱼的橘猫跑", "厨师在追一只橘猫"])
def test_who_chases_runs(text: str) -> None:
    (action,) = list_actions(text)
    assert (action.name, action.item) == ("chase", Subject.CAT)


@pytest.mark.parametrize("text", ["女孩跟着小狗跑", "厨师追着一身灰毛又瘦的小狗跑"])
def test_the_last_verb_is_that_of_who_follows(text: str) -> None:
    assert not any(action.name == "run" and action.actor == Subject.DOG for action in list_actions(text))


@pytest.mark.parametrize(
    "text", ["a hedgehog carrying an apple on its back", "a turtle carrying a mushroom on its back", "刺猬背着一个苹果"]
)
def test_an_animal_has_on_its_back_what_it_carries_there(text: str) -> None:
    assert not list_actions(text)
    assert any(kind is PartKind.RELATION for kind, _ in list_claims(text))


@pytest.mark.parametrize(
    "text", ["children's picture book style, a cat", "a cat, storybook illustration", "一只猫，儿童绘本风格"]
)
def test_the_readers_of_a_book_are_no_part_of_its_style(text: str) -> None:
    assert [figure.subject for figure in list_figures(text)] == [Subject.CAT]


def test_the_style_of_a_book_includes_its_readers() -> None:
    assert parse_intent(ParseIntent("children's picture book style, a hedgehog")).subject == "hedgehog"


def test_a_book_for_children_is_a_thing() -> None:
    assert normalize("a children's book on a table") == "a children's book on a table"
