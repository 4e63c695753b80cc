"""`reflow agents`: the defined agents and templates. They are read from files: no system is started."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from services.cli.errors import BAD_INPUT, CommandFailed, bad_input
from services.cli.files import unreadable_file
from services.common.agents.catalog import (
    AGENTS,
    TEMPLATES,
    Catalog,
    load_catalog,
    parse_definition,
    read_definition,
)
from services.common.agents.definitions import AgentDefinition
from services.common.agents.templates import WorkflowTemplate
from services.common.agents.yaml_source import DefinitionsInvalid
from services.common.text.choices import list_names
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text
from services.common.text.quantities import count_noun

_LAYERS = (Text("统筹", "meta"), Text("专家", "specialist"), Text("视觉", "vision"), Text("执行", "worker"))
_AGENT, _TEMPLATE = Text("智能体", "agent"), Text("模板", "template")
_FILE_VALID = Text("{kind}“{id}”没有错误。", 'The {kind} "{id}" has no mistakes.')
_ADDED = Text(
    "已添加{kind}“{id}”：{path}\n正在运行的系统重启后生效。",
    'Added the {kind} "{id}": {path}\nA system that is running uses it after its next start.',
)
_VALID = Text(
    "{agents} 个智能体、{templates} 个模板，没有错误。", "{agents} agents and {templates} templates, no mistakes."
)
_INVALID = Text("定义里有 {count} 处错误。", "{mistakes} in the definitions.")


class Agents:
    """The built-in agents and templates, and those of *folder*."""

    def __init__(self, folder: Path | None, language: Language) -> None:
        self._folder = folder
        self._language = language

    async def list_all(self, *, as_json: bool) -> None:
        """Print every agent, then every template, one line each."""
        catalog = await self._load()
        entries: list[AgentDefinition | WorkflowTemplate] = [*catalog.agents.values(), *catalog.templates.values()]
        for entry in entries:
            if as_json:
                print(json.dumps(_to_json(entry, self._language), ensure_ascii=False))
            else:
                description = entry.description.pick(self._language)
                print(f"{entry.id:<22}{_describe_layer(entry, self._language):<14}{description}")

    async def show(self, entry_id: str) -> None:
        """Print an agent or a template. Raises INVALID_INPUT_FORMAT for an unknown id."""
        catalog = await self._load()
        entry: AgentDefinition | WorkflowTemplate | None = catalog.agents.get(entry_id)
        entry = entry or catalog.templates.get(entry_id)
        if entry is None:
            listed = list_names((*catalog.agents, *catalog.templates))
            raise bad_input(
                f"没有“{entry_id}”，可用的有：{listed.zh}。", f'There is no "{entry_id}"; there are: {listed.en}.'
            )
        print(json.dumps(_to_json(entry, self._language), ensure_ascii=False, indent=2))

    async def check(self, file: Path | None = None) -> None:
        """Print the number of definitions, or with *file* only that it has no mistakes.

        Raises CommandFailed after every mistake was printed.
        """
        catalog = await self._load()
        if file is not None:
            entry = await self._parse(file, catalog)
            print(_FILE_VALID.pick(self._language).format(kind=_name_kind(entry, self._language), id=entry.id))
            return
        text = _VALID.pick(self._language)
        print(text.format(agents=len(catalog.agents), templates=len(catalog.templates)))

    async def add(self, file: Path, folder: Path, *, replace: bool) -> None:
        """Copy the valid definition in *file* to the user's *folder*, and print where it is.

        Raises CommandFailed after every mistake was printed, including those that it would cause in other definitions,
        and INVALID_INPUT_FORMAT for an id that exists, unless it is the user's own and *replace* is true.
        """
        catalog = await self._load()
        entry = await self._parse(file, catalog)
        kind = AGENTS if isinstance(entry, AgentDefinition) else TEMPLATES
        target = folder / kind / f"{entry.id}.yaml"
        known = (catalog.agents if kind == AGENTS else catalog.templates).get(entry.id)
        if known is not None and not (replace and known.file == f"{folder}/{kind}/{target.name}"):
            raise bad_input(
                f"“{entry.id}”已在 {known.file} 里定义。自己的定义可以用 --replace 替换，随附的不能，请换一个 id。",
                f'"{entry.id}" is defined in {known.file}. --replace replaces a definition of your own; what ships '
                "stays: choose another id.",
            )
        content = await asyncio.to_thread(read_definition, file)
        try:
            await asyncio.to_thread(_store, content, folder, target)
        except DefinitionsInvalid as error:
            raise self._report(error) from error
        except OSError as error:
            reason = describe_file_error(error)
            raise bad_input(f"无法写入 {target}（{reason.zh}）。", f"Cannot write {target} ({reason.en}).") from error
        print(_ADDED.pick(self._language).format(kind=_name_kind(entry, self._language), id=entry.id, path=target))

    async def _parse(self, file: Path, catalog: Catalog) -> AgentDefinition | WorkflowTemplate:
        try:
            content = await asyncio.to_thread(read_definition, file)
            return parse_definition(content, str(file), catalog)
        except DefinitionsInvalid as error:
            raise self._report(error) from error
        except OSError as error:
            raise unreadable_file(file, error) from error

    def _report(self, error: DefinitionsInvalid) -> CommandFailed:
        """Print every mistake, and return the failure with their number."""
        for mistake in error.mistakes:
            sys.stderr.write(f"{mistake.located.pick(self._language)}\n")
        count = len(error.mistakes)
        return CommandFailed(
            Text(_INVALID.zh.format(count=count), _INVALID.en.format(mistakes=count_noun(count, "mistake"))), BAD_INPUT
        )

    async def _load(self) -> Catalog:
        try:
            return await asyncio.to_thread(load_catalog, self._folder)
        except DefinitionsInvalid as error:
            raise self._report(error) from error
        except OSError as error:
            raise unreadable_file(self._folder or Path(), error) from error


def _store(content: bytes, folder: Path, target: Path) -> None:
    """Write *target* atomically. Raises DefinitionsInvalid, and restores it, if other definitions become invalid."""
    target.parent.mkdir(parents=True, exist_ok=True)
    before = target.read_bytes() if target.is_file() else None
    _write(target, content)
    try:
        load_catalog(folder)
    except DefinitionsInvalid:
        if before is None:
            target.unlink()
        else:
            _write(target, before)
        raise


def _write(target: Path, content: bytes) -> None:
    unfinished = target.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(target)


def _describe_layer(entry: AgentDefinition | WorkflowTemplate, language: Language) -> str:
    """Return the value and the name of the layer of an agent: "3 worker"; the kind of a template."""
    if isinstance(entry, AgentDefinition):
        return f"{entry.layer} {_LAYERS[entry.layer].pick(language)}"
    return _TEMPLATE.pick(language)


def _name_kind(entry: AgentDefinition | WorkflowTemplate, language: Language) -> str:
    return (_AGENT if isinstance(entry, AgentDefinition) else _TEMPLATE).pick(language)


def _to_json(entry: AgentDefinition | WorkflowTemplate, language: Language) -> dict[str, Any]:
    common = {
        "id": entry.id,
        "name": entry.name.pick(language),
        "description": entry.description.pick(language),
        "file": entry.file,
    }
    if isinstance(entry, AgentDefinition):
        override = {"provider": entry.model_provider, "model": entry.model} if entry.model else None
        return common | {
            "layer": entry.layer,
            "tools": list(entry.tools),
            "maxIterations": entry.max_iterations,
            "canSpawnSubagents": entry.can_spawn_subagents,
            "modelOverride": override,
            "systemPrompt": entry.system_prompt,
        }
    return common | {"needsImages": entry.needs_images, "stages": list(_list_stages(entry, language))}


def _list_stages(template: WorkflowTemplate, language: Language) -> Iterator[dict[str, Any]]:
    for one in template.stages:
        stage = one.stage
        yield {
            "id": stage.id,
            "agent": stage.agent,
            "description": one.description.pick(language),
            "inputs": list(stage.inputs),
            "when": stage.condition or None,
            "forEach": stage.for_each or None,
            "onError": stage.on_error.value,
            "attempts": stage.attempts,
        }
