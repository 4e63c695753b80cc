"""Language of the command line."""

from collections.abc import Iterator

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from services.cli.app import app
from services.cli.language import resolve_language
from services.common.text.language import Language


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
