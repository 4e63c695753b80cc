"""Clauses that list tags or details, exchange pronouns, except a number of tags, or end with a place."""

import pytest

from engines.note_writer.feedback.application import apply_changes
from engines.note_writer.feedback.changes import WORD_SEPARATOR, Kind, Part
from engines.note_writer.feedback.content import find_aside
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.values import Block, Draft, NoteRequest
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ContentType
from services.common.text.language import Language

ZH = Draft(
    "阳台堆肥",
    (Block("", ("先看这几条。",)), Block("材料", ("• 菜叶和咖啡渣都可以放。",), "\n"), Block("", ("你试过吗？",))),
    ("堆肥", "阳台", "环保"),
)
EN = Draft(
    "Compost on a balcony",
    (Block("", ("A few points.",)), Block("What goes in", ("• Peels cost nothing; you add dry leaves.",), "\n"),
     Block("", ("Any tips?",))),
    ("compost", "balcony", "zerowaste"),
)  # fmt: skip


def revise(draft: Draft, feedback: str) -> tuple[Draft, list[ChangeOutcome]]:
    """Return the draft after *feedback*, and the outcomes of its clauses."""
    language = Language.CHINESE if draft is ZH else Language.ENGLISH
    request = NoteRequest(topic=draft.title, language=language, content_type=ContentType.GUIDE, seed=1)
    revision = apply_changes(draft, parse_changes(feedback), request, Requirements())
    return revision.draft, [outcome for _, outcome in revision.outcomes]


@pytest.mark.parametrize(
    ("feedback", "tags"),
    [
        ("#露营 #徒步 都去掉", ["露营", "徒步"]),
        ("标签里的#露营、#徒步，这两个拿掉", ["露营", "徒步"]),
        ("#露营#徒步都删掉", ["露营", "徒步"]),
        ("#camping and #hiking, get rid of both", ["camping", "hiking"]),
        ("#camping #hiking can both go", ["camping", "hiking"]),
    ],
)
def test_a_list_of_tags_takes_its_verb_from_what_follows(feedback: str, tags: list[str]) -> None:
    [change] = parse_changes(feedback)
    assert (change.kind, change.part, change.value.split(WORD_SEPARATOR)) == (Kind.LACK, Part.TAGS, tags)


@pytest.mark.parametrize("feedback", ["加上#露营 #徒步", "add #camping and #hiking"])
def test_a_list_of_tags_to_add_is_no_removal(feedback: str) -> None:
    assert Kind.LACK not in [one.kind for one in parse_changes(feedback)]


def test_a_removal_of_tags_is_already_so_only_without_all_of_them() -> None:
    assert revise(ZH, "#露营 #徒步 都去掉") == (ZH, [ChangeOutcome.ALREADY_SO])
    after, outcomes = revise(ZH, "#露营 #环保 都去掉")
    assert after.tags == ("堆肥", "阳台") and outcomes == [ChangeOutcome.DONE]


@pytest.mark.parametrize(
    "feedback", ["我想知道的是桶要多大、要不要翻、臭不臭", "What I need is bin sizes and brand prices"]
)
def test_details_that_the_text_lacks_are_not_possible(feedback: str) -> None:
    draft = ZH if feedback[0] == "我" else EN
    assert revise(draft, feedback) == (draft, [ChangeOutcome.NOT_POSSIBLE])


def test_details_are_already_so_if_the_text_has_each_of_them() -> None:
    assert revise(EN, "All I need is peels and dry leaves")[1] == [ChangeOutcome.ALREADY_SO]
    assert revise(EN, "All I need is peels and a lid")[1] == [ChangeOutcome.NOT_POSSIBLE]


@pytest.mark.parametrize(
    ("feedback", "outcome"),
    [
        ('Use "she" rather than "he" everywhere', ChangeOutcome.ALREADY_SO),
        ('please say "they" instead of "you" all the way through', ChangeOutcome.NOT_POSSIBLE),
    ],
)
def test_another_pronoun_changes_nothing_and_is_so_where_the_unwanted_one_is_absent(
    feedback: str, outcome: ChangeOutcome
) -> None:
    assert revise(EN, feedback) == (EN, [outcome])


@pytest.mark.parametrize(
    ("feedback", "count"),
    [("drop all of the tags except one", 1), ("every hashtag but two can go", 2), ("除了两个以外标签都删掉", 2)],
)
def test_all_tags_except_a_number_of_them_leave_that_number(feedback: str, count: int) -> None:
    draft = ZH if feedback[0] == "除" else EN
    after, outcomes = revise(draft, feedback)
    assert after.tags == draft.tags[:count] and outcomes == [ChangeOutcome.DONE]


@pytest.mark.parametrize(
    ("feedback", "text"),
    [
        ("Note that gloves help at the very end", "Gloves help."),
        ("加一句记得戴手套，放在最后面", "记得戴手套。"),
    ],
)
def test_the_place_of_a_text_to_add_is_no_part_of_it(feedback: str, text: str) -> None:
    draft = EN if feedback.isascii() else ZH
    after, outcomes = revise(draft, feedback)
    assert after.blocks[-1].text.removeprefix(draft.blocks[-1].text).strip() == text and outcomes == [
        ChangeOutcome.DONE
    ]


def test_a_place_that_a_statement_is_about_stays_in_it() -> None:
    [change] = parse_changes("mention that the taps are at the end")
    assert change.value == "the taps are at the end"


@pytest.mark.parametrize(
    "feedback", ["I like the paragraph about worms so leave that alone", "讲蚯蚓的那段写得好，别动", "讲蚯蚓的那段保留"]
)
def test_to_retain_a_section_that_is_not_there_is_not_understood(feedback: str) -> None:
    draft = EN if feedback[0] == "I" else ZH
    after, outcomes = revise(draft, feedback)
    assert after == draft and set(outcomes) == {ChangeOutcome.NOT_UNDERSTOOD}


def test_a_section_that_is_there_is_retained() -> None:
    assert revise(EN, "I like the paragraph about peels so leave that alone")[1] == [ChangeOutcome.DONE]


@pytest.mark.parametrize(("word", "of_trips", "of_gifts"), [("花费", True, False), ("天气", True, False)])
def test_a_general_sentence_holds_only_for_notes_of_its_themes(word: str, of_trips: bool, of_gifts: bool) -> None:
    found = [bool(find_aside(word, Language.CHINESE, topic)) for topic in ("云南自由行", "给外婆的寿礼")]
    assert found == [of_trips, of_gifts]


def test_the_name_of_a_matter_has_no_particle_at_its_end() -> None:
    assert [one.value for one in parse_changes("补一段讲花费的")] == ["花费"]
    assert [one.value for one in parse_changes("补一段讲目的")] == ["目的"]
