"""Whom a note is for, in its sentences; and how its topic stands in them."""

import pytest

from services.executor.domain.writing.naming import in_sentences
from services.executor.domain.writing.values import Form
from services.executor.domain.writing.writer import written
from tests.unit.executor.writing.examples import EN, FORM, ZH, assignment

NAMED = Form(
    ("给{audience}的{topic}", "{topic}就看这篇"), ("{audience}看过来！", "说说{topic}。"), FORM.sections, ("完。",)
)


@pytest.mark.parametrize("audience", ["对春游感兴趣的人", "想了解春游的朋友", ""])
def test_readers_nobody_named_are_in_no_sentence(audience: str) -> None:
    for seed in range(6):
        draft = written(assignment(audience=audience, forms=(NAMED,), seed=seed))
        assert draft.title == "春游就看这篇" and draft.blocks[0].text == "说说春游。"


def test_readers_that_were_named_may_be_spoken_to() -> None:
    texts = {written(assignment(audience="带孩子的家长", forms=(NAMED,), seed=seed)).title for seed in range(6)}
    assert "给带孩子的家长的春游" in texts


@pytest.mark.parametrize(
    ("topic", "said"),
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
def test_an_english_topic_has_the_article_it_needs(topic: str, said: str) -> None:
    assert in_sentences(topic, EN) == said
    assert in_sentences("春游", ZH) == "春游"


@pytest.mark.parametrize("topic", ["weekend hike", "spring picnics", "skincare", "moving house", "first cat"])
@pytest.mark.parametrize("kind", ["guide", "list", "tutorial", "story"])
def test_no_article_stands_before_a_plural(topic: str, kind: str) -> None:
    for seed in range(8):
        draft = written(assignment(language=EN, topic=topic, content_type=kind, seed=seed))
        text = f"{draft.title}\n{draft.body}".lower()
        for broken in ("a spring picnics", "a skincare", "a moving", "your a ", "the a ", "a a ", "an a "):
            assert f" {broken}" not in f" {text}", text
