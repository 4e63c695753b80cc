"""What the gateway itself says to people."""

from reflow.v1 import events_pb2, steps_pb2

from services.common.language import Language, Text
from services.common.spending import spent

RECALLED = Text("想起了这个会话之前的 {count} 条消息。", "Recalled {count} earlier messages of this session.")
RESUMED = Text("从中断的地方继续。", "Going on where the run was interrupted.")
REFLOWED = Text(
    "第 {round} 次返工：得分 {score:.0%}，还不够好。{feedback}",
    "Return {round}: a score of {score:.0%} is not good enough. {feedback}",
)
SENT_BACK = Text("第 {round} 次返工。{feedback}", "Return {round}. {feedback}")
PAUSED = Text("在等您回答：{text}", "Waiting for your answer: {text}")
ANSWERED = Text("收到回答，继续。", "Answered; going on.")
DECIDED = Text("下一步：{agent}。{reason}", "Next: {agent}. {reason}")
NOT_TAKEN = Text("{reason}（建议交给：{agent}）", "{reason} (it named {agent})")
DELIVERED = Text("笔记完成：{title}", "The note is done: {title}")
EXPIRED = Text("没有人及时回答，按默认的回答继续。", "Nobody answered in time; going on with the default answer.")
_WORK = {
    "planner": Text("理解需求", "understanding the wish"),
    "rag": Text("查找风格", "looking up styles"),
    "executor": Text("绘制图片", "making the picture"),
    "critic": Text("评审画面", "reviewing the picture"),
    "supervisor": Text("考虑下一步", "thinking about what comes next"),
    "brief_compiler_agent": Text("梳理需求", "working out the brief"),
    "research_evidence_agent": Text("收集素材和趋势", "gathering evidence and trends"),
    "reference_intelligence_agent": Text("分析参考图", "studying the reference pictures"),
    "writer_agent": Text("撰写文案", "writing the text"),
    "layout_planner_agent": Text("设计版式", "laying out the page"),
    "image_planner_agent": Text("规划配图", "planning the pictures"),
    "image_agent": Text("绘制配图", "making a picture"),
    "review_agent": Text("审阅笔记", "reviewing the note"),
}
_STARTED = Text("开始{work}。", "Began {work}.")
_STARTED_AGAIN = Text("开始{work}（第 {attempt} 次尝试）。", "Began {work} (try {attempt}).")
_FINISHED = Text("完成{work}。", "Done {work}.")
_RETRYING = Text("{why} {seconds:.0f} 秒后重试。", "{why} Trying again in {seconds:.0f} s.")

BROKEN = Text(
    "与后台的事件流断开了，多次重连没有成功。运行本身不受影响，请稍后用 Last-Event-ID 从断点继续。",
    "The stream of events broke and could not be taken up again. The run itself goes on: resume with Last-Event-ID.",
)
UNREACHABLE = Text(
    "后台服务暂时连不上，请稍后再试。", "A service behind this one cannot be reached. Try again shortly."
)
TOO_SLOW = Text(
    "后台服务没有及时回答，请稍后再试。", "A service behind this one did not answer in time. Try again shortly."
)
STOPPING = "the gateway is stopping; resume with Last-Event-ID"
IDLE = "still here"


def started(agent: str, attempt: int, language: Language) -> str:
    """Return that *agent* began, or began again."""
    template = _STARTED_AGAIN if attempt > 1 else _STARTED
    return template.pick(language).format(work=_work(agent, language), attempt=attempt)


def finished(agent: str, language: Language) -> str:
    """Return that *agent* is done."""
    return _FINISHED.pick(language).format(work=_work(agent, language))


def failed(why: str, retry_in: float | None, language: Language) -> str:
    """Return why a try failed, and when the next one begins (in seconds), if one does."""
    return why if retry_in is None else _RETRYING.pick(language).format(why=why, seconds=retry_in)


def reflowed(back: events_pb2.RunReflowed, language: Language) -> str:
    """Return that the work goes back: for its score, or, without one, because somebody advised it."""
    template = REFLOWED if back.score > 0 else SENT_BACK
    told = template.pick(language).format(round=back.round, score=back.score, feedback=back.feedback)
    return told.strip()


def used(usage: steps_pb2.Usage, language: Language) -> str:
    """Return what one use of a model took."""
    costs = {usage.currency: usage.cost} if usage.currency else {}
    took = spent(usage.input_tokens + usage.output_tokens, usage.images, costs, language)
    return " · ".join([f"{usage.provider}/{usage.model}", *took])


def _work(agent: str, language: Language) -> str:
    return _WORK[agent].pick(language) if agent in _WORK else agent
