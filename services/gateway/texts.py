"""Localized texts of the gateway, shared by all dialects."""

from reflow.v1 import events_pb2, steps_pb2

from services.common.text.language import Language, Text
from services.common.text.usage import format_totals

TOO_LARGE = Text("请求太大，请缩短后重试。", "The request is too large. Please shorten it.")
RECALLED = Text("已载入本会话之前的 {count} 条消息。", "Recalled {count} earlier messages of this session.")
RESUMED = Text("从中断的地方继续。", "Resuming where the run was interrupted.")
REFLOWED = Text(
    "第 {round} 次返工：得分 {score:.0%}，还不够好。{feedback}",
    "Revision {round}: a score of {score:.0%} is not good enough. {feedback}",
)
SENT_BACK = Text("第 {round} 次返工。{feedback}", "Revision {round}. {feedback}")
PAUSED = Text("等待您的回答：{text}", "Waiting for your answer: {text}")
ANSWERED = Text("收到回答，继续。", "Answered; continuing.")
DECIDED = Text("下一步：{agent}。{reason}", "Next: {agent}. {reason}")
ADVICE_IGNORED = Text("{reason}（建议交给：{agent}）", "{reason} (it suggested {agent})")
GRAPH_OUTPUTS = Text("图已执行，得到 {count} 个结果。", "The graph is executed: {count} results.")
DELIVERED = Text("笔记完成：{title}", "The note is finished: {title}")
EXPIRED = Text("没有人及时回答，按默认的回答继续。", "No answer arrived in time; continuing with the default answer.")
_TASKS = {
    "planner": Text("理解需求", "understanding the prompt"),
    "rag": Text("查找风格", "looking up styles"),
    "executor": Text("绘制图片", "generating the image"),
    "node_search": Text("查找节点类型", "looking up node types"),
    "patch_planner": Text("规划改动", "planning the change"),
    "patch_tools": Text("应用改动", "applying the change"),
    "graph_critic": Text("评审改动", "reviewing the change"),
    "graph_layout": Text("排列节点", "placing the nodes"),
    "graph_store": Text("保存新版本", "storing the revision"),
    "graph_planner": Text("规划执行顺序", "planning the execution"),
    "graph_node": Text("执行节点", "executing a node"),
    "graph_server": Text("在 ComfyUI 上执行图", "executing the graph on ComfyUI"),
    "critic": Text("评审画面", "reviewing the image"),
    "supervisor": Text("考虑下一步", "choosing the next step"),
    "brief_compiler_agent": Text("梳理需求", "compiling the brief"),
    "research_evidence_agent": Text("收集资料和趋势", "gathering evidence and trends"),
    "reference_intelligence_agent": Text("分析参考图", "analyzing the reference images"),
    "writer_agent": Text("撰写文案", "writing the text"),
    "layout_planner_agent": Text("规划版式", "planning the layout"),
    "image_planner_agent": Text("规划配图", "planning the images"),
    "image_agent": Text("绘制配图", "generating an image"),
    "review_agent": Text("审阅笔记", "reviewing the note"),
}
# Agents of a team are defined by users, too.
_TEAM_TASK = Text("运行 {agent}", "running {agent}")
_STARTED = Text("开始{task}。", "Started {task}.")
_STARTED_AGAIN = Text("开始{task}（第 {attempt} 次尝试）。", "Started {task} (attempt {attempt}).")
_WORKING = Text("正在{task}。", "Busy {task}.")
_WAITING = Text("排队等待{task}。", "Waiting for {task}.")
_FINISHED = Text("完成{task}。", "Finished {task}.")

BROKEN = Text(
    "与后台的事件流断开了，多次重连没有成功。运行本身不受影响，可以用 Last-Event-ID 从断点继续。",
    "The event stream broke and could not be reopened. The run itself continues: resume with Last-Event-ID.",
)
UNREACHABLE = Text("暂时无法连接后台服务。", "A service cannot be reached.")
TOO_SLOW = Text("后台服务没有及时回答。", "A service did not respond in time.")
NO_MESSAGE = Text(
    "请在 message 里写明想要的笔记，例如“写一篇春游攻略”。",
    'State in message which note you would like, such as "write a guide to a spring outing".',
)
NO_THREAD = Text(
    "找不到 threadId 对应的对话，请检查，或不带 threadId 开始新的对话。",
    "There is no conversation with that threadId. Check it, or leave it out to start a new one.",
)
NO_RUN = Text(
    "这个对话里还没有笔记，请先用 POST /api/agent/stream 开始。", "This conversation has no note yet: start one."
)
NO_SUCH_RUN = Text(
    "这个对话里没有这次运行，请检查 runId。", "This conversation has no such run. Please check the runId."
)
NO_QUESTION = Text("这个对话没有在等待回答。", "This conversation waits for no answer.")
STOPPING = "the gateway is stopping; resume with Last-Event-ID"


def format_started(agent: str, attempt: int, language: Language) -> str:
    """Return the message that *agent* started an attempt."""
    template = _STARTED_AGAIN if attempt > 1 else _STARTED
    return template.pick(language).format(task=_task(agent, language), attempt=attempt)


def format_phase(agent: str, phase: str, language: Language) -> str:
    """Return the message that *agent* works, or waits for a free worker."""
    template = _WAITING if phase == "waiting" else _WORKING
    return template.pick(language).format(task=_task(agent, language))


def format_finished(agent: str, language: Language) -> str:
    """Return the message that *agent* finished."""
    return _FINISHED.pick(language).format(task=_task(agent, language))


def format_reflowed(reflow: events_pb2.RunReflowed, language: Language) -> str:
    """Return the message that work is sent back, for its score or (without a score) on advice."""
    template = REFLOWED if reflow.score > 0 else SENT_BACK
    return format_text(template, language, round=reflow.round, score=reflow.score, feedback=reflow.feedback)


def format_usage(usage: steps_pb2.Usage, language: Language) -> str:
    """Return the tokens, images and cost of one use of a model."""
    costs = {usage.currency: usage.cost} if usage.currency else {}
    amounts = format_totals(usage.input_tokens + usage.output_tokens, usage.images, costs, language)
    return " · ".join([f"{usage.provider}/{usage.model}", *amounts])


def _task(agent: str, language: Language) -> str:
    if agent in _TASKS:
        return _TASKS[agent].pick(language)
    return _TEAM_TASK.pick(language).format(agent=agent)


def format_text(text: Text, language: Language, **values: object) -> str:
    """Return *text* in *language* with *values* filled in, without surrounding space."""
    return text.pick(language).format(**values).strip()
