"""Prompts as tables for a terminal, and as plain lines for programs."""

from collections.abc import Iterator, Sequence

from reflow.v1 import prompts_pb2
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.rag.records import find_prompt_purpose

_NAME, _IN_USE, _PURPOSE = Text("名称", "name"), Text("使用中", "in use"), Text("用途", "what it is for")
_SAVED = Text("保存于", "saved")
_OWN = Text("自带", "own")
_VERSION = Text("第 {version} 版", "version {version}")
_NOTHING_SAVED = Text(
    "还没有保存过版本，智能体用自带的文字。用 reflow prompts save {name} --file 文件 保存一版。",
    "No version was saved: the agent uses its own text. Save one with reflow prompts save {name} --file FILE.",
)


def prompt_table(prompts: Sequence[prompts_pb2.Prompt], language: Language) -> Table:
    """Return *prompts*, one per row."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(_NAME.pick(language), style="bold", no_wrap=True)
    table.add_column(_IN_USE.pick(language), no_wrap=True)
    table.add_column(_SAVED.pick(language), style="dim", no_wrap=True)
    table.add_column(_PURPOSE.pick(language), overflow="fold")
    for prompt in prompts:
        saved = _format_time(prompt.versions[0]) if prompt.active else ""
        table.add_row(
            Styled(prompt.name), _active_name(prompt, language), saved, Styled(_purpose_text(prompt, language))
        )
    return table


def prompt_page(prompt: prompts_pb2.Prompt, language: Language) -> RenderableType:
    """Return *prompt* with all its versions, newest first, each with its text."""
    head = Styled.assemble((prompt.name, "bold"), f"  {_purpose_text(prompt, language)}")
    if not prompt.versions:
        return Group(head, "", Styled(_NOTHING_SAVED.pick(language).format(name=prompt.name), "dim"))
    parts: list[RenderableType] = [head, Styled(f"{_IN_USE.pick(language)} {_active_name(prompt, language)}", "dim")]
    for one in prompt.versions:
        active = one.version == prompt.active
        title = _VERSION.pick(language).format(version=one.version)
        suffix = f"  ● {_IN_USE.pick(language)}" if active else ""
        parts += [
            "",
            Styled.assemble((title, "bold"), (f"  {_format_time(one)}", "dim"), (suffix, "green")),
            Styled(one.text),
        ]
    return Group(*parts)


def plain_prompt(prompt: prompts_pb2.Prompt) -> str:
    """Return *prompt* as tab-separated fields: name, active version, purpose."""
    return "\t".join((prompt.name, str(prompt.active), to_one_line(prompt.purpose)))


def plain_versions(prompt: prompts_pb2.Prompt) -> Iterator[str]:
    """Return each version: its number, "*" if it is active, its time, its text on one line."""
    for one in prompt.versions:
        active = "*" if one.version == prompt.active else ""
        yield "\t".join((str(one.version), active, one.created_at.ToJsonString(), to_one_line(one.text)))


def _active_name(prompt: prompts_pb2.Prompt, language: Language) -> str:
    return _VERSION.pick(language).format(version=prompt.active) if prompt.active else _OWN.pick(language)


def _purpose_text(prompt: prompts_pb2.Prompt, language: Language) -> str:
    return find_prompt_purpose(prompt.name).pick(language)


def _format_time(show_result: prompts_pb2.SavedPrompt) -> str:
    return f"{show_result.created_at.ToDatetime():%Y-%m-%d %H:%M} UTC"
