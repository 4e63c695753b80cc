"""What the planner says to people."""

from services.common.language import Language, Text
from services.common.parameters import listed
from services.planner.domain.intent import Action, Intent

WITHOUT_MODEL = Text("不用模型，改用内置规则理解。", "Going on without the model: the built-in rules read it.")
READING = Text("读到：“{text}”", 'I read: "{text}"')
ONLY_A_MASK = Text(
    "只有圈出的区域，没有文字：让它和周围融为一体。", "Only an area is marked: fill it so that it fits in."
)

_UNDERSTOOD = {
    Action.GENERATE_IMAGE: Text("要画：{subject}{style}", "To paint: {subject}{style}"),
    Action.INPAINTING: Text("要重绘圈出的区域：{subject}{style}", "To repaint the marked area: {subject}{style}"),
    Action.ADJUST_PARAMETERS: Text("要调整上一张：{parameters}", "To adjust the last picture: {parameters}"),
    Action.UNKNOWN: Text("没有看懂想画什么。", "I cannot tell what to paint."),
}
_STYLE = Text("，{style}风格", ", in the style {style}")


def understood(intent: Intent, language: Language) -> str:
    """Return what was understood, as a thought."""
    style = _STYLE.pick(language).format(style=intent.style) if intent.style else ""
    parameters = listed(intent.parameters, language)
    subject = intent.subject or intent.prompt or "—"
    return _UNDERSTOOD[intent.action].pick(language).format(subject=subject, style=style, parameters=parameters)
