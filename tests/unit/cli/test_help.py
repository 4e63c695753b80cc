"""Help of the commands, in both languages."""

from collections.abc import Iterator

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from services.cli.app import app


def commands() -> Iterator[tuple[str, ...]]:
    yield ()
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]  # a group
        yield (name,)
        yield from ((name, part) for part in getattr(command, "commands", {}))


@pytest.mark.parametrize("words", tuple(commands()), ids=" ".join)
def test_no_word_of_the_help_is_cut_off_in_80_columns(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    ended = CliRunner().invoke(app, [*words, "--help"])
    assert ended.exit_code == 0
    lines = [line for line in ended.output.splitlines() if not line.startswith("Usage:")]
    assert not [line for line in lines if "…" in line or line.endswith("...")]
