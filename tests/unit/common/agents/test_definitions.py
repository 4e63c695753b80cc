"""Agents and templates as YAML: seed data is valid, and every mistake is reported with its line."""

from pathlib import Path

import pytest

from services.common.agents.catalog import load_catalog
from services.common.agents.definitions import parse_agent
from services.common.agents.templates import WorkflowTemplate, parse_template
from services.common.agents.yaml_source import DefinitionsInvalid
from services.common.text.language import Language

CATALOG = load_catalog()
AGENT = """\
id: painter
name: Painter
description: Paints.
layer: 3
systemPrompt: Paint.
tools: [read_file]
"""
TEMPLATE = """\
id: two-stages
name: Two
description: Two stages.
stages:
  - id: first
    agent: coder
    description: First.
  - id: second
    agent: coder
    description: Second.
    inputs: [first]
"""


def template_of(text: str) -> WorkflowTemplate:
    return parse_template(text.encode(), "t.yaml", CATALOG.agents)


def mistakes_of(text: str, *, template: bool = False) -> list[tuple[int, str]]:
    with pytest.raises(DefinitionsInvalid) as caught:
        if template:
            template_of(text)
        else:
            parse_agent(text.encode(), "a.yaml")
    return [(mistake.line, mistake.text.en) for mistake in caught.value.mistakes]


def test_a_request_is_compared_with_no_empty_text() -> None:
    agent = parse_agent(AGENT.replace("description: Paints.", 'description: ""').encode(), "a.yaml")
    assert agent.describe() == ("Painter",)


def test_the_twelve_agents_and_the_six_templates_ship() -> None:
    layers = {layer: {one.id for one in CATALOG.agents.values() if one.layer == layer} for layer in range(4)}
    assert layers == {
        0: {"planner", "coordinator", "evaluator"},
        1: {"code-reviewer", "debugger", "architect"},
        2: {"vision-analyzer", "vision-processor", "vision-annotator"},
        3: {"coder", "test-writer", "documenter"},
    }
    images = {"image-ocr-annotate", "image-element-detect", "image-text-extract", "image-redact"}
    assert set(CATALOG.templates) == images | {"code-review-and-fix", "code-map"}


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("[read_file]", "[read_file, fly]"), 6, "fly"),
        (("layer: 3", "layer: 9"), 4, "0 to 3"),
        (("name: Painter", "nam: Painter"), 2, "nam"),
        (("id: painter", "id: Painter!"), 1, "lower-case"),
        (("description: Paints.", "description: [1]"), 3, "text"),
        (("tools:", "maxIterations: 5000\ntools:"), 6, "1 to 50"),
        (("tools:", 'examples: [paint, "  "]\ntools:'), 6, "empty"),
        (("tools:", "canSpawnSubagents: maybe\ntools:"), 6, "true or false"),
        (("tools:", "modelOverride: {provider: x}\ntools:"), 6, "model"),
        (("layer: 3", "layer: 3\nlayer: 2"), 5, "repeated"),
        (("layer: 3", "layer: [3"), 5, "Not valid YAML"),
        (("layer: 3", "layer: &a 3\nmaxIterations: *a"), 5, "aliases"),
    ],
)
def test_a_mistake_in_an_agent_is_reported_with_its_line(change: tuple[str, str], line: int, message: str) -> None:
    assert any(at == line and message in text for at, text in mistakes_of(AGENT.replace(*change)))


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("agent: coder\n    description: Second", "agent: nobody\n    description: Second"), 8, '"nobody"'),
        (("inputs: [first]", "inputs: [third]"), 8, '"third"'),
        (("description: First.", "description: First.\n    inputs: [second]"), 5, "wait for each other"),
        (("inputs: [first]", "inputs: [first]\n    when: 'first..data'"), 8, "invalid when"),
        (("inputs: [first]", "inputs: [first]\n    when: 'other.data'"), 8, '"other"'),
        (("inputs: [first]", "inputs: [first]\n    when: '`false`'"), 8, "never be executed"),
        (("inputs: [first]", "inputs: [first]\n    schema: {type: poem}"), 8, "schema"),
        (("inputs: [first]", "inputs: [first]\n    schema: {$ref: 'http://a.invalid'}"), 8, "$ref"),
        (("inputs: [first]", "inputs: [first]\n    onError: {strategy: hope}"), 12, "strategy"),
        (("inputs: [first]", "inputs: [first]\n    onError: {strategy: fallback, fallback: first}"), 8, "fallback"),
        (("id: second", "id: first"), 8, "twice"),
        (("inputs: [first]", "inputs: [first]\n    repeat: {until: second.data, max: 99}"), 12, "1 to 10"),
    ],
)
def test_a_mistake_in_a_template_is_reported_with_its_line(change: tuple[str, str], line: int, message: str) -> None:
    found = mistakes_of(TEMPLATE.replace(*change), template=True)
    assert any(at == line and message in text for at, text in found), found


def test_a_template_runs_independent_stages_in_one_group() -> None:
    template = template_of(TEMPLATE.replace("    inputs: [first]\n", ""))
    plan = template.to_plan(CATALOG.agents, Language.ENGLISH)
    assert [group.stages for group in plan.execution_order] == [("first", "second")]


def test_a_folder_of_the_user_adds_agents_and_cannot_replace_those_that_ship(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "painter.yaml").write_text(AGENT, "utf-8")
    assert "painter" in load_catalog(tmp_path).agents
    (tmp_path / "agents" / "other.yaml").write_text(AGENT.replace("id: painter", "id: coder"), "utf-8")
    with pytest.raises(DefinitionsInvalid, match=r"other\.yaml:1: .*coder"):
        load_catalog(tmp_path)
