"""A chat request in the form of a provider's API."""

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from services.common.llm.values import ChatMessage, ChatRequest
from services.common.llm.wire.request_mapper import fingerprint, to_messages

REQUESTED = ChatRequest(
    "Be brief.",
    (ChatMessage("user", "a cat"), ChatMessage("assistant", "ok"), ChatMessage("user", "blue")),
    deadline=1.0,
)


def test_the_instructions_come_first_and_the_addition_ends_them() -> None:
    assert to_messages(REQUESTED, "Answer in JSON.")[0] == {"role": "system", "content": "Be brief.\n\nAnswer in JSON."}


def test_images_are_sent_with_the_last_message() -> None:
    last = to_messages(replace(REQUESTED, images=(b"png",)), "")[-1]

    shown = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{b64encode(b'png').decode()}"}}
    assert last == {"role": "user", "content": [{"type": "text", "text": "blue"}, shown]}


def test_an_image_without_text_is_a_separate_message() -> None:
    requested = to_messages(replace(REQUESTED, messages=(ChatMessage("assistant", "ok"),), images=(b"png",)), "")

    assert [message["role"] for message in requested] == ["system", "assistant", "user"]


@pytest.mark.parametrize(
    "change",
    [
        {"instructions": "Be long."},
        {"messages": REQUESTED.messages[1:]},
        {"messages": (*REQUESTED.messages[:2], ChatMessage("assistant", "blue"))},
        {"images": (b"png",)},
        {"temperature": 0.9},
    ],
    ids=["instructions", "fewer messages", "role", "images", "temperature"],
)
def test_a_change_that_affects_the_completion_changes_the_fingerprint(change: dict[str, Any]) -> None:
    assert fingerprint(replace(REQUESTED, **change), "") != fingerprint(REQUESTED, "")


@pytest.mark.parametrize("change", [{"deadline": 9.0}, {"idempotency_key": "k"}, {"fresh": True}])
def test_a_change_that_does_not_affect_the_completion_keeps_the_fingerprint(change: dict[str, Any]) -> None:
    assert fingerprint(replace(REQUESTED, **change), "") == fingerprint(REQUESTED, "")


def test_another_model_or_schema_changes_the_fingerprint() -> None:
    assert (
        len(
            {
                fingerprint(REQUESTED, "", where=["a"]),
                fingerprint(REQUESTED, "", where=["b"]),
                fingerprint(REQUESTED, "x"),
            }
        )
        == 3
    )


def test_a_text_that_is_not_valid_unicode_has_a_fingerprint() -> None:
    assert fingerprint(replace(REQUESTED, messages=(ChatMessage("user", "\ud800"),)), "")
