"""The subject of a question: the product to review, or the calls that need an approval. Pure."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Any

from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2
from rich.console import Console, ConsoleOptions, ConsoleRenderable, Group
from rich.table import Table
from rich.text import Text as Styled

from services.cli.rendering.json_fields import sort_fields
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_DIGEST_LENGTH = 12
_POSITIONS = {"top": Text("上", "top"), "middle": Text("中", "middle"), "bottom": Text("下", "bottom")}
_KINDS = {"title": Text("大字", "title"), "subtitle": Text("副标题", "subtitle"), "caption": Text("小字", "caption")}
_PARAGRAPH = Text("配第 {paragraph} 段", "with paragraph {paragraph}")
# Lines of plain text are not wrapped.
_UNBROKEN = 100_000
_INDENT = "  "


@dataclass(frozen=True, slots=True)
class _Entry:
    """A text whose lines after the first one are indented, so that none of them reads as another entry."""

    text: Styled

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Styled]:
        first, *others = self.text.wrap(console, max(1, options.max_width - len(_INDENT)))
        yield first
        for line in others:
            yield Styled(_INDENT) + line


def format_subject(question: questions_pb2.Question, language: Language) -> tuple[str, ...]:
    """Return the subject of *question* as indented lines of plain text, for output that is not a terminal."""
    buffer = StringIO()
    console = Console(file=buffer, width=_UNBROKEN, color_system=None, highlight=False)
    console.print(Group(*render_subject(question, language)))
    return tuple(f"{_INDENT}{line}".rstrip() for line in buffer.getvalue().splitlines())


def render_subject(question: questions_pb2.Question, language: Language) -> Iterator[ConsoleRenderable]:
    """Yield what *question* asks about: the product to review, or the calls to allow. Nothing for options."""
    product = MessageToDict(question.shown)
    if not product:
        return
    match question.kind:
        case "content":
            yield from _render_content(product)
        case "image_plans":
            yield _render_plans(product, language)
        case "tool_calls":
            yield from _render_calls(product)
        case "clarity":
            return
        case _ if not question.options:
            yield Styled(_clean_lines(json.dumps(sort_fields(product), ensure_ascii=False, indent=2)))


def _render_content(product: Mapping[str, Any]) -> Iterator[ConsoleRenderable]:
    yield Styled(to_one_line(str(product.get("title", ""))), "bold magenta")
    yield Styled()
    yield Styled(_clean_lines(str(product.get("body", ""))))
    tags = " ".join(f"#{to_one_line(str(tag))}" for tag in product.get("tags", ()))
    if tags:
        yield Styled()
        yield Styled(tags, "cyan")


def _render_calls(product: Mapping[str, Any]) -> Iterator[ConsoleRenderable]:
    """Yield each call with all of its arguments: exactly what an approval allows."""
    for call in product.get("calls", ()):
        digest = str(call.get("digest", ""))[:_DIGEST_LENGTH]
        yield _Entry(Styled.assemble((to_one_line(str(call.get("tool", ""))), "bold magenta"), "  ", (digest, "dim")))
        for name, value in sort_fields(call.get("arguments", {})).items():
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield _Entry(Styled.assemble((f"{to_one_line(name)}: ", "cyan"), _clean_lines(text)))


def _render_plans(product: Mapping[str, Any], language: Language) -> Table:
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="bold cyan", no_wrap=True)
    rows.add_column(ratio=1)
    bound = {
        str(one.get("planId")): int(one.get("paragraph", 0)) + 1 for one in product.get("paragraphImageBindings", ())
    }
    for number, plan in enumerate(product.get("imagePlans", ()), start=1):
        rows.add_row(f"{number}", Group(*_render_plan(number, plan, bound, product, language)))
    return rows


def _render_plan(
    number: int, plan: Mapping[str, Any], bound: Mapping[str, int], product: Mapping[str, Any], language: Language
) -> Iterator[Styled]:
    plan_id = str(plan.get("planId"))
    size = f"{int(plan.get('width', 0))}×{int(plan.get('height', 0))}"
    subject = to_one_line(str(plan.get("subject") or plan.get("prompt", "")))
    details = " · ".join(part for part in (to_one_line(str(plan.get("style", ""))), size) if part)
    yield Styled.assemble((subject, "bold"), "  ", (details, "dim"))
    purpose = to_one_line(str(plan.get("purpose", "")))
    if purpose:
        yield Styled(purpose)
    elif plan_id in bound:
        yield Styled(_PARAGRAPH.pick(language).format(paragraph=bound[plan_id]))
    for text in product.get("textOverlayPlan", ()):
        if text.get("planId") == plan_id:
            where = [_KINDS.get(text.get("kind")), _POSITIONS.get(text.get("position"))]
            position = " · ".join(part.pick(language) for part in where if part is not None)
            yield Styled.assemble(
                ("“", "dim"), to_one_line(str(text.get("text", ""))), ("”", "dim"), (f"  {position}", "dim")
            )


def _clean_lines(text: str) -> str:
    """Return *text* with its lines, without control characters that could reach the terminal."""
    return "\n".join(
        "".join(character if character.isprintable() else " " for character in line) for line in text.splitlines()
    )
