"""A note on what the user reports: the user's own sentences, and nothing that nobody stated."""

import pytest

from engines.note_writer.lengths import has_emoji
from engines.note_writer.occasions import is_solemn
from engines.note_writer.values import NoteRequest, Source
from engines.note_writer.writer import write_note
from services.common.contract.note import Closeness
from services.common.text.language import Language

GOLDFISH = "The heron took two of my goldfish at dawn."
OVEN = "I have moved the bakery to Mill Lane."


def _report(topic: str, *statements: str, **fields: object) -> NoteRequest:
    return NoteRequest(Language.ENGLISH, topic, statements=statements, content_type="story", **fields)  # type: ignore[arg-type]


def test_a_story_is_what_the_user_reports() -> None:
    draft = write_note(_report("the heron took two of my goldfish", GOLDFISH))
    assert (draft.title, draft.body) == ("The heron took two of my goldfish", GOLDFISH)


def test_the_user_reads_that_nothing_was_added() -> None:
    draft = write_note(_report("the heron took two of my goldfish", GOLDFISH))
    assert any("what you wrote, with nothing added" in one for one in draft.remarks)


def test_what_the_sentences_lack_of_the_topic_opens_the_note() -> None:
    draft = write_note(_report("new opening hours, I have moved the bakery", OVEN))
    assert draft.body == f"New opening hours. {OVEN}"


def test_a_lively_tone_does_not_change_the_sentences_of_the_user() -> None:
    draft = write_note(_report("the heron took two of my goldfish", GOLDFISH, tone="lively"))
    assert draft.body == GOLDFISH and any("lively" in one for one in draft.remarks)


def test_a_title_has_the_first_phrases_that_a_phone_displays() -> None:
    topic = "the heron took two of my goldfish at dawn, and the neighbours saw all of it from their balcony"
    assert write_note(_report(topic, GOLDFISH)).title == "The heron took two of my goldfish at dawn"


def test_a_title_ends_before_another_clause() -> None:
    topic = "the heron took two of my goldfish at dawn so we put a net over the pond and a plastic owl next to it"
    assert write_note(_report(topic, GOLDFISH)).title == "The heron took two of my goldfish at dawn"


def test_many_sentences_have_two_paragraphs() -> None:
    sentences = [f"I found key {number} in the garden." for number in range(6)]
    assert len(write_note(_report("I found keys in the garden", *sentences)).blocks) == 2


def test_a_guide_opens_with_the_report_before_its_sources() -> None:
    source = Source("Descaling a kettle", "Fill the kettle with water and two spoons of citric acid.", Closeness.CLOSE)
    request = NoteRequest(Language.ENGLISH, "descaling a kettle", statements=(OVEN,), content_type="guide",
                          sources=(source,))  # fmt: skip
    body = write_note(request).body
    assert body.startswith(OVEN) and "citric acid" in body


def test_a_source_that_is_only_related_is_not_cited_in_a_story() -> None:
    source = Source("Keeping goldfish", "Goldfish need a pond that is at least a metre deep.", Closeness.RELATED)
    assert "metre deep" not in write_note(_report("my goldfish", GOLDFISH, sources=(source,))).body


def test_an_excluded_word_removes_its_sentence() -> None:
    draft = write_note(_report("moving the bakery", OVEN, GOLDFISH, constraints=("don't mention the heron",)))
    assert "heron" not in draft.body


def test_what_was_to_be_mentioned_is_not_declared_as_ignored() -> None:
    draft = write_note(
        _report("the bakery", "The oven came with us.", constraints=("mention that the oven came with us",))
    )
    assert not any("without effect" in one for one in draft.remarks)


def test_a_revised_story_keeps_the_other_sentences() -> None:
    first = write_note(_report("moving the bakery", OVEN, GOLDFISH))
    again = write_note(_report("moving the bakery", OVEN, GOLDFISH, previous=first, feedback="a shorter title please"))
    assert again.body == first.body


def test_tags_of_a_long_topic_are_nouns() -> None:
    request = NoteRequest(Language.CHINESE, "我妈退休以后去学了口琴，现在在公园里合奏", content_type="story")
    assert {"我妈", "以后", "现在"}.isdisjoint(write_note(request).tags)


def test_a_note_on_a_death_neither_cheers_nor_invites_comments() -> None:
    request = NoteRequest(Language.ENGLISH, "the first year after my sister died", tone="friendly and practical")
    draft = write_note(request)
    assert (draft.title, draft.body) == (
        "The first year after my sister died",
        "The first year after my sister died.",
    )


def test_a_tone_that_the_user_names_holds_on_such_an_occasion_too() -> None:
    source = Source("葱油饼怎么做", "葱油饼的面要用热水烫一半，再醒二十分钟。", Closeness.CLOSE)
    request = NoteRequest(Language.CHINESE, "爷爷去世以后的葱油饼", tone="活泼", sources=(source,))
    assert has_emoji(write_note(request).title)


def test_the_tone_of_every_note_does_not_cheer_on_such_an_occasion() -> None:
    source = Source("葱油饼怎么做", "葱油饼的面要用热水烫一半，再醒二十分钟。", Closeness.CLOSE)
    request = NoteRequest(Language.CHINESE, "爷爷去世以后的葱油饼", tone="亲切实用", sources=(source,))
    assert not has_emoji(write_note(request).title)


@pytest.mark.parametrize(
    "topic",
    ["my dead orchid on the windowsill", "dying to try the new ramen place", "a dead simple flatbread",
     "清明假期带娃去哪玩", "盗墓笔记读后感", "今天有点丧"],
)  # fmt: skip
def test_a_word_in_another_sense_is_no_such_occasion(topic: str) -> None:
    assert not is_solemn(topic)


@pytest.mark.parametrize("topic", ["回老家给奶奶迁坟", "奔丧路上", "our dog died in June", "a year after the funeral"])
def test_a_death_is_such_an_occasion(topic: str) -> None:
    assert is_solemn(topic)


def test_a_note_on_a_death_without_a_report_states_that_nothing_was_added() -> None:
    draft = write_note(NoteRequest(Language.ENGLISH, "the first year after my sister died"))
    assert any("nothing added" in one for one in draft.remarks)


def test_a_general_sentence_is_only_for_a_topic_of_its_theme() -> None:
    gifts = NoteRequest(Language.ENGLISH, "birthday gifts for my mother", constraints=("mention the budget",))
    assert "three columns" not in write_note(gifts).body


def test_a_frame_does_not_repeat_a_report_with_sources() -> None:
    source = Source("The first week with a new cat", "Many new cats hide for several days.", Closeness.CLOSE)
    report = "Adopted a senior cat last week and she came out today."
    topic = report.removesuffix(".")
    assert write_note(_report(topic, report, sources=(source,))).body.count("senior cat") == 1
