"""Workflow templates: plans as files define them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from services.common.agents.definitions import AgentDefinition, describe, list_team, parse_id, read_examples
from services.common.agents.plan_check import check_plan, order_stages
from services.common.agents.structured_data import dump_json
from services.common.agents.yaml_source import DefinitionsInvalid, Located, Mistake, Reader, parse_yaml
from services.common.contract.agent_team.team import (
    MAX_ITEMS,
    MAX_STAGES,
    Complexity,
    FileKind,
    Stage,
    Strategy,
    TeamFile,
    TeamPlan,
)
from services.common.text.choices import list_names
from services.common.text.language import Language, Text

_FIELDS = frozenset({"id", "name", "description", "needs", "words", "examples", "complexity", "stages"})
_REQUIRED = frozenset({"id", "name", "description", "stages"})
_STAGE_FIELDS = frozenset(
    {"id", "agent", "description", "inputs", "when", "with", "forEach", "maxItems", "schema", "onError", "repeat"}
)
_STAGE_REQUIRED = frozenset({"id", "agent", "description"})
_STRATEGIES = {
    "retry": Strategy.ABORT,
    "abort": Strategy.ABORT,
    "skip": Strategy.SKIP,
    "fallback": Strategy.FALLBACK,
}
_RETRY = "retry"
_NEEDS = (FileKind.IMAGE.value,)
_MAX_WORDS = 100


@dataclass(frozen=True, slots=True)
class TemplateStage:
    """A stage with its description in both languages, and its line."""

    stage: Stage
    description: Text
    line: int


@dataclass(frozen=True, slots=True)
class WorkflowTemplate:
    """A template as a file defines it. *words* of a request select it, *examples* are requests that it fits."""

    id: str
    name: Text
    description: Text
    needs_images: bool
    words: tuple[str, ...]
    examples: tuple[str, ...]
    complexity: Complexity
    stages: tuple[TemplateStage, ...]
    file: str
    line: int

    def to_plan(self, agents: Mapping[str, AgentDefinition], language: Language) -> TeamPlan:
        """Return the plan, with its texts in *language*."""
        stages = tuple(_localize(stage, language) for stage in self.stages)
        used = dict.fromkeys(stage.agent for stage in stages)
        return TeamPlan(
            analysis=self.description.pick(language),
            stages=stages,
            execution_order=order_stages(stages),
            complexity=self.complexity,
            agents=list_team(used, agents, language),
            template=self.id,
        )

    def lacks_images(self, attachments: tuple[TeamFile, ...]) -> bool:
        """Whether the template needs images and *attachments* has none."""
        return self.needs_images and not any(file.kind is FileKind.IMAGE for file in attachments)

    def describe(self) -> tuple[str, ...]:
        """Return the texts that a request is compared with: names, descriptions and example requests."""
        return describe(self.name, self.description, self.examples)

    def count_words(self, text: str) -> int:
        """Return how many of its words *text* contains: Chinese anywhere, English as whole words or their plurals."""
        return sum(_contains(text.lower(), word) for word in self.words)


def parse_template(content: bytes, file: str, agents: Mapping[str, AgentDefinition]) -> WorkflowTemplate:
    """Return the template that the YAML in *content* defines, which uses *agents*.

    Raises DefinitionsInvalid with the line of each mistake: also for unknown agents, missing inputs, cycles, and stages
    that can never be executed.
    """
    root, reader = parse_yaml(content, file), Reader(file)
    fields = reader.validate_fields(root, _FIELDS, _REQUIRED)
    needs = reader.read_texts(fields.get("needs"), "needs", len(_NEEDS), 16)
    for need in needs:
        if need.value not in _NEEDS:
            reader.report(need.line, f"needs 可用的有：{'、'.join(_NEEDS)}。", f"needs may have: {', '.join(_NEEDS)}.")
    template = WorkflowTemplate(
        id=parse_id(reader, fields.get("id")),
        name=reader.read_localized(fields.get("name"), "name", 200),
        description=reader.read_localized(fields.get("description"), "description", 2_000),
        needs_images=bool(needs),
        words=tuple(
            str(word.value).lower() for word in reader.read_texts(fields.get("words"), "words", _MAX_WORDS, 64)
        ),
        examples=read_examples(reader, fields.get("examples")),
        complexity=_read_complexity(reader, fields.get("complexity")),
        stages=_read_stages(reader, fields.get("stages")),
        file=file,
        line=fields["id"].line if "id" in fields else root.line,
    )
    mistakes = tuple(reader.mistakes) or _check_template(template, agents)
    if mistakes:
        raise DefinitionsInvalid(mistakes)
    return template


def _check_template(template: WorkflowTemplate, agents: Mapping[str, AgentDefinition]) -> tuple[Mistake, ...]:
    lines = {one.stage.id: one.line for one in template.stages}
    problems = check_plan(template.to_plan(agents, Language.ENGLISH))
    return tuple(Mistake(template.file, lines.get(one.stage, template.line), one.text) for one in problems)


def _read_complexity(reader: Reader, node: Located | None) -> Complexity:
    value = reader.read_text(node, "complexity", 16)
    if node is None or value in [one.value for one in Complexity if one is not Complexity.UNSPECIFIED]:
        return Complexity(value or Complexity.LOW)
    reader.report(node.line, "complexity 应是 low、medium 或 high。", "complexity must be low, medium or high.")
    return Complexity.LOW


def _read_stages(reader: Reader, node: Located | None) -> tuple[TemplateStage, ...]:
    if node is None:
        return ()
    if not isinstance(node.value, list) or len(node.value) > MAX_STAGES:
        reader.report(
            node.line, f"stages 应是最多 {MAX_STAGES} 项的列表。", f"stages must be a list of at most {MAX_STAGES}."
        )
        return ()
    return tuple(_read_stage(reader, item) for item in node.value)


def _read_stage(reader: Reader, node: Located) -> TemplateStage:
    fields = reader.validate_fields(node, _STAGE_FIELDS, _STAGE_REQUIRED)
    error = _read_mapping(reader, fields.get("onError"), frozenset({"strategy", "attempts", "fallback"}))
    repeat = _read_mapping(reader, fields.get("repeat"), frozenset({"until", "max"}))
    strategy = reader.read_text(error.get("strategy"), "strategy", 16) or "abort"
    if strategy not in _STRATEGIES:
        listed = list_names(_STRATEGIES)
        line = error["strategy"].line
        reader.report(line, f"strategy 可用的有：{listed.zh}。", f"strategy must be one of: {listed.en}.")
    stage = Stage(
        id=reader.read_text(fields.get("id"), "id", 32),
        agent=reader.read_text(fields.get("agent"), "agent", 64),
        inputs=tuple(str(one.value) for one in reader.read_texts(fields.get("inputs"), "inputs", MAX_STAGES, 32)),
        condition=reader.read_text(fields.get("when"), "when", 500),
        output_schema=_read_json(reader, fields.get("schema"), "schema"),
        on_error=_STRATEGIES.get(strategy, Strategy.ABORT),
        attempts=reader.read_integer(error.get("attempts"), "attempts", 1, 5, 2 if strategy == _RETRY else 1),
        fallback=reader.read_text(error.get("fallback"), "fallback", 32),
        for_each=reader.read_text(fields.get("forEach"), "forEach", 500),
        max_items=reader.read_integer(fields.get("maxItems"), "maxItems", 1, MAX_ITEMS, MAX_ITEMS),
        until=reader.read_text(repeat.get("until"), "until", 500),
        max_repeats=reader.read_integer(repeat.get("max"), "max", 1, 10, 3 if repeat else 1),
        arguments=_read_json(reader, fields.get("with"), "with"),
    )
    return TemplateStage(stage, reader.read_localized(fields.get("description"), "description", 2_000), node.line)


def _read_mapping(reader: Reader, node: Located | None, known: frozenset[str]) -> Mapping[str, Located]:
    return {} if node is None else reader.validate_fields(node, known, frozenset())


def _read_json(reader: Reader, node: Located | None, name: str) -> bytes:
    if node is None:
        return b""
    if not isinstance(node.value, dict):
        reader.report(node.line, f"“{name}”应是一个映射。", f'"{name}" must be a mapping.')
        return b""
    try:
        return dump_json(node.to_plain())
    except (TypeError, ValueError):
        reader.report(node.line, f"“{name}”里有 JSON 没有的值。", f'"{name}" has a value that JSON does not have.')
        return b""


def _localize(template: TemplateStage, language: Language) -> Stage:
    return replace(template.stage, description=template.description.pick(language))


def _contains(text: str, word: str) -> bool:
    if not word.isascii():
        return word in text
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}(?:s|es)?(?![a-z0-9])", text) is not None
