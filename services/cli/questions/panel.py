"""Panel that displays a question in the terminal. Pure."""

from reflow.v1 import questions_pb2
from rich import box
from rich.console import ConsoleRenderable, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Styled

from services.cli.questions.answers import EFFECTS, ReviewAction, allowed_actions, number_options
from services.cli.rendering.question_subject import render_subject
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_TITLES = {
    "content": Text("正文", "The text"),
    "image_plans": Text("配图计划", "The images"),
    "clarity": Text("请问", "A question"),
    "tool_calls": Text("需要同意的调用", "Calls that need your approval"),
}
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
    title = _TITLES.get(question.kind, Text("请问", "A question")).pick(language)
    parts: list[ConsoleRenderable] = [Styled(to_one_line(question.text), "bold")]
    options = [_render_options(question)] if question.options else []
    subject = list(render_subject(question, language)) or options
    parts += [Styled(), *subject] if subject else []
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


def _render_options(question: questions_pb2.Question) -> Table:
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="bold cyan", no_wrap=True, justify="right")
    rows.add_column(ratio=1)
    for number, option in zip(number_options(question), question.options, strict=True):
        rows.add_row(Styled(to_one_line(number)), Styled(to_one_line(option.label)))
    return rows
