"""Panel that displays a question in the terminal. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2
from rich import box
from rich.console import ConsoleRenderable, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Styled

from services.cli.questions.answers import EFFECTS, ReviewAction, allowed_actions
from services.cli.questions.plan_json import sort_fields
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_TITLES = {
    "content": Text("正文", "The text"),
    "image_plans": Text("配图计划", "The images"),
    "clarity": Text("请问", "A question"),
    "tool_calls": Text("需要同意的调用", "Calls that need your approval"),
}
_DIGEST_LENGTH = 12
_POSITIONS = {"top": Text("上", "top"), "middle": Text("中", "middle"), "bottom": Text("下", "bottom")}
_KINDS = {"title": Text("大字", "title"), "subtitle": Text("副标题", "subtitle"), "caption": Text("小字", "caption")}
_PARAGRAPH = Text("配第 {paragraph} 段", "with paragraph {paragraph}")
_ACTIONS = {
    ReviewAction.APPROVE: (Text("回车", "Enter"), Text("继续", "go on")),
    ReviewAction.REJECT: (Text("n", "n"), Text("退回重做", "send it back")),
    ReviewAction.EDIT: (Text("e", "e"), Text("自己改", "edit it")),
    ReviewAction.LEAVE: (Text("q", "q"), Text("先放着", "leave it waiting")),
}
_EFFECT_ACTIONS = {
    ReviewAction.APPROVE: (Text("y", "y"), Text("同意", "allow")),
    ReviewAction.REJECT: (Text("n", "n"), Text("不同意", "do not allow")),
}
_NUMBER = (Text("编号", "number"), Text("选择", "choose"))
_NUMBERS = (Text("编号", "numbers"), Text("选择，可多选，如 1 3", "choose, several such as 1 3"))
_CUSTOM = (Text("文字", "words"), Text("直接写您的想法", "answer in your own words"))
_DEFAULT = (Text("回车", "Enter"), Text("由智能体决定", "use the default"))
# No border at the right: terminals disagree on the width of an emoji, so it would be ragged.
OPEN_RIGHT = box.Box("╭── \n│   \n├── \n│   \n├── \n├── \n│   \n╰── \n")


def build_panel(question: questions_pb2.Question, language: Language) -> Panel:
    """Return *question* with the product to review or the options to choose from."""
    product = MessageToDict(question.shown)
    title = _TITLES.get(question.kind, Text("请问", "A question")).pick(language)
    parts: list[ConsoleRenderable] = [Styled(to_one_line(question.text), "bold")]
    judged = list(_render_subject(question, product, language))
    parts += [Styled(), *judged] if judged else []
    return Panel(Group(*parts), title=title, title_align="left", border_style="cyan", box=OPEN_RIGHT, padding=(0, 2))


def build_hint(question: questions_pb2.Question, language: Language) -> Styled:
    """Return the possible inputs."""
    actions = _ACTIONS | _EFFECT_ACTIONS if question.kind in EFFECTS else _ACTIONS
    parts = [actions[action] for action in allowed_actions(question)]
    if questions_pb2.DECISION_CHOOSE in question.decisions:
        several = question.selection == questions_pb2.SELECTION_MULTIPLE
        choice = [_NUMBERS if several else _NUMBER] if question.options else []
        parts = [*choice, *([_CUSTOM] if question.allow_custom else []), _DEFAULT, _ACTIONS[ReviewAction.LEAVE]]
    position = Styled()
    for number, (key, label) in enumerate(parts):
        position.append(" · " if number else "", "dim").append(key.pick(language), "bold cyan")
        position.append(f" {label.pick(language)}", "dim")
    return position


def _render_subject(
    question: questions_pb2.Question, product: Mapping[str, Any], language: Language
) -> Iterator[ConsoleRenderable]:
    match question.kind:
        case "content":
            yield from _render_content(product)
        case "image_plans":
            yield _render_plans(product, language)
        case "tool_calls":
            yield from _render_calls(product)
        case _ if question.options:
            yield _render_options(question)
        case "clarity":
            return
        case _ if product:
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
        yield Styled.assemble((to_one_line(str(call.get("tool", ""))), "bold magenta"), "  ", (digest, "dim"))
        for name, value in sort_fields(call.get("arguments", {})).items():
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield Styled.assemble((f"{to_one_line(name)}: ", "cyan"), _clean_lines(text))


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


def _render_options(question: questions_pb2.Question) -> Table:
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="bold cyan", no_wrap=True, justify="right")
    rows.add_column(ratio=1)
    for number, option in enumerate(question.options, start=1):
        rows.add_row(f"{number}", Styled(to_one_line(option.label)))
    return rows


def _clean_lines(text: str) -> str:
    """Return *text* with its lines, without control characters that could reach the terminal."""
    return "\n".join(
        "".join(character if character.isprintable() else " " for character in line) for line in text.splitlines()
    )
