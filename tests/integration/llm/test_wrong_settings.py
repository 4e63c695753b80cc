"""A service with an invalid configuration of models exits immediately with status 2 and reports the reason."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures.systems.clean_environment import without_settings

KEYLESS = '[roles.planner]\nprovider = "deepseek"\nmodel = "m"\n[roles.vision]\nprovider = "zhipu"\nmodel = "m"\n'


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (KEYLESS, ["DEEPSEEK_API_KEY", "ZHIPUAI_API_KEY"]),
        ("roles = [", ["models.toml"]),
        (KEYLESS.replace("zhipu", "nobody"), ["roles.vision.provider"]),
        (None, ["models.toml"]),
    ],
    ids=["keys missing", "no TOML", "wrong", "no file"],
)
def test_a_service_reports_what_is_wrong_with_its_models(text: str | None, names: list[str], tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    if text is not None:
        path.write_text(text)
    settings = {"REFLOW_MODELS": str(path), "REFLOW_LISTEN": f"unix:{tmp_path}/socket"}
    command = [sys.executable, "-m", "services.planner"]
    ended = subprocess.run(command, env=without_settings(os.environ) | settings, capture_output=True, timeout=60)
    text = ended.stderr.decode()
    assert (ended.returncode, "Traceback" in text) == (2, False) and all(name in text for name in names), text
