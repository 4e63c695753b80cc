"""The roles of clauses: how a request is divided, and what becomes of each part."""

import pytest

from engines.note_planner.request.parser import MAX_LENGTH
from engines.note_planner.request.roles.clauses import split_request
from engines.note_planner.request.roles.tagger import Role, read_roles
from engines.note_planner.request.topic_choice import list_names
from engines.note_planner.request.topics import strip_frame
from tests.fixtures.notes.pipeline import compile_request


@pytest.mark.parametrize(
    ("text", "count"),
    [("1,000 mirrors cost 3.5 euros, right", 2), ("cook rice, beans and lentils together", 1),
     ("爬山腿抖 怎么缓解", 2), ("why I quit - a story", 2), ("a no-bake cake", 1), ("…！？", 0)],
)  # fmt: skip
def test_a_request_is_divided_at_separators_and_not_within_numbers_lists_or_words(text: str, count: int) -> None:
    assert len(split_request(text)) == count


def test_a_request_for_a_note_and_its_form_have_other_roles_than_the_topic() -> None:
    roles = [one.role for one in read_roles("Write a post about pruning roses. Keep it short.")]
    assert roles == [Role.TOPIC, Role.FORM]


@pytest.mark.parametrize(
    "text", ["个人所得税怎么报", "推荐信怎么写", "不过敏的零食", "讲价的底线", "writing a sick note"]
)
def test_a_word_that_only_starts_like_a_frame_stays(text: str) -> None:
    assert strip_frame(text) == text


def test_what_a_long_statement_loses_in_the_topic_is_a_detail() -> None:
    text = (
        "Our rescue greyhound from the kennels in Murcia is terrified of stairs and we've just moved to a second floor "
        "flat with no lift. "
        "Post about getting her used to them?"
    )
    brief = compile_request(text)
    assert brief.topic.startswith("our rescue greyhound") and any("second floor" in one for one in brief.constraints)


def test_an_exclusion_that_is_the_only_subject_is_the_topic() -> None:
    assert "早饭" in compile_request("不吃早饭会怎样，写一篇").topic


def test_each_clause_of_the_longest_request_is_named_once() -> None:
    list_names.cache_clear()
    compile_request(",".join("a b" for _ in range(MAX_LENGTH // 4)))
    info = list_names.cache_info()
    assert info.misses <= MAX_LENGTH // 4
