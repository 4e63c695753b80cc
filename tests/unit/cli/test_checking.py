"""What `reflow doctor` finds, from a configuration and what answered."""

from typing import Any

import pytest

from services.cli.checking import (
    Finding,
    Probe,
    State,
    engine_problem,
    image_findings,
    key_findings,
    own_addresses,
    provider_findings,
    role_findings,
)
from services.common.language import Text
from services.common.models.configuration import Configuration

DEEPSEEK = {"provider": "deepseek", "model": "deepseek-chat"}


def configured(**tables: Any) -> Configuration:
    return Configuration.model_validate(tables)


def lines(findings: Any) -> dict[str, tuple[State, str]]:
    return {finding.subject.en: (finding.state, finding.said.en) for finding in findings}


def test_without_a_configuration_every_role_falls_to_its_built_in_engine() -> None:
    findings = tuple(role_findings(configured(), {}))
    assert {finding.state for finding in findings} == {State.BUILT_IN}
    assert {finding.subject.en for finding in findings} == {"planner", "critic", "vision", "writer", "embedding"}


def test_a_missing_key_is_named_and_a_present_one_is_not_shown() -> None:
    configuration = configured(roles={"planner": DEEPSEEK})
    assert lines(key_findings(configuration, {}))["DEEPSEEK_API_KEY"][0] is State.WRONG
    found = tuple(key_findings(configuration, {"DEEPSEEK_API_KEY": "sk-marked"}))
    assert found[0].state is State.FINE and "sk-marked" not in repr(found)


def test_a_role_whose_key_is_missing_is_not_called_fine() -> None:
    configuration = configured(roles={"planner": DEEPSEEK})
    assert lines(role_findings(configuration, {}))["planner"] == (
        State.WRONG, "deepseek/deepseek-chat, JSON mode; DEEPSEEK_API_KEY is missing",
    )  # fmt: skip
    assert lines(role_findings(configuration, {"DEEPSEEK_API_KEY": ""}))["planner"][0] is State.FINE


def test_a_critic_that_cannot_look_at_pictures_says_so() -> None:
    blind = configured(roles={"critic": {"provider": "ollama", "model": "qwen3"}})
    assert "only measured" in lines(role_findings(blind, {}))["critic"][1]
    seeing = configured(roles={"vision": {"provider": "ollama", "model": "llava"}})
    assert lines(role_findings(seeing, {}))["critic"] == (State.FINE, "measuring, and asking the vision model")


def test_a_critic_beside_a_vision_model_is_said_not_to_be_asked() -> None:
    both = configured(roles={"critic": DEEPSEEK, "vision": {"provider": "ollama", "model": "llava"}})
    assert lines(role_findings(both, {"DEEPSEEK_API_KEY": ""}))["critic"][1].startswith(
        "deepseek/deepseek-chat is not asked"
    )


def test_an_engine_with_an_address_of_its_own_is_asked_there_once_its_key_is_there() -> None:
    engine = {"kind": "openai", "provider": "openai", "model": "m", "base_url": "http://gpu:1/v1/"}
    configuration = configured(images={"engines": {"own": engine, "plain": {**engine, "base_url": ""}}})
    keys = {"OPENAI_API_KEY": ""}
    assert own_addresses(configuration, keys) == {"own": "http://gpu:1/v1/models"}
    found = lines(image_findings(configuration, keys, {"own": Probe(status=200, milliseconds=3)}, {}))
    assert found["own"] == (State.FINE, "openai · openai · m · http://gpu:1/v1/ answers, 3 ms")
    assert own_addresses(configuration, {}) == {}


@pytest.mark.parametrize(
    ("probe", "state", "said"),
    [
        (Probe(status=200, milliseconds=12), State.FINE, "answers, 12 ms"),
        (Probe(status=404, milliseconds=3), State.FINE, "answers, 3 ms"),
        (Probe(status=401), State.WRONG, "does not accept the key (401)"),
        (Probe(status=301), State.WRONG, "redirects: write the address it leads to (301)"),
        (Probe(status=503), State.WRONG, "is failing (503)"),
        (Probe(failure=Text("连不上", "cannot be reached")), State.WRONG, "cannot be reached"),
    ],
)
def test_what_came_of_asking_a_provider_is_told_in_words(probe: Probe, state: State, said: str) -> None:
    configuration = configured(roles={"planner": DEEPSEEK})
    found = lines(provider_findings(configuration, {"deepseek": probe}))
    assert found == {"deepseek": (state, f"https://api.deepseek.com {said}")}


def test_the_default_image_engine_is_marked() -> None:
    engines = {"qwen-image": {"kind": "dashscope", "provider": "dashscope"}}
    configuration = configured(images={"default": "qwen-image", "engines": engines})
    found = lines(image_findings(configuration, {"DASHSCOPE_API_KEY": ""}, {}, {}))
    assert found["qwen-image (default)"] == (State.FINE, "dashscope · dashscope · qwen-image")
    assert found["builtin"][0] is State.BUILT_IN
    assert lines(image_findings(configured(), {}, {}, {}))["builtin"][1].endswith("(default)")


@pytest.mark.parametrize(
    ("installed", "folder_there", "said"),
    [(False, True, "extra"), (True, False, "no folder"), (True, True, "")],
)
def test_what_a_local_engine_lacks_is_said(installed: bool, folder_there: bool, said: str) -> None:
    configuration = configured(images={"engines": {"sd": {"kind": "diffusers", "model": "/models/sd"}}})
    problem = engine_problem(configuration.images.engines["sd"], installed=installed, folder_there=folder_there)
    assert (problem is None) == (not said)
    assert problem is None or said in problem.en


def test_a_problem_of_a_local_engine_makes_its_line_wrong() -> None:
    configuration = configured(images={"engines": {"sd": {"kind": "diffusers", "model": "/models/sd"}}})
    found = lines(image_findings(configuration, {}, {}, {"sd": Text("没有", "missing")}))
    assert found["sd"] == (State.WRONG, "missing")


def test_a_finding_speaks_both_languages() -> None:
    for finding in role_findings(configured(), {}):
        assert isinstance(finding, Finding) and finding.said.zh != finding.said.en
