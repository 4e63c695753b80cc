"""Audience and topic in the sentences of a note."""

import pytest

from engines.note_writer.noun_phrases import add_article
from engines.note_writer.values import Template
from engines.note_writer.writer import write_note
from tests.unit.engines.note_writer.samples import EN, TEMPLATE, ZH, make_request

NAMED = Template(
    ("给{audience}的{topic}", "{topic}就看这篇"), ("{audience}看过来！", "说说{topic}。"), TEMPLATE.sections, ("完。",)
)


@pytest.mark.parametrize("audience", ["对春游感兴趣的人", "想了解春游的朋友", ""])
def test_an_implied_audience_is_not_mentioned(audience: str) -> None:
    for seed in range(6):
        draft = write_note(make_request(audience=audience, templates=(NAMED,), seed=seed))
        assert draft.title == "春游就看这篇" and draft.blocks[0].text == "说说春游。"


def test_an_explicit_audience_may_be_mentioned() -> None:
    texts = {
        write_note(make_request(audience="带孩子的家长", templates=(NAMED,), seed=seed)).title for seed in range(6)
    }
    assert "给带孩子的家长的春游" in texts


@pytest.mark.parametrize(
    ("topic", "phrase"),
    [
        ("spring picnics", "spring picnics"),
        ("weekend hike", "a weekend hike"),
        ("easy weekend hike", "an easy weekend hike"),
        ("day trip from London to Bath", "a day trip from London to Bath"),
        ("my dog's birthday", "my dog's birthday"),
        ("moving house", "moving house"),
        ("pour-over coffee", "pour-over coffee"),
        ("Kyoto in spring", "Kyoto in spring"),
        ("3 days in Rome", "3 days in Rome"),
        ("street food in Bangkok", "street food in Bangkok"),
        ("spring capsule wardrobe", "a spring capsule wardrobe"),
        ("oat milk and soy milk", "oat milk and soy milk"),
    ],
)
def test_an_english_topic_has_the_correct_article(topic: str, phrase: str) -> None:
    assert add_article(topic, EN) == phrase
    assert add_article("春游", ZH) == "春游"


@pytest.mark.parametrize("topic", ["weekend hike", "spring picnics", "skincare", "moving house", "first cat"])
@pytest.mark.parametrize("kind", ["guide", "list", "tutorial", "story"])
def test_a_plural_has_no_indefinite_article(topic: str, kind: str) -> None:
    for seed in range(8):
        draft = write_note(make_request(language=EN, topic=topic, content_type=kind, seed=seed))
        text = f"{draft.title}\n{draft.body}".lower()
        for broken in ("a spring picnics", "a skincare", "a moving", "your a ", "the a ", "a a ", "an a "):
            assert f" {broken}" not in f" {text}", text
