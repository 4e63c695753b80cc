"""Which place a note is about."""

import pytest

from services.executor.domain.writing.places import place_of


@pytest.mark.parametrize(
    ("topic", "texts", "answers", "place"),
    [
        ("春游", (), (("打算去哪里？", "莫干山"),), "莫干山"),
        ("春游", (), (("预算多少？", "莫干山"),), ""),
        ("春游", ("地点：余村",), (), "余村"),
        ("春游", ("杭州周边",), (), "杭州"),
        ("杭州春游", ("杭州周边",), (), ""),
        ("spring walk", ("a day in kyoto",), (), "Kyoto"),
        ("spring walk", ("comparison of shoes",), (), ""),
        ("春游", (), (("去哪里？", "还没想好，你来定吧。"),), ""),
    ],
)
def test_a_place_is_taken_from_what_people_said_and_never_guessed(
    topic: str, texts: tuple[str, ...], answers: tuple[tuple[str, str], ...], place: str
) -> None:
    assert place_of(topic, texts, answers) == place
