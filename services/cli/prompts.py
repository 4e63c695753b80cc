"""`reflow prompts`: the prompts an operator gives the agents of a running system, or of one started for it."""

import json
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import prompts_pb2
from rich.console import Console, RenderableType

from services.cli import prompts_table as tables
from services.cli.display import Waiting
from services.cli.failing import bad_input
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.reading import read_text
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.rag.domain.prompt import parse_text, purpose_of

if TYPE_CHECKING:
    from services.cli.prompts_client import PromptsClient

_SAVED = Text("提示词 {name} 现在用第 {version} 版。", "The prompt {name} now uses version {version}.")
_UNCHANGED = Text(
    "提示词 {name} 正在用的第 {version} 版就是这段文字，没有变化。",
    "Version {version} of {name}, which is in use, says just this: nothing changed.",
)
_OWN = Text("提示词 {name} 现在用智能体自带的文字。", "The agent now uses its own text for {name}.")


@dataclass(frozen=True, slots=True)
class PromptLibrary:
    """The prompts of the system on *folder* (None for the usual one), spoken about in *language*.

    What it prints is a table, plain lines where stdout is no terminal, or JSON.
    """

    folder: Path | None
    language: Language

    async def list(self, *, as_json: bool) -> None:
        """Print every prompt and the version in use."""
        async with self._open() as prompts:
            found = await prompts.list()
        if as_json:
            for prompt in found:
                print(json.dumps(_record(prompt), ensure_ascii=False))
        else:
            self._print(lambda: tables.prompt_table(found, self.language), map(tables.plain_prompt, found))

    async def show(self, name: str, version: int | None, *, as_json: bool) -> None:
        """Print the prompt *name* with its versions, or the text of one *version* alone. Raises PROMPT_UNKNOWN."""
        purpose_of(name)
        async with self._open() as prompts:
            prompt = await prompts.get(name)
        if version is not None:
            print(_version(prompt, version).text)
        elif as_json:
            print(json.dumps(_record(prompt), ensure_ascii=False))
        else:
            self._print(lambda: tables.prompt_page(prompt, self.language), tables.plain_versions(prompt))

    async def save(self, name: str, text: str, file: Path | None) -> None:
        """Save *text*, or what *file* says ('-' for stdin), and put it to use. Raises PROMPT_UNKNOWN."""
        purpose_of(name)
        if file is not None and text:
            raise bad_input("--text 和 --file 只能用一个。", "Give --text or --file, not both.")
        if file is None and not text.strip():
            raise bad_input("请用 --text 写出提示词，或用 --file 给出文件。", "Give the prompt with --text or --file.")
        written = parse_text(text if file is None else read_text(file))
        async with self._open() as prompts:
            before = await prompts.get(name)
            saved = await prompts.save(name, written)
        told = _UNCHANGED if saved.active == before.active else _SAVED
        print(told.pick(self.language).format(name=name, version=saved.active))

    async def use(self, name: str, version: int) -> None:
        """Put *version* to use, 0 for the agent's own text. Raises PROMPT_UNKNOWN."""
        purpose_of(name)
        async with self._open() as prompts:
            used = await prompts.use(name, version)
        told = _SAVED if used.active else _OWN
        print(told.pick(self.language).format(name=name, version=used.active))

    def _print(self, shown: Callable[[], RenderableType], lines: Iterable[str]) -> None:
        if sys.stdout.isatty():
            Console(highlight=False).print(shown())
        else:
            for line in lines:
                print(line)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator["PromptsClient"]:
        waiting = Waiting(self.language)
        with interruption(), waiting:
            async with open_client(data_folder(self.folder), waiting.starting, self.language) as client:
                yield client.prompts


def _version(prompt: prompts_pb2.Prompt, version: int) -> prompts_pb2.SavedPrompt:
    found = next((one for one in prompt.versions if one.version == version), None)
    if found is None:
        have_zh = "、".join(str(one.version) for one in prompt.versions) or "还没有"
        have_en = ", ".join(str(one.version) for one in prompt.versions) or "none"
        text = Text(
            f"提示词 {prompt.name} 没有第 {version} 版（已保存：{have_zh}）。",
            f"The prompt {prompt.name} has no version {version} (saved: {have_en}).",
        )
        raise ReflowError(Code.PROMPT_UNKNOWN, text, field="version")
    return found


def _record(prompt: prompts_pb2.Prompt) -> dict[str, object]:
    """Return *prompt* as JSON tells it."""
    versions = [
        {"version": one.version, "created_at": one.created_at.ToJsonString(), "text": one.text}
        for one in prompt.versions
    ]
    return {"name": prompt.name, "purpose": prompt.purpose, "active": prompt.active, "versions": versions}
