"""What the command line itself says to people about a run."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from reflow.v1 import questions_pb2, steps_pb2

from services.cli.lines import AnswerLine, ReturnLine
from services.common.language import Language, Text
from services.common.spending import spent

AGENTS = {
    "planner": Text("规划", "planner"),
    "rag": Text("检索", "rag"),
    "executor": Text("绘制", "executor"),
    "critic": Text("评审", "critic"),
    "supervisor": Text("主管", "supervisor"),
    "brief_compiler_agent": Text("需求", "brief"),
    "research_evidence_agent": Text("资料", "evidence"),
    "reference_intelligence_agent": Text("参考图", "references"),
    "writer_agent": Text("写作", "writer"),
    "layout_planner_agent": Text("排版", "layout"),
    "image_planner_agent": Text("配图", "plan"),
    "image_agent": Text("绘图", "picture"),
    "review_agent": Text("评审", "review"),
}

UPLOADING = Text("正在读取图片…", "Taking the picture in…")
QUEUED = Text("排队中…", "waiting for a worker…")
STOPPED = Text("已停止", "stopped")
SUGGESTIONS = Text("可以试试：", "You could try:")
IMPROVEMENTS = Text("还可以更好：", "It could be better:")
GO_ON = Text("接着改：", "Go on with:")
NEXT_WISH = Text("再亮一点", "make it brighter")
NOT_JUDGED = Text("未评审", "not judged")
CANCELLED_RUN = Text("这次运行已取消。", "The run was cancelled.")
_ASKED = Text("等您回答：{question}", "Waiting for your answer: {question}")
ANSWERED = Text("收到回答，继续。", "Answered; going on.")
EXPIRED = Text("到时间还没有人回答，按默认继续。", "Nobody answered in time; going on by default.")
_DECIDED = {
    questions_pb2.DECISION_APPROVE: (Text("您同意继续。", "You approved."), Text("您同意继续。", "You approved.")),
    questions_pb2.DECISION_REJECT: (
        Text("您要求重做一版。", "You asked for another one."),
        Text("您退回了：{words}", "You sent it back: {words}"),
    ),
    questions_pb2.DECISION_MODIFY: (
        Text("换成了您改的内容。", "Your own version takes its place."),
        Text("换成了您改的内容。", "Your own version takes its place."),
    ),
    questions_pb2.DECISION_CHOOSE: (ANSWERED, Text("您选了：{words}", "You chose: {words}")),
}
_WAITING = Text(
    "运行在等您回答：{question} 接着：{command}", "The run waits for your answer: {question} Go on with: {command}"
)
HOW_TO_ANSWER = Text("回答：", "Answer with: ")
NOTHING_MADE = Text("运行结束了，却什么也没有做出来。", "The run ended without having made anything.")

_MISSING = Text("缺图：{purpose}", "Missing picture: {purpose}")

_SECONDS = Text("{seconds:.1f} 秒", "{seconds:.1f} s")
_SECONDS_AFTER = Text("{text}（{seconds:.1f} 秒）", "{text} ({seconds:.1f} s)")
_ATTEMPT = Text("第 {attempt} 次尝试", "try {attempt}")
_RETRY = Text("{why} {seconds:.0f} 秒后重试。", "{why} Trying again in {seconds:.0f} s.")
_RETURNED = Text(
    "评分 {score:.0%}，第 {round} 次返工，回到{agent}：{feedback}",
    "{score:.0%}, sent back to {agent} ({round}): {feedback}",
)
_SENT_BACK = Text("第 {round} 次返工，回到{agent}：{feedback}", "sent back to {agent} ({round}): {feedback}")
_MADE = Text("{width}×{height} · {model} · 种子 {seed}", "{width}×{height} · {model} · seed {seed}")
_USED_ONCE = Text("模型用量：1 次请求", "Models: 1 request")
_USED = Text("模型用量：{requests} 次请求", "Models: {requests} requests")
_SCORE = Text("评分 {score:.0%}。{feedback}", "{score:.0%}. {feedback}")


def agent_name(agent: str, language: Language, number: int = 0) -> str:
    """Return what *agent* is called; its own name when it is a new one; with its *number* where several work."""
    name = AGENTS[agent].pick(language) if agent in AGENTS else agent
    return f"{name} {number}" if number else name


def seconds(value: float, language: Language) -> str:
    """Return a time in seconds."""
    return _SECONDS.pick(language).format(seconds=value)


def with_seconds(text: str, value: float, language: Language) -> str:
    """Return *text* with the time it took."""
    return _SECONDS_AFTER.pick(language).format(text=text, seconds=value)


def attempt(number: int, language: Language) -> str:
    """Return which try of a step this is."""
    return _ATTEMPT.pick(language).format(attempt=number)


def retry(why: str, wait: float, language: Language) -> str:
    """Return why a try failed and when the next begins, in seconds."""
    return _RETRY.pick(language).format(why=why, seconds=wait)


def returned(line: ReturnLine, language: Language) -> str:
    """Return that the work was sent back."""
    agent = agent_name(line.return_to, language)
    form = _RETURNED if line.score else _SENT_BACK
    return form.pick(language).format(round=line.round, score=line.score, agent=agent, feedback=line.feedback)


def answered(line: AnswerLine, language: Language) -> str:
    """Return what a person answered."""
    if line.expired:
        return EXPIRED.pick(language)
    alone, with_words = _DECIDED.get(line.decision, (ANSWERED, ANSWERED))
    return (with_words if line.words else alone).pick(language).format(words=line.words)


def made(width: int, height: int, model: str, seed: int, language: Language) -> str:
    """Return how a picture was made."""
    return _MADE.pick(language).format(width=width, height=height, model=model, seed=seed)


def judged(score: float, feedback: str, language: Language) -> str:
    """Return a judgement."""
    return _SCORE.pick(language).format(score=score, feedback=feedback)


def missing(purpose: str, language: Language) -> str:
    """Return that the picture for *purpose* is missing."""
    return _MISSING.pick(language).format(purpose=" ".join(purpose.split()))


def used(usage: Sequence[steps_pb2.Usage], language: Language) -> str:
    """Return what the models of a run took together."""
    costs: dict[str, float] = {}
    for use in usage:
        if use.currency:
            costs[use.currency] = costs.get(use.currency, 0.0) + use.cost
    tokens = sum(use.input_tokens + use.output_tokens for use in usage)
    images = sum(use.images for use in usage)
    asked = (_USED_ONCE if len(usage) == 1 else _USED).pick(language).format(requests=len(usage))
    return " · ".join([asked, *spent(tokens, images, costs, language)])


def go_on(session_id: str, model: str, data: Path | None, language: Language) -> str:
    """Return the command that acts on the picture just made; *model* and *data* where the person named them."""
    parts = ["uv run reflow run", f'"{NEXT_WISH.pick(language)}"', f"--session {shlex.quote(session_id)}"]
    parts += [f"--model {shlex.quote(model)}"] if model else []
    return " ".join([*parts, f"--data {shlex.quote(str(data))}"] if data else parts)


def asked(question: str, language: Language) -> str:
    """Return that a run asks *question*."""
    return _ASKED.pick(language).format(question=question)


def answering(run_id: str, data: Path | None) -> str:
    """Return the command that answers a waiting run; *data* where the person named it."""
    command = f"uv run reflow runs answer {run_id}"
    return f"{command} --data {shlex.quote(str(data))}" if data else command


def waiting(question: str, command: str) -> Text:
    """Return that a run waits for an answer to *question*, and the *command* to go on with."""
    return Text(
        _WAITING.zh.format(question=question, command=command), _WAITING.en.format(question=question, command=command)
    )
