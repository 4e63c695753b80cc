"""A question as a provider's request."""

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from services.common.models.asking import fingerprint, messages
from services.common.models.values import Question, Said

ASKED = Question("Be brief.", (Said("user", "a cat"), Said("assistant", "ok"), Said("user", "blue")), deadline=1.0)


def test_the_instructions_come_first_and_the_addition_ends_them() -> None:
    assert messages(ASKED, "Answer in JSON.")[0] == {"role": "system", "content": "Be brief.\n\nAnswer in JSON."}


def test_pictures_are_shown_with_the_last_message() -> None:
    last = messages(replace(ASKED, pictures=(b"png",)), "")[-1]

    shown = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{b64encode(b'png').decode()}"}}
    assert last == {"role": "user", "content": [{"type": "text", "text": "blue"}, shown]}


def test_a_picture_without_words_is_a_message_of_its_own() -> None:
    asked = messages(replace(ASKED, messages=(Said("assistant", "ok"),), pictures=(b"png",)), "")

    assert [message["role"] for message in asked] == ["system", "assistant", "user"]


@pytest.mark.parametrize(
    "change",
    [
        {"instructions": "Be long."},
        {"messages": ASKED.messages[1:]},
        {"messages": (*ASKED.messages[:2], Said("assistant", "blue"))},
        {"pictures": (b"png",)},
        {"temperature": 0.9},
    ],
    ids=["instructions", "fewer messages", "role", "pictures", "temperature"],
)
def test_whatever_shapes_an_answer_makes_another_question(change: dict[str, Any]) -> None:
    assert fingerprint(replace(ASKED, **change), "") != fingerprint(ASKED, "")


@pytest.mark.parametrize("change", [{"deadline": 9.0}, {"idempotency_key": "k"}, {"fresh": True}])
def test_what_does_not_shape_an_answer_makes_no_other_question(change: dict[str, Any]) -> None:
    assert fingerprint(replace(ASKED, **change), "") == fingerprint(ASKED, "")


def test_another_model_or_schema_makes_another_question() -> None:
    assert len({fingerprint(ASKED, "", where=["a"]), fingerprint(ASKED, "", where=["b"]), fingerprint(ASKED, "x")}) == 3


def test_a_text_that_is_no_valid_unicode_has_a_fingerprint() -> None:
    assert fingerprint(replace(ASKED, messages=(Said("user", "\ud800"),)), "")
