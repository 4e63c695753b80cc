"""Agent definitions."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from services.common.agents.yaml_source import DefinitionsInvalid, Located, Reader, parse_yaml
from services.common.contract.agent_team.team import (
    IMAGE_ANNOTATE,
    MAX_LAYER,
    MAX_SUBAGENT_KINDS,
    MCP_SEPARATOR,
    SUBAGENT_LAYERS,
    TeamAgent,
)
from services.common.text.choices import list_names
from services.common.text.language import Language, Text

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
TOOLS = frozenset({"read_file", "write_file", "edit_file", "glob", "grep", IMAGE_ANNOTATE, "run_checks"})
MAX_ITERATIONS = 50
MAX_EXAMPLES = 32
# The tools of an MCP server are known only when they are called.
_MCP_TOOL = re.compile(rf"[a-z][a-z0-9-]{{0,23}}{MCP_SEPARATOR}([A-Za-z0-9_-]{{1,62}}|\*)")
_FIELDS = frozenset(
    {
        *("id", "name", "description", "layer", "systemPrompt", "tools", "maxIterations", "canSpawnSubagents"),
        *("modelOverride", "examples"),
    }
)
_REQUIRED = frozenset({"id", "name", "description", "layer", "systemPrompt"})
_OVERRIDE = frozenset({"provider", "model"})


@dataclass(frozen=True, slots=True)
class AgentDefinition:
    """An agent as a file defines it, with the file and the line of its id."""

    id: str
    name: Text
    description: Text
    layer: int
    system_prompt: str
    tools: tuple[str, ...]
    max_iterations: int
    can_spawn_subagents: bool
    model_provider: str
    model: str
    examples: tuple[str, ...]
    file: str
    line: int

    def describe(self) -> tuple[str, ...]:
        """Return the texts that a request is compared with: names, descriptions and example requests."""
        return describe(self.name, self.description, self.examples)

    def to_agent(self, language: Language) -> TeamAgent:
        """Return the agent of the contract, with its texts in *language*."""
        return TeamAgent(
            id=self.id,
            name=self.name.pick(language),
            description=self.description.pick(language),
            layer=self.layer,
            system_prompt=self.system_prompt,
            tools=self.tools,
            max_iterations=self.max_iterations,
            can_spawn_subagents=self.can_spawn_subagents,
            model_provider=self.model_provider,
            model=self.model,
        )


def list_team(used: Iterable[str], agents: Mapping[str, AgentDefinition], language: Language) -> tuple[TeamAgent, ...]:
    """Return the agents of a plan: those *used* and, if one of them spawns subagents, those that can be spawned."""
    team = {name: agents[name] for name in used if name in agents}
    if any(agent.can_spawn_subagents for agent in team.values()):
        spawnable = {agent.id: agent for agent in agents.values() if agent.layer in SUBAGENT_LAYERS}
        team |= dict(islice(spawnable.items(), MAX_SUBAGENT_KINDS))
    return tuple(agent.to_agent(language) for agent in team.values())


def parse_agent(content: bytes, file: str) -> AgentDefinition:
    """Return the agent that the YAML in *content* defines. Raises DefinitionsInvalid with the line of each mistake."""
    root, reader = parse_yaml(content, file), Reader(file)
    fields = reader.validate_fields(root, _FIELDS, _REQUIRED)
    tools = reader.read_texts(fields.get("tools"), "tools", 32, 64)
    _validate_tools(reader, tools)
    override = fields.get("modelOverride")
    model = reader.validate_fields(override, _OVERRIDE, _OVERRIDE) if override is not None else {}
    definition = AgentDefinition(
        id=parse_id(reader, fields.get("id")),
        name=reader.read_localized(fields.get("name"), "name", 200),
        description=reader.read_localized(fields.get("description"), "description", 2_000),
        layer=reader.read_integer(fields.get("layer"), "layer", 0, MAX_LAYER, 0),
        system_prompt=reader.read_text(fields.get("systemPrompt"), "systemPrompt", 20_000),
        tools=tuple(str(tool.value) for tool in tools),
        max_iterations=reader.read_integer(fields.get("maxIterations"), "maxIterations", 1, MAX_ITERATIONS, 1),
        can_spawn_subagents=reader.read_flag(fields.get("canSpawnSubagents"), "canSpawnSubagents"),
        model_provider=reader.read_text(model.get("provider"), "provider", 64),
        model=reader.read_text(model.get("model"), "model", 128),
        examples=read_examples(reader, fields.get("examples")),
        file=file,
        line=fields["id"].line if "id" in fields else root.line,
    )
    if reader.mistakes:
        raise DefinitionsInvalid(tuple(reader.mistakes))
    return definition


def read_examples(reader: Reader, node: Located | None) -> tuple[str, ...]:
    """Return requests that an agent or a template fits, in any language."""
    texts = reader.read_texts(node, "examples", MAX_EXAMPLES, 200)
    for item in node.value if node is not None and texts else ():
        if isinstance(item.value, str) and not item.value.strip():
            reader.report(item.line, "examples 里有一项是空的。", "An entry of examples is empty.")
    return tuple(str(one.value) for one in texts)


def describe(name: Text, description: Text, examples: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts that a request is compared with; none is empty."""
    texts = (name.zh, name.en, description.zh, description.en, *examples)
    return tuple(dict.fromkeys(text for text in texts if text))


def parse_id(reader: Reader, node: Located | None) -> str:
    """Return an id, "" where it is absent or wrong."""
    value = reader.read_text(node, "id", 64)
    if node is not None and not ID.fullmatch(value):
        reader.report(
            node.line, "id 只能用小写字母、数字和连字符。", "An id has lower-case letters, digits and hyphens alone."
        )
        return ""
    return value


def _validate_tools(reader: Reader, tools: tuple[Located, ...]) -> None:
    names = [str(tool.value) for tool in tools]
    for number, tool in enumerate(tools):
        if tool.value not in TOOLS and not _MCP_TOOL.fullmatch(str(tool.value)):
            listed = list_names((*sorted(TOOLS), f"SERVER{MCP_SEPARATOR}TOOL"))
            reader.report(
                tool.line,
                f"没有工具“{tool.value}”，可用的有：{listed.zh}。",
                f'Unknown tool "{tool.value}"; there are: {listed.en}.',
            )
        elif tool.value in names[:number]:
            reader.report(tool.line, f"工具“{tool.value}”重复了。", f'The tool "{tool.value}" occurs twice.')
