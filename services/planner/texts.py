"""Texts of the planner for users."""

from services.common.contract.agent_team.team import TeamPlan
from services.common.contract.graphs.graph import PatchPlan
from services.common.contract.image_chat import Action, Intent
from services.common.text.language import Language, Text
from services.common.text.parameters import format_parameters

MAX_QUOTE_LENGTH = 60
"""Maximum characters of a text that a thought quotes."""

PARSING_WITHOUT_MODEL = Text(
    "不使用模型，改用内置规则理解。", "Without the model, the built-in rules parse the request."
)
PLANNING_WITHOUT_MODEL = Text(
    "不使用模型，改用内置规则。", "Continuing without the model: the built-in rules plan this step."
)

_READING = Text("读到：“{text}”", 'I read: "{text}"')
_ONLY_A_MASK = Text(
    "只有圈出的区域，没有文字：让它和周围融为一体。", "Only an area is marked: fill it so that it fits in."
)
_UNDERSTOOD = {
    Action.GENERATE_IMAGE: Text("要画：{subject}{style}", "To paint: {subject}{style}"),
    Action.INPAINTING: Text("要重绘圈出的区域：{subject}{style}", "To repaint the marked area: {subject}{style}"),
    Action.ADJUST_PARAMETERS: Text("要调整上一张：{parameters}", "To adjust the last image: {parameters}"),
    Action.UNKNOWN: Text("没有看出要画什么或改什么。", "The request names nothing to draw or to change."),
}
_OPEN = Text("有几种可能，要先选一个。", "The request is ambiguous; choose one.")
_IMAGELESS = Text("要改图，但还没有图。", "The request changes an image, and there is none yet.")
_RESTORING = Text("回到以前的一张图片。", "Back to an earlier image.")
_ADJUSTING_AREA = Text("要调整圈出的区域：{parameters}", "To adjust the marked area: {parameters}")
_STYLE = Text("，风格：{style}", ", style: {style}")
UNCLEAR = Text("还不清楚：{question}", "Not clear yet: {question}")

RANKING = Text(
    "没有模板的词匹配，再按意思找一遍。", "The words of no template match; comparing the meaning of the request."
)
_TASK_PLANNED = Text("计划：{stages}。", "The plan: {stages}.")


def summarize_task_plan(plan: TeamPlan, language: Language) -> str:
    """Return the thought about the plan of a task: its groups in order."""
    agents = {stage.id: f"{stage.id} ({stage.agent})" for stage in plan.stages}
    groups = (" + ".join(agents.get(name, name) for name in group.stages) for group in plan.execution_order[:20])
    return _TASK_PLANNED.pick(language).format(stages=" → ".join(groups))[:2_000]


def announce_parsing(text: str, language: Language) -> str:
    """Return the thought before *text* is parsed."""
    if not text:
        return _ONLY_A_MASK.pick(language)
    return _READING.pick(language).format(text=quote(text))


def summarize_intent(intent: Intent, language: Language) -> str:
    """Return the thought about a parsed intent."""
    if intent.restores:
        return _RESTORING.pick(language)
    if intent.choices or intent.control:
        return (_OPEN if intent.choices else _IMAGELESS).pick(language)
    if intent.action is Action.INPAINTING and intent.parameters:
        return _ADJUSTING_AREA.pick(language).format(parameters=format_parameters(intent.parameters, language))
    style = _STYLE.pick(language).format(style=intent.style) if intent.style else ""
    parameters = format_parameters(intent.parameters, language)
    subject = intent.subject or intent.prompt or "—"
    return _UNDERSTOOD[intent.action].pick(language).format(subject=subject, style=style, parameters=parameters)


def summarize_patch(plan: PatchPlan, language: Language) -> str:
    """Return the thought about the plan of a change: its changes, its question, or what was not understood."""
    if plan.question is not None:
        return UNCLEAR.pick(language).format(question=plan.question.text)
    return plan.explanation or "\n".join(plan.not_understood)


def quote(text: str) -> str:
    """Return the beginning of *text*, at most `MAX_QUOTE_LENGTH` characters."""
    return text if len(text) <= MAX_QUOTE_LENGTH else f"{text[:MAX_QUOTE_LENGTH]}…"
