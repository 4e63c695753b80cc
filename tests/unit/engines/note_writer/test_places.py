"""The place that is the topic of a note."""

import pytest

from engines.note_writer.parsers.places import find_place


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
def test_a_place_comes_from_the_users_text_and_is_never_guessed(
    topic: str, texts: tuple[str, ...], answers: tuple[tuple[str, str], ...], place: str
) -> None:
    assert find_place(topic, texts, answers) == place
