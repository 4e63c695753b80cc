"""Templates are recommended by type first, then by what they are about, and there is always one."""

import random

import pytest

from services.rag.adapters.library import shipped_templates
from services.rag.domain.fitting import fitting
from services.rag.domain.template import CONTENT_TYPES, NoteTemplate, TemplateSection


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
    return [one.key for one in fitting(topic, content_type, templates, limit=limit)]


def test_the_type_comes_first_then_the_topics_then_what_is_about_anything() -> None:
    assert keys("周末去露营", "guide") == ["outing", "plain", "serves-all"]
    assert keys("周末去露营", "guide", limit=1) == ["outing"]


def test_what_is_about_something_else_is_left_out_while_there_is_another() -> None:
    assert keys("手冲咖啡", "guide") == ["plain"]


@pytest.mark.parametrize("wanted", ["tutorial", "list"])
def test_without_one_of_the_type_one_for_any_type_is_given(wanted: str) -> None:
    assert keys("露营", wanted) == ["serves-all"]


def test_there_is_always_one_of_the_type_where_the_library_has_one() -> None:
    assert keys("手冲咖啡", "review") == ["review"]
    assert keys("手冲咖啡", "review", (template("for-anything", ""), REVIEW)) == ["review", "for-anything"]
    assert keys("", "review") == ["review"]


def test_a_library_without_the_type_still_gives_what_is_nearest() -> None:
    assert keys("露营", "list", (PLAN, REVIEW)) == ["review"]
    assert len(keys("手冲咖啡", "list", (PLAN, REVIEW))) == 2


def test_without_a_type_topics_alone_decide() -> None:
    assert set(keys("露营", "")) == {"outing", "plain", "serves-all", "review"}
    assert keys("露营", "")[-1] == "plain"


def test_a_topic_inside_a_longer_word_is_not_mentioned() -> None:
    assert keys("摄影师的一天", "guide", (template("photos", "guide", "摄影"), PLAIN)) == ["plain"]


def test_the_order_is_the_same_however_the_library_is_sorted() -> None:
    shuffled = list(shipped_templates())
    random.Random(7).shuffle(shuffled)
    for content_type in CONTENT_TYPES:
        expected = fitting("露营", content_type, shipped_templates(), limit=3)
        assert fitting("露营", content_type, shuffled, limit=3) == expected


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
def test_the_shipped_templates_are_found_by_what_they_are_about(topic: str, content_type: str, key: str) -> None:
    locale = "en" if topic.isascii() else "zh"
    own = [one for one in shipped_templates() if one.locale == locale]
    assert fitting(topic, content_type, own, limit=1)[0].key == key
