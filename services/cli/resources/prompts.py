"""`reflow prompts`: the prompts that an operator gives the agents."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reflow.v1 import prompts_pb2
from rich.console import RenderableType

from services.cli.errors import bad_input
from services.cli.files import read_text
from services.cli.resources import prompt_table as tables
from services.cli.resources.resource import Resource, print_json, print_table
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.records import find_prompt_purpose, parse_prompt_text

_SAVED = Text("提示词 {name} 现在用第 {version} 版。", "The prompt {name} now uses version {version}.")
_UNCHANGED = Text(
    "提示词 {name} 正在使用的第 {version} 版就是这段文字，没有变化。",
    "Version {version} of {name}, which is in use, has this text already: nothing changed.",
)
_OWN = Text("提示词 {name} 现在用智能体自带的文字。", "The agent now uses its own text for {name}.")


class Prompts(Resource[prompts_pb2.Prompt]):
    """The prompts of the agents. Operators save versions of them; there are no others."""

    def table(self, records: Sequence[prompts_pb2.Prompt], width: int) -> RenderableType:
        return tables.prompt_table(records, self.language)

    def row(self, record: prompts_pb2.Prompt) -> str:
        return tables.plain_prompt(record)

    def to_json(self, record: prompts_pb2.Prompt) -> Mapping[str, object]:
        versions = [
            {"version": one.version, "created_at": one.created_at.ToJsonString(), "text": one.text}
            for one in record.versions
        ]
        return {"name": record.name, "purpose": record.purpose, "active": record.active, "versions": versions}

    async def list_all(self, *, as_json: bool) -> None:
        """Print every prompt and its active version."""
        async with self.open() as libraries:
            prompts = await libraries.prompts.list_all()
        self.print_records(prompts, as_json=as_json)

    async def get(self, name: str, version: int | None, *, as_json: bool) -> None:
        """Print the prompt *name* with its versions, or the text of one *version* alone. Raises PROMPT_UNKNOWN."""
        find_prompt_purpose(name)
        async with self.open() as libraries:
            prompt = await libraries.prompts.get(name)
        if version is not None:
            print(_find_version(prompt, version).text)
        elif as_json:
            print_json(self.to_json(prompt))
        else:
            print_table(lambda _: tables.prompt_page(prompt, self.language), tables.plain_versions(prompt))

    async def save(self, name: str, text: str, file: Path | None) -> None:
        """Save *text*, or the text of *file* ('-' for stdin), and activate it. Raises PROMPT_UNKNOWN."""
        find_prompt_purpose(name)
        if file is not None and text:
            raise bad_input("--text 和 --file 只能用一个。", "Give --text or --file, not both.")
        if file is None and not text.strip():
            raise bad_input("请用 --text 写出提示词，或用 --file 给出文件。", "Give the prompt with --text or --file.")
        prompt_text = parse_prompt_text(text if file is None else read_text(file))
        async with self.open() as libraries:
            before = await libraries.prompts.get(name)
            saved = await libraries.prompts.save(name, prompt_text)
        self._print_active(saved, _UNCHANGED if saved.active == before.active else _SAVED)

    async def activate(self, name: str, version: int) -> None:
        """Activate *version*, 0 for the agent's own text. Raises PROMPT_UNKNOWN."""
        find_prompt_purpose(name)
        async with self.open() as libraries:
            prompt = await libraries.prompts.activate(name, version)
        self._print_active(prompt, _SAVED if prompt.active else _OWN)

    def _print_active(self, prompt: prompts_pb2.Prompt, text: Text) -> None:
        print(text.pick(self.language).format(name=prompt.name, version=prompt.active))


def _find_version(prompt: prompts_pb2.Prompt, version: int) -> prompts_pb2.SavedPrompt:
    saved = next((one for one in prompt.versions if one.version == version), None)
    if saved is None:
        saved_zh = "、".join(str(one.version) for one in prompt.versions) or "还没有"
        saved_en = ", ".join(str(one.version) for one in prompt.versions) or "none"
        text = Text(
            f"提示词 {prompt.name} 没有第 {version} 版（已保存：{saved_zh}）。",
            f"The prompt {prompt.name} has no version {version} (saved: {saved_en}).",
        )
        raise ReflowError(Code.PROMPT_UNKNOWN, text, field="version")
    return saved
