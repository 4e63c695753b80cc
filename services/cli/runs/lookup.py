"""Lookup of a run by its id or the beginning of it."""

import uuid
from contextlib import aclosing
from typing import TYPE_CHECKING

from services.cli.errors import bad_input
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.client import Client

# Number of the newest runs that are searched for the beginning of an id.
SEARCHED_RUNS = 200
# A shorter beginning is probably a typing error.
MIN_CHARACTERS = 4
# Length of an invalid id as quoted in the error.
MAX_ECHO = 36

_UNKNOWN = Text(
    "最近 {newest} 次运行里，没有编号以 {typed} 开头的。更早的运行请给出完整的编号。",
    "None of the newest {newest} runs has an id that begins with {typed}. Give an older one's whole id.",
)


async def find_run(client: "Client", prefix: str) -> str:
    """Return the id of the run with the id *prefix*, or of the one of the newest runs whose id begins with it.

    Raises RUN_UNKNOWN, and INVALID_INPUT_FORMAT for a prefix that is too short or ambiguous.
    """
    prefix = prefix.strip().lower()
    try:
        return str(uuid.UUID(prefix))
    except ValueError:
        pass
    if len(prefix) < MIN_CHARACTERS:
        raise bad_input(
            f"请给出运行的编号，至少 {MIN_CHARACTERS} 个字符；用 reflow runs list 查看。",
            f"Give the run's id, at least {MIN_CHARACTERS} characters of it; reflow runs list tells it.",
        )
    async with aclosing(client.list_run_pages("", "", SEARCHED_RUNS)) as pages:
        matches = [run.run_id for run in await anext(pages) if run.run_id.startswith(prefix)]
    if not matches:
        raise _unknown_run(prefix)
    if len(matches) > 1:
        raise bad_input(
            f"编号以 {prefix} 开头的运行有 {len(matches)} 次，请多写几个字符。",
            f"{len(matches)} runs have ids that begin with {prefix}: give more of it.",
        )
    return matches[0]


def _unknown_run(prefix: str) -> ReflowError:
    echo = to_one_line(prefix if len(prefix) <= MAX_ECHO else f"{prefix[:MAX_ECHO]}…")
    zh, en = (text.format(newest=SEARCHED_RUNS, typed=echo) for text in (_UNKNOWN.zh, _UNKNOWN.en))
    return ReflowError(Code.RUN_UNKNOWN, Text(zh, en))
