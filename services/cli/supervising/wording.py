"""What the supervisor says to people, in both languages."""

import json
import re
import signal
from pathlib import Path

from services.cli.failing import BAD_INPUT, FAILED, CommandFailed
from services.common.language import Text

STARTING_DATABASE = Text("正在启动数据库…", "Starting the database…")
STARTING_SERVICES = Text("正在启动各个服务的进程…", "Starting the processes of the services…")

# Of what a process said last, so much is repeated.
_LONGEST = 300
_EXCEPTION = re.compile(r"^[\w.]+: ")


def is_ready(name: str, number: int, of: int) -> Text:
    """Return that one more process is ready."""
    return Text(f"{name} 已就绪（{number}/{of}）", f"{name} is ready ({number}/{of})")


def ended(name: str, status: int, pause: float, said: str, log: Path) -> Text:
    """Return that a process has ended with *status* (negative for a signal), and begins again after *pause* seconds.

    One that no signal ended had a reason of its own: *said*, what it wrote to its *log*, gives it.
    """
    why = _why(status)
    zh = f"{name} 意外结束（{why.zh}），{pause:g} 秒后重启。"
    en = f"{name} has ended ({why.en}); it is started again in {pause:g} s."
    return Text(zh, en) if status < 0 else _with_words(Text(zh, en), said, log)


def back(name: str) -> Text:
    """Return that a process is there again."""
    return Text(f"{name} 已恢复。", f"{name} is back.")


def not_started(name: str, said: str, log: Path, status: int) -> CommandFailed:
    """Return the failure of a process that ended, with *status*, before it was ready; *said* is what it wrote."""
    why = _why(status)
    text = Text(f"{name} 没有启动成功（{why.zh}）。", f"{name} did not start ({why.en}).")
    return CommandFailed(_with_words(text, said, log), BAD_INPUT if status == BAD_INPUT else FAILED)


def _with_words(text: Text, said: str, log: Path) -> Text:
    """Return *text* with the last words of what a process *said*, and where the rest is."""
    reason = _last_words(said)
    zh, en = (text.zh, reason, f"日志：{log}"), (text.en, reason, f"Its log: {log}")
    return Text(" ".join(filter(None, zh)), " ".join(filter(None, en)))


def _why(status: int) -> Text:
    if status < 0:
        name = signal.Signals(-status).name
        return Text(f"信号 {name}", f"signal {name}")
    return Text(f"退出码 {status}", f"status {status}")


def _last_words(said: str) -> str:
    """Return what a process said at its end: the lines that are no log records, of a traceback only the last."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and not _is_record(line)]
    if any(line.startswith("Traceback") for line in lines):
        lines = [_EXCEPTION.sub("", lines[-1])]
    return "; ".join(lines)[-_LONGEST:]


def _is_record(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
