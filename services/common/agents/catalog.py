"""The defined agents and templates: the built-in ones, and those in a folder of the user."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from services.common.agents.definitions import AgentDefinition, parse_agent
from services.common.agents.templates import WorkflowTemplate, parse_template
from services.common.agents.yaml_source import MAX_BYTES, DefinitionsInvalid, Mistake, parse_yaml
from services.common.text.language import Text

AGENTS, TEMPLATES = "agents", "templates"
SUFFIXES = (".yaml", ".yml")
MAX_FILES = 200


@dataclass(frozen=True, slots=True)
class Catalog:
    """Agents and templates by id, in the order of their files."""

    agents: Mapping[str, AgentDefinition]
    templates: Mapping[str, WorkflowTemplate]


def load_catalog(folder: Path | None = None) -> Catalog:
    """Return the built-in agents and templates, and those in `agents/` and `templates/` of *folder*.

    Raises DefinitionsInvalid with every mistake of every file, also for an id that occurs twice, and OSError for a
    *folder* that cannot be read.
    """
    library = files("services.common.agents") / "library"
    sources: list[tuple[str, Traversable]] = [("", library)]
    if folder is not None:
        if not folder.is_dir():
            raise NotADirectoryError(str(folder))
        sources.append((f"{folder}/", folder))
    mistakes = list[Mistake]()
    agents: dict[str, AgentDefinition] = {}
    for name, content in _read_files(sources, AGENTS, mistakes):
        try:
            agent = parse_agent(content, name)
        except DefinitionsInvalid as error:
            mistakes += error.mistakes
            continue
        if agent.id in agents:
            mistakes.append(_duplicate(name, agent.line, agent.id, agents[agent.id].file))
        else:
            agents[agent.id] = agent
    templates: dict[str, WorkflowTemplate] = {}
    for name, content in _read_files(sources, TEMPLATES, mistakes):
        try:
            template = parse_template(content, name, agents)
        except DefinitionsInvalid as error:
            mistakes += error.mistakes
            continue
        if template.id in templates:
            mistakes.append(_duplicate(name, template.line, template.id, templates[template.id].file))
        else:
            templates[template.id] = template
    if mistakes:
        raise DefinitionsInvalid(tuple(mistakes))
    return Catalog(agents, templates)


def parse_definition(content: bytes, name: str, catalog: Catalog) -> AgentDefinition | WorkflowTemplate:
    """Return the agent or template that a file *name* defines, which uses the agents of *catalog*.

    A template has stages. Raises DefinitionsInvalid with the line of each mistake.
    """
    root = parse_yaml(content, name)
    if isinstance(root.value, dict) and "stages" in root.value:
        return parse_template(content, name, catalog.agents)
    return parse_agent(content, name)


def read_definition(path: Path) -> bytes:
    """Return the content of a file, at most one byte more than it may have. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _read_files(
    sources: list[tuple[str, Traversable]], kind: str, mistakes: list[Mistake]
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each YAML file in the folder *kind* of each source."""
    for prefix, source in sources:
        directory = source / kind
        if not directory.is_dir():
            continue
        entries = sorted((one for one in directory.iterdir() if one.name.endswith(SUFFIXES)), key=lambda one: one.name)
        if len(entries) > MAX_FILES:
            text = Text(f"文件超过 {MAX_FILES} 个。", f"There are more than {MAX_FILES} files.")
            mistakes.append(Mistake(f"{prefix}{kind}", 1, text))
        for entry in entries[:MAX_FILES]:
            with entry.open("rb") as file:
                yield f"{prefix}{kind}/{entry.name}", file.read(MAX_BYTES + 1)


def _duplicate(file: str, line: int, entry_id: str, other: str) -> Mistake:
    return Mistake(
        file, line, Text(f"id“{entry_id}”已在 {other} 里定义。", f'The id "{entry_id}" is defined in {other} already.')
    )
