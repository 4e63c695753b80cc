"""Templates are recommended by type first, then by topic, and there is always one."""

import random

import pytest

from services.common.contract.note import NoteTemplate, TemplateSection
from services.rag.adapters.seed_data import load_seed_templates
from services.rag.domain.template import CONTENT_TYPES
from services.rag.domain.template_selection import select_templates


def template(key: str, content_type: str, *topics: str) -> NoteTemplate:
    section = TemplateSection("h", ("s",))
    return NoteTemplate(key, 1, "zh", key, content_type, topics, ("t",), ("o",), (section,), ("c",))


OUTING = template("outing", "guide", "春游", "露营")
PLAN = template("plan", "guide", "考研")
PLAIN = template("plain", "guide")
SERVES_ALL = template("serves-all", "", "露营")
REVIEW = template("review", "review", "露营")
ALL = (OUTING, PLAN, PLAIN, SERVES_ALL, REVIEW)


def keys(topic: str, content_type: str, templates: tuple[NoteTemplate, ...] = ALL, limit: int = 5) -> list[str]:
    return [one.key for one in select_templates(topic, content_type, templates, limit=limit)]


def test_order_is_by_type_then_topics_then_templates_for_any_topic() -> None:
    assert keys("周末去露营", "guide") == ["outing", "plain", "serves-all"]
    assert keys("周末去露营", "guide", limit=1) == ["outing"]


def test_templates_of_other_topics_are_ignored_if_another_matches() -> None:
    assert keys("手冲咖啡", "guide") == ["plain"]


@pytest.mark.parametrize("content_type", ["tutorial", "list"])
def test_without_a_template_of_the_type_one_for_any_type_is_returned(content_type: str) -> None:
    assert keys("露营", content_type) == ["serves-all"]


def test_a_template_of_the_type_is_always_returned_if_there_is_one() -> None:
    assert keys("手冲咖啡", "review") == ["review"]
    assert keys("手冲咖啡", "review", (template("for-anything", ""), REVIEW)) == ["review", "for-anything"]
    assert keys("", "review") == ["review"]


def test_a_library_without_the_type_returns_the_closest_template() -> None:
    assert keys("露营", "list", (PLAN, REVIEW)) == ["review"]
    assert len(keys("手冲咖啡", "list", (PLAN, REVIEW))) == 2


def test_without_a_type_the_topics_decide() -> None:
    assert set(keys("露营", "")) == {"outing", "plain", "serves-all", "review"}
    assert keys("露营", "")[-1] == "plain"


def test_a_topic_inside_a_longer_word_is_not_mentioned() -> None:
    assert keys("摄影师的一天", "guide", (template("photos", "guide", "摄影"), PLAIN)) == ["plain"]


def test_the_order_does_not_depend_on_the_order_of_the_library() -> None:
    shuffled = list(load_seed_templates())
    random.Random(7).shuffle(shuffled)
    for content_type in CONTENT_TYPES:
        expected = select_templates("露营", content_type, load_seed_templates(), limit=3)
        assert select_templates("露营", content_type, shuffled, limit=3) == expected


@pytest.mark.parametrize(
    ("topic", "content_type", "key"),
    [
        ("春游", "guide", "guide-route"),
        ("考研复习", "guide", "guide-plan"),
        ("露营", "list", "list-outing"),
        ("成都美食", "recommendation", "recommend-place"),
        ("手冲咖啡", "recommendation", "recommend-friend"),
        ("spring outing", "guide", "guide-route"),
        ("exam revision", "guide", "guide-plan"),
    ],
)
def test_seed_templates_match_their_topics(topic: str, content_type: str, key: str) -> None:
    locale = "en" if topic.isascii() else "zh"
    own = [one for one in load_seed_templates() if one.locale == locale]
    assert select_templates(topic, content_type, own, limit=1)[0].key == key
