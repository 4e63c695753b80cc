"""The check of names and prose against the glossary."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.check_vocabulary import (
    Hit,
    Rule,
    Vocabulary,
    check_files,
    check_path,
    check_text,
    format_counts,
    load_vocabulary,
)

VOCABULARY = Vocabulary(
    rules=(
        Rule(words=("told",), use="return"),
        Rule(words=("asked",), use="requested", names=(r"(\w+_)?question_asked",), phrases=("frequently asked",)),
        Rule(words=("turn",), use="lock", scope="names"),
        Rule(words=("the world",), use="dependencies", scope="prose"),
        Rule(words=("door",), use="endpoint", paths=("engines/painter/*",)),
    ),
    include=("*.py",),
    ignore=(),
    nouns=frozenset({"typesetting"}),
)


def words_of(source: str, path: str = "services/module.py") -> list[str]:
    """Return the words that the check finds in *source*."""
    return [hit.word.split()[0] for hit in check_text(path, source, VOCABULARY)]


@pytest.mark.parametrize(
    "source",
    [
        "def what_was_told() -> None: ...",
        "class WhatWasTold: ...",
        "class HTTPTold: ...",
        "def report(told: str) -> None: ...",
        "told = 1",
        "for told in range(3): ...",
        "value.told = 1",
        "report(told=1)",
        "import report as told",
        "class Report:\n    told: str",
        'METRIC = "reflow.told"',
        'log.info("it was told", run_id=1)',
        "# It was told.",
        '"""It was told."""',
        'def report() -> None:\n    """Report what\n\n    was told.\n    """',
        "def test_what_was_told_is_reported() -> None: ...",
    ],
)
def test_a_banned_word_is_found_in_names_comments_docstrings_and_test_names(source: str) -> None:
    assert words_of(source) == ["told"]


@pytest.mark.parametrize(
    "source",
    [
        "stoldered = 1",
        'message = "It was told."',
        'word = "told"',
        "from library import told",
        "print(told, value.told)",
        "# The value of `told` is `it was told`; see https://example.com/told and <told>.",
        '# The engine "told" stays.',
    ],
)
def test_parts_of_words_strings_uses_and_code_in_prose_are_not_hits(source: str) -> None:
    assert words_of(source) == []


def test_a_hit_names_path_line_word_and_the_term_to_use() -> None:
    hits = list(check_text("services/module.py", "one = 1\nwas_told = 2\n", VOCABULARY))

    assert [str(hit) for hit in hits] == ["services/module.py:2: told in was_told -> use return"]


def test_a_word_banned_in_names_is_allowed_in_prose() -> None:
    assert words_of("turn = 1  # Turn the image.") == ["turn"]


def test_a_phrase_is_found_in_prose_regardless_of_case_and_spaces() -> None:
    hits = list(check_text("services/module.py", "# The  World and the_world.", VOCABULARY))

    assert [hit.word for hit in hits] == ["the world"]


def test_an_allowed_name_is_matched_as_a_whole() -> None:
    assert words_of("question_asked = 1\non_question_asked = 2\nquestion_asked_at = 3") == ["asked"]


def test_an_allowed_phrase_covers_the_word_within_it_only() -> None:
    assert words_of("# Frequently asked questions are asked.") == ["asked"]


def test_a_word_is_allowed_in_the_files_named() -> None:
    assert words_of("door = 1", "engines/painter/houses.py") == []
    assert words_of("door = 1", "services/gateway/routes.py") == ["door"]


def test_markdown_is_read_without_its_code() -> None:
    source = "It was told.\n```python\ntold = 1\n```\nIt was `told` again.\nTold.\n"

    hits = list(check_text("docs/page.md", source, VOCABULARY))

    assert [hit.line for hit in hits] == [1, 6]


def test_comments_and_names_of_protos_are_read() -> None:
    source = "// It was told.\nmessage Told {\n  // Fine.\n  repeated string told_twice = 1;\n}\n"

    hits = list(check_text("protos/reflow/v1/told.proto", source, VOCABULARY))

    assert [hit.line for hit in hits] == [1, 2, 4]


def test_comments_of_toml_and_shell_are_read() -> None:
    assert words_of("#!/usr/bin/env told\nvalue = 1  # It was told.\n", "settings.toml") == ["told"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("services/gateway/telling.py", ["gerund"]),
        ("services/gateway/telling/__init__.py", ["gerund"]),
        ("services/executor/drawing_notes.py", ["gerund"]),
        ("tests/unit/test_telling.py", ["gerund"]),
        ("engines/typesetting/__init__.py", []),
        ("services/common/settings.py", []),
        ("docs/notes/writing.md", []),
        ("services/gateway/what_was_told.py", ["told"]),
        ("docs/what-was-told.md", ["told"]),
    ],
)
def test_banned_words_in_file_names_and_gerunds_in_module_names_are_found(path: str, words: list[str]) -> None:
    assert [hit.word.split()[0] for hit in check_path(path, VOCABULARY)] == words


def test_counts_are_per_word_and_folder() -> None:
    hits = [
        Hit("services/a.py", 1, "told", "return"),
        Hit("services/a.py", 2, "told in was_told", "return"),
        Hit("tests/a.py", 1, "gerund module telling", "a noun"),
    ]

    rows = [line.split() for line in format_counts(hits).splitlines()]

    assert rows == [
        ["total", "services", "tests"],
        ["told", "2", "2"],
        ["gerund", "module", "1", "1"],
        ["total", "3", "2", "1"],
    ]


def test_every_word_of_the_project_has_one_rule_and_every_exception_is_a_valid_expression() -> None:
    vocabulary = load_vocabulary()

    words = [word for rule in vocabulary.rules for word in rule.words]

    assert len(words) == len(set(words))
    assert {rule.scope for rule in vocabulary.rules} <= {"everywhere", "names", "prose"}
    assert all(re.compile(expression) for rule in vocabulary.rules for expression in rule.names + rule.phrases)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Write a file below a new working directory and return its path."""
    monkeypatch.chdir(tmp_path)

    def write_file(path: str, source: str) -> str:
        (tmp_path / path).write_text(source)
        return path

    return write_file


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("connection_refused = 1  # The connection was refused; connections refused.", 0),
        ("request_refused = 1  # The request was refused.", 2),
        ("question_asked = QuestionAsked()  # So that tests can tell them apart.", 0),
        ("# Event-driven, through the GPU driver.", 0),
        ("# The driver of a run.", 1),
        ("held_out = 1", 0),
    ],
)
def test_the_terms_of_the_field_are_allowed(write: Callable[[str, str], str], source: str, count: int) -> None:
    assert len(check_files([write("module.py", source)])) == count
