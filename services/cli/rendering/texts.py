"""Localized texts about a run."""

import shlex
from collections.abc import Sequence

from reflow.v1 import questions_pb2, steps_pb2

from services.cli.given_options import GivenOptions
from services.cli.rendering.lines import AnswerLine, ReturnLine
from services.cli.rendering.view import find_call_failure
from services.common.text.agent_names import name_agent
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.common.text.usage import format_totals

UPLOADING = Text("正在读取图片…", "Importing the image…")
QUEUED = Text("排队中…", "waiting for a worker…")
_CALLS = Text("调用 {tool}", "calls {tool}")
_FAILED_CALL = Text("调用 {tool} 失败：{reason}", "{tool} failed: {reason}")
STOPPED = Text("已停止", "stopped")
SUGGESTIONS = Text("可以试试：", "You could try:")
IMPROVEMENTS = Text("还可以更好：", "It could be better:")
CONTINUE_WITH = Text("接着改：", "Continue with:")
NEXT_PROMPT = Text("再亮一点", "make it brighter")
NOT_REVIEWED = Text("未评审", "not judged")
CANCELLED_RUN = Text("这次运行已取消。", "The run was cancelled.")
_QUESTION = Text("等待您的回答：{question}", "Waiting for your answer: {question}")
ANSWERED = Text("收到回答，继续。", "Answered; continuing.")
EXPIRED = Text("没有人及时回答，按默认的回答继续。", "No answer arrived in time; continuing with the default.")
_DECISIONS = {
    questions_pb2.DECISION_APPROVE: (Text("您同意继续。", "You approved."), Text("您同意继续。", "You approved.")),
    questions_pb2.DECISION_REJECT: (
        Text("您要求重做一版。", "You requested another version."),
        Text("您退回了：{text}", "You sent it back: {text}"),
    ),
    questions_pb2.DECISION_MODIFY: (
        Text("换成了您改的内容。", "Your own version takes its place."),
        Text("换成了您改的内容。", "Your own version takes its place."),
    ),
    questions_pb2.DECISION_CHOOSE: (ANSWERED, Text("您选了：{text}", "You chose: {text}")),
}
_ANSWERS = {
    questions_pb2.DECISION_APPROVE: "--approve",
    questions_pb2.DECISION_REJECT: "--reject TEXT",
    questions_pb2.DECISION_MODIFY: "--modify FILE",
    questions_pb2.DECISION_CHOOSE: "--custom TEXT",
}
_WAITING = Text(
    "运行正在等待您的回答：{question} 回答命令：{command}",
    "The run waits for your answer: {question} Continue with: {command}",
)
HOW_TO_ANSWER = Text("回答：", "Answer with: ")
OR = Text("或者：", "or: ")
NO_RESULT = Text("运行已结束，但没有结果。", "The run ended without a result.")

_MISSING = Text("缺图：{purpose}", "Missing image: {purpose}")

_SECONDS = Text("{seconds:.1f} 秒", "{seconds:.1f} s")
_SECONDS_AFTER = Text("{text}（{seconds:.1f} 秒）", "{text} ({seconds:.1f} s)")
_ATTEMPT = Text("第 {attempt} 次尝试", "attempt {attempt}")
_REASON = Text("{message}（原因：{reason}）", "{message} (Reason: {reason})")
_RETRY = Text("{why} {seconds:.0f} 秒后重试。", "{why} Trying again in {seconds:.0f} s.")
_RETURNED = Text(
    "评分 {score:.0%}，第 {round} 次返工，回到{agent}：{feedback}",
    "{score:.0%}, sent back to {agent} ({round}): {feedback}",
)
_SENT_BACK = Text("第 {round} 次返工，回到{agent}：{feedback}", "sent back to {agent} ({round}): {feedback}")
_IMAGE = Text("{width}×{height} · {model} · 种子 {seed}", "{width}×{height} · {model} · seed {seed}")
_USAGE_ONE = Text("模型用量：1 次请求", "Models: 1 request")
_USAGE = Text("模型用量：{requests} 次请求", "Models: {requests} requests")
_SCORE = Text("评分 {score:.0%}。{feedback}", "{score:.0%}. {feedback}")


def agent_name(agent: str, language: Language, number: int = 0) -> str:
    """Return the localized name of *agent*, its id if it has none; *number* is that of a concurrent step."""
    name = name_agent(agent, language)
    return f"{name} {number}" if number else name


def format_call(tool: str, language: Language) -> str:
    """Return the line about a call of *tool*."""
    return _CALLS.pick(language).format(tool=to_one_line(tool))


