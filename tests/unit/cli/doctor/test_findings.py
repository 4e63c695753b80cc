"""Findings of `reflow doctor`, from a configuration and probes."""

from typing import Any

import pytest

from services.cli.doctor.findings import (
    Finding,
    Probe,
    RoleCall,
    State,
    engine_addresses,
    engine_problem,
    image_findings,
    key_findings,
    provider_findings,
    role_findings,
)
from services.common.llm.configuration import Configuration, Role
from services.common.text.language import Text

DEEPSEEK = {"provider": "deepseek", "model": "deepseek-chat"}


def configured(**tables: Any) -> Configuration:
    return Configuration.model_validate(tables)


def lines(findings: Any) -> dict[str, tuple[State, str]]:
    return {finding.subject.en: (finding.state, finding.message.en) for finding in findings}


def test_without_a_configuration_every_role_uses_its_built_in_engine() -> None:
    findings = tuple(role_findings(configured(), {}))
    assert {finding.state for finding in findings} == {State.BUILT_IN}
    assert {finding.subject.en for finding in findings} == {role.value for role in Role}


def test_a_missing_key_is_named_and_a_present_one_is_not_displayed() -> None:
    configuration = configured(roles={"planner": DEEPSEEK})
    assert lines(key_findings(configuration, {}))["DEEPSEEK_API_KEY"][0] is State.WRONG
    found = tuple(key_findings(configuration, {"DEEPSEEK_API_KEY": "sk-marked"}))
    assert found[0].state is State.FINE and "sk-marked" not in repr(found)


def test_a_role_with_a_missing_key_is_reported_as_wrong() -> None:
    configuration = configured(roles={"planner": DEEPSEEK})
    assert lines(role_findings(configuration, {}))["planner"] == (
        State.WRONG, "deepseek/deepseek-chat, JSON mode; DEEPSEEK_API_KEY is missing",
    )  # fmt: skip
    assert lines(role_findings(configuration, {"DEEPSEEK_API_KEY": ""}))["planner"][0] is State.UNTESTED


@pytest.mark.parametrize(
    ("call", "state", "end"),
    [
        (None, State.UNTESTED, "(no real call was made)"),
        (RoleCall(12), State.FINE, "answers a real call, 12 ms"),
        (RoleCall(problem=Text("坏了", "is broken")), State.WRONG, "; it is broken"),
    ],
)
def test_a_role_is_fine_only_after_a_real_call(call: RoleCall | None, state: State, end: str) -> None:
    calls = {} if call is None else {Role.PLANNER: call}
    configuration = configured(roles={"planner": DEEPSEEK})
    found = lines(role_findings(configuration, {"DEEPSEEK_API_KEY": ""}, calls))["planner"]
    assert found[0] is state and found[1].endswith(end)


def test_a_critic_without_vision_is_reported() -> None:
    blind = configured(roles={"critic": {"provider": "ollama", "model": "qwen3"}})
    assert "only measured" in lines(role_findings(blind, {}))["critic"][1]
    seeing = configured(roles={"vision": {"provider": "ollama", "model": "llava"}})
    assert lines(role_findings(seeing, {}))["critic"] == (State.FINE, "measuring, and the vision model")


def test_a_critic_next_to_a_vision_model_is_reported_as_unused() -> None:
    both = configured(roles={"critic": DEEPSEEK, "vision": {"provider": "ollama", "model": "llava"}})
    assert lines(role_findings(both, {"DEEPSEEK_API_KEY": ""}))["critic"][1].startswith(
        "deepseek/deepseek-chat is not used"
    )


def test_an_engine_with_its_own_address_and_key_is_probed_there() -> None:
    engine = {"kind": "openai", "provider": "openai", "model": "m", "base_url": "http://gpu:1/v1/"}
    configuration = configured(images={"engines": {"own": engine, "plain": {**engine, "base_url": ""}}})
    keys = {"OPENAI_API_KEY": ""}
    assert engine_addresses(configuration, keys) == {"own": "http://gpu:1/v1/models"}
    found = lines(image_findings(configuration, keys, {"own": Probe(status=200, milliseconds=3)}, {}))
    assert found["own"] == (State.FINE, "openai · openai · m · http://gpu:1/v1/ answers, 3 ms")
    assert engine_addresses(configuration, {}) == {}


@pytest.mark.parametrize(
    ("probe", "state", "message"),
    [
        (Probe(status=200, milliseconds=12), State.FINE, "answers, 12 ms"),
        (Probe(status=404, milliseconds=3), State.FINE, "answers, 3 ms"),
        (
            Probe(status=200, is_page=True),
            State.WRONG,
            "answers with a page: check the address (it usually ends with /v1)",
        ),
        (Probe(status=402), State.WRONG, "has no balance left (402): top up the account"),
        (Probe(status=401), State.WRONG, "does not accept the key (401)"),
        (Probe(status=301), State.WRONG, "redirects: write the address it leads to (301)"),
        (Probe(status=503), State.WRONG, "is failing (503)"),
        (Probe(failure=Text("连不上", "cannot be reached")), State.WRONG, "cannot be reached"),
    ],
)
def test_the_result_of_a_probe_is_described(probe: Probe, state: State, message: str) -> None:
    configuration = configured(roles={"planner": DEEPSEEK})
    found = lines(provider_findings(configuration, {"deepseek": probe}))
    assert found == {"deepseek": (state, f"https://api.deepseek.com {message}")}


def test_the_default_image_engine_is_marked() -> None:
    engines = {"qwen-image": {"kind": "dashscope", "provider": "dashscope"}}
    configuration = configured(images={"default": "qwen-image", "engines": engines})
    found = lines(image_findings(configuration, {"DASHSCOPE_API_KEY": ""}, {}, {}))
    assert found["qwen-image (default)"] == (State.FINE, "dashscope · dashscope · qwen-image")
    assert found["builtin"][0] is State.BUILT_IN
    assert lines(image_findings(configured(), {}, {}, {}))["builtin"][1].endswith("(default)")


@pytest.mark.parametrize(
    ("installed", "folder_there", "message"),
    [(False, True, "extra"), (True, False, "no folder"), (True, True, "")],
)
def test_the_problem_of_a_local_engine_is_named(installed: bool, folder_there: bool, message: str) -> None:
    configuration = configured(images={"engines": {"sd": {"kind": "diffusers", "model": "/models/sd"}}})
    problem = engine_problem(configuration.images.engines["sd"], installed=installed, folder_there=folder_there)
    assert (problem is None) == (not message)
    assert problem is None or message in problem.en


def test_a_local_engine_with_a_problem_is_reported_as_wrong() -> None:
    configuration = configured(images={"engines": {"sd": {"kind": "diffusers", "model": "/models/sd"}}})
    found = lines(image_findings(configuration, {}, {}, {"sd": Text("没有", "missing")}))
    assert found["sd"] == (State.WRONG, "missing")


def test_a_finding_has_both_languages() -> None:
    for finding in role_findings(configured(), {}):
        assert isinstance(finding, Finding) and finding.message.zh != finding.message.en


def test_a_broken_model_of_the_agents_is_reported() -> None:
    configuration, calls = (
        configured(roles={"agent": DEEPSEEK}),
        {Role.AGENT: RoleCall(problem=Text("坏了", "is broken"))},
    )
    assert lines(role_findings(configuration, {"DEEPSEEK_API_KEY": ""}, calls))["agent"][0] is State.WRONG
