"""Localized texts of the supervisor."""

import json
import re
import signal
from pathlib import Path

from services.cli.errors import BAD_INPUT, FAILED, CommandFailed
from services.common.text.language import Text

STARTING_DATABASE = Text("正在启动数据库…", "Starting the database…")
STARTING_SERVICES = Text("正在启动各个服务的进程…", "Starting the processes of the services…")

# Number of characters quoted from the end of a process's output.
_MAX_LENGTH = 300
_EXCEPTION = re.compile(r"^[\w.]+: ")


def ready_text(name: str, number: int, of: int) -> Text:
    """Return the text about a process that is ready."""
    return Text(f"{name} 已就绪（{number}/{of}）", f"{name} is ready ({number}/{of})")


def ended_text(name: str, status: int, delay: float, output: str, log: Path) -> Text:
    """Return the text about a process that ended with *status* and restarts after *delay* seconds.

    *status* is negative for a signal; otherwise the text quotes the reason from *output*, as written to its *log*.
    """
    cause = _describe_status(status)
    zh = f"{name} 意外结束（{cause.zh}），{delay:g} 秒后重启。"
    en = f"{name} has ended ({cause.en}); it is started again in {delay:g} s."
    return Text(zh, en) if status < 0 else _append_log(Text(zh, en), output, log)


def recovered_text(name: str) -> Text:
    """Return the text about a process that is ready again."""
    return Text(f"{name} 已恢复。", f"{name} is back.")


def start_failure(name: str, output: str, log: Path, status: int) -> CommandFailed:
    """Return the failure of a process that ended with *status* before it was ready; *output* is its output."""
    cause = _describe_status(status)
    text = Text(f"{name} 没有启动成功（{cause.zh}）。", f"{name} did not start ({cause.en}).")
    return CommandFailed(_append_log(text, output, log), BAD_INPUT if status == BAD_INPUT else FAILED)


def _append_log(text: Text, output: str, log: Path) -> Text:
    """Return *text* with the end of a process's *output*, and the path of its log."""
    reason = _summarize_output(output)
    zh, en = (text.zh, reason, f"日志：{log}"), (text.en, reason, f"Its log: {log}")
    return Text(" ".join(filter(None, zh)), " ".join(filter(None, en)))


def _describe_status(status: int) -> Text:
    if status < 0:
        name = signal.Signals(-status).name
        return Text(f"信号 {name}", f"signal {name}")
    return Text(f"退出码 {status}", f"status {status}")


def _summarize_output(output: str) -> str:
    """Return the end of a process's output: the lines that are no log records, of a traceback only the last."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not _is_record(line)]
    if any(line.startswith("Traceback") for line in lines):
        lines = [_EXCEPTION.sub("", lines[-1])]
    return "; ".join(lines)[-_MAX_LENGTH:]


def _is_record(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
