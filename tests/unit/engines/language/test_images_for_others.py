"""A thing that is requested for others is drawn; they are no part of the image."""

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action
from services.common.contract.requests import ParseIntent


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("my nephew wants a moped", "moped"),
        ("our little daughter would love two pink flamingos", "two pink flamingos"),
        ("我女儿想要一只独角兽", "独角兽"),
        ("我的学生们想看一艘宇宙飞船", "宇宙飞船"),
    ],
)
def test_a_thing_is_drawn_without_those_it_is_for(text: str, subject: str) -> None:
    intent = parse_intent(ParseIntent(text))
    assert (intent.action, intent.subject) == (Action.GENERATE_IMAGE, subject)


@pytest.mark.parametrize("text", ["my boss wants to quit", "我妈妈在厨房里", "my sister wants coffee in the garden"])
def test_who_acts_stays_the_subject(text: str) -> None:
    assert parse_intent(ParseIntent(text)).subject in ("", text, text.removeprefix("我"))
