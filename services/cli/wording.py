"""What the command line itself says to people about a run."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from reflow.v1 import steps_pb2

from services.common.language import Language, Text
from services.common.spending import spent

AGENTS = {
    "planner": Text("规划", "planner"),
    "rag": Text("检索", "rag"),
    "executor": Text("绘制", "executor"),
    "critic": Text("评审", "critic"),
}

UPLOADING = Text("正在读取图片…", "Taking the picture in…")
QUEUED = Text("排队中…", "waiting for a worker…")
STOPPED = Text("已停止", "stopped")
SUGGESTIONS = Text("可以试试：", "You could try:")
GO_ON = Text("接着改：", "Go on with:")
NEXT_WISH = Text("再亮一点", "make it brighter")
NOT_JUDGED = Text("未评审", "not judged")
CANCELLED_RUN = Text("这次运行已取消。", "The run was cancelled.")
_ASKED = Text("等您回答：{question}", "Waiting for your answer: {question}")
ANSWERED = Text("收到回答，继续。", "Answered; going on.")
_PAUSED = Text(
    "运行在等您回答。回答之后用 reflow runs show {run_id} 继续看。",
    "The run waits for your answer. Once it has one, go on watching: reflow runs show {run_id}",
)
NO_PICTURE = Text("运行结束了，却没有图片。", "The run ended without a picture.")

_SECONDS = Text("{seconds:.1f} 秒", "{seconds:.1f} s")
_SECONDS_AFTER = Text("{text}（{seconds:.1f} 秒）", "{text} ({seconds:.1f} s)")
_ATTEMPT = Text("第 {attempt} 次尝试", "try {attempt}")
_RETRY = Text("{why} {seconds:.0f} 秒后重试。", "{why} Trying again in {seconds:.0f} s.")
_RETURNED = Text("评分 {score:.0%}，第 {round} 次返工：{feedback}", "{score:.0%}, sent back ({round}): {feedback}")
_MADE = Text("{width}×{height} · {model} · 种子 {seed}", "{width}×{height} · {model} · seed {seed}")
_USED_ONCE = Text("模型用量：1 次请求", "Models: 1 request")
_USED = Text("模型用量：{requests} 次请求", "Models: {requests} requests")
_SCORE = Text("评分 {score:.0%}。{feedback}", "{score:.0%}. {feedback}")


def agent_name(agent: str, language: Language) -> str:
    """Return what *agent* is called; its own name when it is a new one."""
    return AGENTS[agent].pick(language) if agent in AGENTS else agent


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


def returned(round_: int, score: float, feedback: str, language: Language) -> str:
    """Return that the critic sent the work back."""
    return _RETURNED.pick(language).format(round=round_, score=score, feedback=feedback)


def made(width: int, height: int, model: str, seed: int, language: Language) -> str:
    """Return how a picture was made."""
    return _MADE.pick(language).format(width=width, height=height, model=model, seed=seed)


def judged(score: float, feedback: str, language: Language) -> str:
    """Return a judgement."""
    return _SCORE.pick(language).format(score=score, feedback=feedback)


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


def paused(run_id: str) -> Text:
    """Return that a run waits for an answer, and how to go on."""
    return Text(_PAUSED.zh.format(run_id=run_id), _PAUSED.en.format(run_id=run_id))
