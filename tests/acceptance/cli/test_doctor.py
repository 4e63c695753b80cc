"""`reflow doctor` from the outside, with providers that respond, reject, or are unreachable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.services.providers import KEYS, ROLES, FakeProviders
from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.command_line import TIMEOUT_SECONDS
from tests.fixtures.systems.module_process import run_module
from tests.fixtures.systems.terminal import terminal as open_terminal


@dataclass(frozen=True)
class Report:
    """Output and exit status of `reflow doctor`."""

    out: str
    err: str
    status: int

    def line(self, *words: str) -> str:
        """Return the one line that holds all *words*."""
        (found,) = [line for line in self.out.splitlines() if all(word in line for word in words)]
        return found


def doctor(data: Path, environment: Mapping[str, str], language: str = "en", *options: str) -> Report:
    # Wide, so that no line is folded where a test looks for it.
    own = without_settings(os.environ) | {"COLUMNS": "400"} | dict(environment)
    words = ("doctor", "--data", str(data), "--lang", language, *options)
    done = run_module("services.cli", own, *words, timeout=TIMEOUT_SECONDS)
    return Report(done.stdout, done.stderr, done.returncode)


def test_without_a_configuration_every_engine_is_built_in_and_nothing_is_wrong(tmp_path: Path) -> None:
    report = doctor(tmp_path, {})
    assert report.status == 0 and "Everything works." in report.out
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


# Real calls

CHAT = "openai.chat"
BEHAVIORS: tuple[Mapping[str, Any], ...] = (
    {"model": "fake-planner", "failure": "model"},
    {"model": "fake-writer", "quirks": ["page"]},
    {"model": "fake-critic", "status": 402, "body": {"error": {"message": "Insufficient Balance"}}},
    {"model": "fake-vision", "quirks": ["error_object"]},
)
ADVICE: Mapping[str, Mapping[str, str]] = {
    "en": {"planner": "check roles.planner.model (fake-planner)", "writer": "check base_url", "critic": "top up"},
    "zh": {"规划": "请检查 roles.planner.model（fake-planner）", "写作": "请检查 base_url", "评审": "请充值"},
}


@pytest.mark.parametrize("language", ADVICE)
def test_a_model_that_does_not_answer_a_real_call_is_reported_with_what_to_do(
    language: str, providers: FakeProviders, tmp_path: Path
) -> None:
    models = providers.models_toml(tmp_path, roles=("planner", "writer", "critic", "vision"), engines=())
    providers.script(CHAT, *({**behavior, "always": True} for behavior in BEHAVIORS))
    report = doctor(tmp_path, providers.settings(models), language, "--yes")
    providers.reset()
    assert all(report.line("✗", role, advice) for role, advice in ADVICE[language].items())
    assert report.line("✗", "No model is loaded") and report.status == 1


def test_a_base_url_without_its_version_is_reported(providers: FakeProviders, tmp_path: Path) -> None:
    models = providers.models_toml(tmp_path, roles=("planner",), engines=())
    models.write_text(models.read_text().replace("/openai/v1", "/openai"))
    report = doctor(tmp_path, providers.settings(models), "en", "--yes")
    assert (report.status, f"try {providers.url}/openai/v1" in report.line("✗", "planner")) == (1, True)


def test_every_role_is_really_called_once(providers: FakeProviders, tmp_path: Path) -> None:
    providers.reset()
    report = doctor(tmp_path, providers.settings(providers.models_toml(tmp_path, engines=())), "en", "--yes")
    assert report.status == 0 and "Everything works." in report.out, report.out + report.err
    called = [entry["model"] for endpoint in (CHAT, "openai.embeddings") for entry in providers.request_log(endpoint)]
    assert sorted(called) == sorted(f"fake-{role}" for role in ROLES)
    assert "answers a real call" in report.line("✓", "embedding", "fake/")


def test_without_a_terminal_no_model_is_called_and_the_report_states_so(
    providers: FakeProviders, tmp_path: Path
) -> None:
    providers.reset()
    report = doctor(tmp_path, providers.settings(providers.models_toml(tmp_path, engines=())))
    assert report.status == 0 and "Everything works" not in report.out
    assert "reflow doctor --yes" in report.out and report.line("?", "planner", "no real call was made")
    assert not providers.request_log(CHAT) and not providers.request_log("openai.embeddings")


def test_in_a_terminal_the_user_decides_about_the_calls(providers: FakeProviders, tmp_path: Path) -> None:
    providers.reset()
    models = providers.models_toml(tmp_path, roles=("planner",), engines=())
    environment = without_settings(os.environ) | providers.settings(models)
    with open_terminal("doctor", "--data", str(tmp_path), "--lang", "en", environment=environment) as terminal:
        terminal.expect("each of: planner?")
        assert not providers.request_log(CHAT)
        terminal.type("y\n")
        assert terminal.end() == 0
    assert len(providers.request_log(CHAT)) == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_key_in_place_of_its_variable_and_a_misspelt_preset_are_reported(language: str, tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        '[providers.own]\npreset = "depseek"\nkey_variable = "Marked.0123456789"\nbase_url = "http://x/v1"\n'
    )
    report = doctor(tmp_path, {"REFLOW_MODELS": str(models)}, language)
    assert (report.status, "key_variable" in report.err, "Marked" in report.out + report.err) == (2, True, False)
    models.write_text(models.read_text().replace("Marked.0123456789", "OWN_KEY"))
    report = doctor(tmp_path, {"REFLOW_MODELS": str(models)}, language)
    assert (report.status, "'depseek'" in report.err, "deepseek, dashscope" in report.err) == (2, True, True)
    assert ("which is no known provider" in report.err, "不是已知的服务商" in report.err) == (
        language == "en", language == "zh",
    )  # fmt: skip


def test_a_key_in_an_address_is_not_shown(tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        '[providers.own]\nbase_url = "http://127.0.0.1:9/Marked.0123456789/v1"\nkey_variable = "OWN_KEY"\n'
        '[roles.planner]\nprovider = "own"\nmodel = "m"\n'
    )
    settings = {"REFLOW_MODELS": str(models), "OWN_KEY": "Marked.0123456789"}
    report = doctor(tmp_path, settings, "en", "--yes")
    assert report.status == 1 and "Marked" not in report.out + report.err


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
