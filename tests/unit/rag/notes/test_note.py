"""Imported notes are validated, and the sample library is worth reading."""

import json
from collections import Counter
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.rag.adapters.builtin.shipped_vectors import compute_digest, load_shipped_vectors
from services.rag.adapters.embeddings import BuiltinEmbeddings, embed_texts
from services.rag.adapters.seed_data import load_seed_notes
from services.rag.domain.note import (
    MAX_BODY,
    MAX_IMPORT,
    MAX_QUESTION,
    MAX_QUESTIONS,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    MAX_TOPIC,
    compute_engagement,
    parse_note,
    parse_notes,
    select_known,
)
from services.rag.proto_mapper import note_from_proto
from services.rag.records import note_to_proto

MAX_SIMILARITY = 0.88
"""Of title and text: two notes above it are about the same."""
MIN_NEAR_TITLES = 0.8
"""Of title, topic and tags: the texts of notes below it are not compared."""
GOOD: dict[str, object] = {
    "key": "spring_lake",
    "title": "湖边的春天",
    "body": "早上有雾。\n中午有风。",
    "tags": ["春游", "#露营"],
    "topic": "旅行",
    "published": "2026-04-11",
    "likes": 12,
}


def test_a_note_is_unchanged_by_serialization_and_parsing() -> None:
    for note in load_seed_notes():
        assert parse_note(note.to_record()) == note


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", "Spring Lake"),
        ("title", ""),
        ("title", "春" * 101),
        ("title", "two\nlines"),
        ("body", "   "),
        ("body", "春" * 2_001),
        ("body", "bell\x07"),
        ("tags", []),
        ("tags", ["#"]),
        ("tags", ["🌸"]),
        ("tags", [f"tag{number}" for number in range(11)]),
        ("tags", "春游"),
        ("topic", ""),
        ("published", "2026-02-30"),
        ("published", "20260411"),
        ("published", ""),
        ("likes", -1),
        ("likes", 1_000_000_001),
        ("likes", "12"),
        ("comments", True),
        ("views", 3),
    ],
)
def test_an_invalid_field_is_named_with_its_line(field: str, value: object) -> None:
    with pytest.raises(ReflowError) as caught:
        parse_note(GOOD | {field: value}, line=7)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, f"notes[7].{field}")
    assert f"第 7 行的 {field}" in caught.value.text.zh
    assert f"Line 7, {field}" in caught.value.text.en


def test_tags_lose_their_hash_and_are_unique_after_normalization() -> None:
    assert parse_note(GOOD | {"tags": ["#OOTD", "ootd", "＃春游", "春游"]}).tags == ("OOTD", "春游")


def test_a_body_may_have_lines_and_numbers_are_optional() -> None:
    note = parse_note(GOOD)
    assert (note.body.count("\n"), note.likes, note.comments, note.published) == (1, 12, 0, date(2026, 4, 11))


def test_an_import_names_the_invalid_line_and_is_limited() -> None:
    good = json.dumps(GOOD)
    for lines, part in [([good, "{"], "第 2 行"), ([good, good], "第 2 行的 key"), ([], "没有笔记")]:
        with pytest.raises(ReflowError) as caught:
            parse_notes(lines)
        assert part in caught.value.text.zh
    many = [json.dumps(GOOD | {"key": f"k{number}"}) for number in range(MAX_IMPORT + 1)]
    assert len(parse_notes(many[:-1])) == MAX_IMPORT
    with pytest.raises(ReflowError, match="at most 250 notes"):
        parse_notes(many)


@given(st.dictionaries(st.sampled_from([*GOOD, "collects", "other"]), st.text() | st.integers() | st.none()))
def test_any_document_is_a_note_or_a_clear_error(changes: dict[str, object]) -> None:
    try:
        parse_note(GOOD | changes)
    except ReflowError as error:
        assert error.field


def test_a_comment_counts_as_four_likes() -> None:
    assert compute_engagement(likes=10, collects=5, comments=2) == 23


def test_the_library_covers_many_topics_and_twelve_months() -> None:
    notes = [note for note in load_seed_notes() if note.engagement]
    assert len(notes) >= 220
    assert len({note.topic for note in notes}) >= 12
    months = Counter(f"{note.published:%Y-%m}" for note in notes)
    assert (min(months), max(months), len(months)) == ("2025-11", "2026-10", 12)
    assert min(months.values()) >= 12
    assert min(Counter(note.topic for note in notes).values()) >= 12


def test_every_note_of_the_library_is_valid() -> None:
    for note in load_seed_notes():
        assert 60 <= len(note.body) <= (700 if len(note.body.encode()) < 2 * len(note.body) else 270), note.key
        assert 2 <= len(note.tags) <= 7, note.key


def test_no_two_notes_of_the_library_are_similar() -> None:
    notes = load_seed_notes()
    assert len({note.title for note in notes}) == len(notes)
    shipped = dict(load_shipped_vectors())
    titles = np.stack([shipped[compute_digest(BuiltinEmbeddings.name, note.embedded_text)] for note in notes])
    titles /= np.linalg.norm(titles, axis=1, keepdims=True)
    # Embedding all texts takes minutes.
    near = [notes[number] for number in np.unique(np.argwhere(np.triu(titles @ titles.T, 1) >= MIN_NEAR_TITLES))]
    vectors = embed_texts([f"{note.title} {note.body}" for note in near])
    alike = np.argwhere(np.triu(vectors @ vectors.T, 1) >= MAX_SIMILARITY)
    assert not [(near[one].title, near[other].title) for one, other in alike]


def test_the_longest_notes_of_an_import_fit_into_a_message() -> None:
    longest = "\U0001f600"
    note = parse_note(
        GOOD
        | {"key": "k" * 64, "title": longest * MAX_TITLE, "body": longest * MAX_BODY, "topic": longest * MAX_TOPIC}
        | {"tags": [longest * (MAX_TAG - 1) + str(number) for number in range(MAX_TAGS)]}
        | dict.fromkeys(("questions", "unanswered"), [longest * MAX_QUESTION] * MAX_QUESTIONS)
    )
    assert MAX_IMPORT * note_to_proto(note).ByteSize() < 4 * MEGABYTE


def test_a_stored_record_of_a_newer_version_is_read_without_its_new_fields() -> None:
    assert parse_note(select_known(GOOD | {"mood": "bright"})) == parse_note(GOOD)


def test_the_questions_of_a_note_are_stored_and_sent_as_they_are() -> None:
    note = parse_note(GOOD | {"questions": ["哪里看花", "花开了吗"], "unanswered": ["花怎么养"]})
    assert (note.questions, note.unanswered) == (("哪里看花", "花开了吗"), ("花怎么养",))
    assert parse_note(note.to_record()) == note == note_from_proto(note_to_proto(note))
