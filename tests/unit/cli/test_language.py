"""Language of the command line."""

from collections.abc import Iterator

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from services.cli.app import app
from services.cli.language import find_requested_language, resolve_language
from services.common.text.language import Language, find_written_language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "zh"),
        ({"LANG": "C.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "", "LC_MESSAGES": "en_GB"}, "en"),
    ],
)
def test_the_locale_decides_and_chinese_is_the_default(environment: dict[str, str], language: str) -> None:
    assert resolve_language(None, environment) == language


@pytest.mark.parametrize(
    ("text", "locale", "language"),
    [
        ("make it brighter", "C.UTF-8", "en"),
        ("make it brighter", "de_DE.UTF-8", "en"),
        ("再亮一点", "C.UTF-8", "zh"),
        ("再亮一点", "en_US.UTF-8", "en"),
        ("make it brighter", "zh_CN.UTF-8", "zh"),
        ("3 + 4", "", "zh"),
    ],
)
def test_the_text_decides_if_the_locale_is_neither_chinese_nor_english(text: str, locale: str, language: str) -> None:
    assert resolve_language(None, {"LANG": locale}, text) == language


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        ("run --seed abc --lang en", "en"),
        ("run --lang=en --zzz", "en"),
        ("run --lang de", None),
        ("run a --lang", None),
    ],
)
def test_a_usage_error_is_in_the_requested_language(arguments: str, language: str | None) -> None:
    assert find_requested_language(arguments.split()) == language


def test_a_requested_language_wins_over_the_locale() -> None:
    assert resolve_language(Language.ENGLISH, {"LC_ALL": "zh_CN.UTF-8"}) is Language.ENGLISH


def test_every_command_that_prints_texts_takes_a_language() -> None:
    without = [path for path, command in list_commands(get_command(app)) if "--lang" not in list_options(command)]
    assert without == ["version"]


def list_commands(command: object, path: str = "") -> Iterator[tuple[str, TyperCommand]]:
    """Yield the commands of a group, and of the groups in it, by their words."""
    if isinstance(command, TyperGroup):
        for name, one in command.commands.items():
            yield from list_commands(one, f"{path} {name}".strip())
    elif isinstance(command, TyperCommand):
        yield path, command


def list_options(command: TyperCommand) -> list[str]:
    """Return the names of the options of a command."""
    return [name for parameter in command.params for name in parameter.opts]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("写一篇春游攻略", "zh"),
        ("写一篇 citywalk 攻略", "zh"),
        ("A guide to 武汉 for a weekend", "en"),
        ("spring outing", "en"),
        ("12 + 3", None),
        ("-", None),
    ],
)
def test_the_language_of_a_note_is_that_of_most_of_its_request(text: str, language: str | None) -> None:
    assert find_written_language(text) == language
