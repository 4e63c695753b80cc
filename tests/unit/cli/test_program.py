"""Suggested commands start with the program as the user called it."""

import pytest

from services.cli.program import find_name

VENV = "/home/me/.venv/bin/reflow"
BY_UV = {"UV_RUN_RECURSION_DEPTH": "1"}


@pytest.mark.parametrize(
    ("path", "environment", "on_path", "name"),
    [
        (VENV, {}, VENV, "reflow"),
        (VENV, BY_UV, VENV, "uv run reflow"),
        (VENV, {}, None, VENV),
        (".venv/bin/reflow", {}, "/usr/bin/reflow", ".venv/bin/reflow"),
        ("/src/services/cli/__main__.py", {}, None, "python -m services.cli"),
        ("/src/services/cli/__main__.py", BY_UV, None, "uv run python -m services.cli"),
    ],
)
def test_the_program_has_the_name_by_which_it_was_called(
    path: str, environment: dict[str, str], on_path: str | None, name: str
) -> None:
    assert find_name(path, environment, lambda _: on_path) == name