def format_failed_call(result: steps_pb2.ToolResult, language: Language) -> str:
    """Return the line about the *result* of a call that failed, "" for one that did not."""
    reason = find_call_failure(result)
    return _FAILED_CALL.pick(language).format(tool=to_one_line(result.tool), reason=reason) if reason else ""


def format_seconds(value: float, language: Language) -> str:
    """Return a duration in seconds."""
    return _SECONDS.pick(language).format(seconds=value)


def append_seconds(text: str, value: float, language: Language) -> str:
    """Return *text* with its duration in seconds."""
    return _SECONDS_AFTER.pick(language).format(text=text, seconds=value)


def format_attempt(number: int, language: Language) -> str:
    """Return the number of an attempt."""
    return _ATTEMPT.pick(language).format(attempt=number)


def format_warning(message: str, reason: str, language: Language) -> str:
    """Return the *message* of a warning with the *reason* that it does not state itself."""
    return message if not reason or reason in message else _REASON.pick(language).format(message=message, reason=reason)


def format_retry(reason: str, wait: float, language: Language) -> str:
    """Return the reason why an attempt failed, and the seconds until the next one."""
    return _RETRY.pick(language).format(why=reason, seconds=wait)


def format_return(line: ReturnLine, language: Language) -> str:
    """Return the text of a reflow."""
    agent = agent_name(line.return_to, language)
    form = _RETURNED if line.score else _SENT_BACK
    return form.pick(language).format(round=line.round, score=line.score, agent=agent, feedback=line.feedback)


def format_answer(line: AnswerLine, language: Language) -> str:
    """Return the text of a user's answer."""
    if line.expired:
        return EXPIRED.pick(language)
    without_text, with_text = _DECISIONS.get(line.decision, (ANSWERED, ANSWERED))
    return (with_text if line.text else without_text).pick(language).format(text=line.text)


def format_image(width: int, height: int, model: str, seed: int, language: Language) -> str:
    """Return the size, model and seed of an image."""
    return _IMAGE.pick(language).format(width=width, height=height, model=model, seed=seed)


def format_score(score: float, feedback: str, language: Language) -> str:
    """Return a score with its feedback."""
    return _SCORE.pick(language).format(score=score, feedback=feedback)


def format_missing(purpose: str, language: Language) -> str:
    """Return the text about a missing image for *purpose*."""
    return _MISSING.pick(language).format(purpose=" ".join(purpose.split()))


def format_usage(usage: Sequence[steps_pb2.Usage], language: Language) -> str:
    """Return the total usage of the models of a run."""
    costs: dict[str, float] = {}
    for one in usage:
        if one.currency:
            costs[one.currency] = costs.get(one.currency, 0.0) + one.cost
    tokens = sum(one.input_tokens + one.output_tokens for one in usage)
    images = sum(one.images for one in usage)
    requests = (_USAGE_ONE if len(usage) == 1 else _USAGE).pick(language).format(requests=len(usage))
    return " · ".join([requests, *format_totals(tokens, images, costs, language)])


def continue_command(session_id: str, model: str, given: GivenOptions, language: Language) -> str:
    """Return the command that changes the new image; *model* and the *given* options if the user specified them."""
    parts = ["run", f'"{NEXT_PROMPT.pick(language)}"', f"--session {shlex.quote(session_id)}"]
    parts += [f"--model {shlex.quote(model)}"] if model else []
    return given.format_command(" ".join(parts))


def format_question(question: str, language: Language) -> str:
    """Return the text of a pending *question*."""
    return _QUESTION.pick(language).format(question=question)


def list_answer_commands(run_id: str, question: questions_pb2.Question, given: GivenOptions) -> tuple[str, ...]:
    """Return the commands that answer *question* of a waiting run, one for each decision, with the *given* options.

    A question with options is answered with one of them: the command contains the first one.
    """
    answers = [_ANSWERS[decision] for decision in question.decisions if decision in _ANSWERS]
    if question.options:
        answers = [f"--choose {shlex.quote(question.options[0].id)}"]
    command = given.format_command(f"runs answer {run_id}")
    return tuple(f"{command} {answer}".rstrip() for answer in answers or [""])


def format_options(question: questions_pb2.Question) -> tuple[str, ...]:
    """Return a line for each option of *question*: the argument that chooses it, and its label."""
    return tuple(f"  --choose {shlex.quote(option.id)}  {to_one_line(option.label)}" for option in question.options)


def format_waiting(question: str, commands: Sequence[str]) -> tuple[Text, ...]:
    """Return the lines about a run that waits for an answer to *question*, with the *commands* that answer it."""
    first, *others = commands
    waiting = Text(
        _WAITING.zh.format(question=question, command=first), _WAITING.en.format(question=question, command=first)
    )
    return waiting, *(Text(f"{OR.zh}{command}", f"{OR.en}{command}") for command in others)
