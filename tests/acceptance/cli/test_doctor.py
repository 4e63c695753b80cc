"""`reflow doctor` from the outside, with providers that respond, reject, or are unreachable."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fixtures.services.providers import KEYS, FakeProviders, fake_providers
from tests.fixtures.systems.clean_environment import without_settings


@dataclass(frozen=True)
class Report:
    """What it printed, and its exit status."""

    out: str
    err: str
    status: int

    def line(self, *words: str) -> str:
        """Return the one line that holds all *words*."""
        (found,) = [line for line in self.out.splitlines() if all(word in line for word in words)]
        return found


@pytest.fixture(scope="module")
def providers() -> Iterator[FakeProviders]:
    with fake_providers() as running:
        yield running


def doctor(data: Path, environment: Mapping[str, str], language: str = "en") -> Report:
    # Wide, so that no line is folded where a test looks for it.
    own = without_settings(os.environ) | {"COLUMNS": "200"} | dict(environment)
    command = [sys.executable, "-m", "services.cli", "doctor", "--data", str(data), "--lang", language]
    done = subprocess.run(command, capture_output=True, text=True, env=own, check=False, timeout=60)
    return Report(done.stdout, done.stderr, done.returncode)


def test_without_a_configuration_every_engine_is_built_in_and_nothing_is_wrong(tmp_path: Path) -> None:
    report = doctor(tmp_path, {})
    assert report.status == 0 and "All is well." in report.out
    assert "built-in rules" in report.line("planner")
    assert "docs/models/models.md" in report.out


def test_the_model_of_each_role_and_engine_is_reported(providers: FakeProviders, tmp_path: Path) -> None:
    report = doctor(tmp_path, providers.settings(providers.models_toml(tmp_path, default_engine="fake-dashscope")))
    assert report.status == 0, report.out + report.err
    assert "fake/fake-planner" in report.line("planner")
    assert "qwen-image" in report.line("fake-dashscope", "default")
    assert "answers" in report.line("fake-comfyui", providers.url)


def test_a_missing_key_is_named_with_what_needs_it(providers: FakeProviders, tmp_path: Path) -> None:
    settings = providers.settings(providers.models_toml(tmp_path, engines=()))
    del settings["FAKE_OPENAI_KEY"]
    report = doctor(tmp_path, settings)
    assert report.status == 1
    assert "missing" in report.line("✗", "FAKE_OPENAI_KEY", "environment")
    assert report.line("✗", "planner", "FAKE_OPENAI_KEY")
    assert not any(key in report.out + report.err for key in KEYS.values())


def test_a_rejected_key_is_reported(providers: FakeProviders, tmp_path: Path) -> None:
    providers.script("openai.models", {"failure": "key"})
    report = doctor(tmp_path, providers.settings(providers.models_toml(tmp_path, engines=())))
    providers.reset()
    assert (report.status, "does not accept the key (401)" in report.line("✗", "/openai/v1")) == (1, True)


def test_an_unreachable_server_is_reported(tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        '[images.engines.home]\nkind = "comfyui"\nbase_url = "http://127.0.0.1:9"\ncheckpoint = "a.safetensors"\n'
    )
    report = doctor(tmp_path, {"REFLOW_MODELS": str(models)})
    assert (report.status, "cannot be reached" in report.line("✗", "home")) == (1, True)


def test_an_invalid_comfyui_workflow_is_reported_before_a_run_needs_it(
    providers: FakeProviders, tmp_path: Path
) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        f'[images.engines.home]\nkind = "comfyui"\nbase_url = "{providers.url}/comfyui"\n'
        f'checkpoint = "a.safetensors"\ngenerate_workflow = "{tmp_path / "nowhere.json"}"\n'
    )
    report = doctor(tmp_path, {"REFLOW_MODELS": str(models)})
    assert (report.status, "nowhere.json" in report.line("✗", "home")) == (1, True)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(tmp_path: Path, language: str) -> None:
    models = tmp_path / "models.toml"
    models.write_text("[roles.planner\n")
    report = doctor(tmp_path, {"REFLOW_MODELS": str(models)}, language)
    assert (report.status, len(report.err.splitlines())) == (2, 1)
    assert "models.toml" in report.err
