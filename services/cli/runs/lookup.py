"""Lookup of a run by its id, or by the beginning or the end of it."""

import uuid
from contextlib import aclosing
from typing import TYPE_CHECKING

from services.cli.errors import bad_input
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.client import Client

# Number of the newest runs that are searched for a part of an id.
SEARCHED_RUNS = 200
# A shorter part is probably a typing error.
MIN_CHARACTERS = 4
# Characters of an id in the name of a file.
NAMED_CHARACTERS = 8
# Length of an invalid id as quoted in the error.
MAX_ECHO = 36

_UNKNOWN = Text(
    "最近 {newest} 次运行里，没有编号以 {typed} 开头或结尾的。更早的运行请给出完整的编号。",
    "None of the newest {newest} runs has an id that begins or ends with {typed}. Give an older one's whole id.",
)


def abbreviate(run_id: str) -> str:
    """Return the end of a run's id, for names of files: its beginning is the time of the start."""
    return run_id[-NAMED_CHARACTERS:]


async def find_run(client: "Client", part: str) -> str:
    """Return the id of the run with the id *part*, or of the one of the newest runs whose id begins or ends with it.

    Raises RUN_UNKNOWN, and INVALID_INPUT_FORMAT for a part that is too short or ambiguous.
    """
    part = part.strip().lower()
    try:
        return str(uuid.UUID(part))
    except ValueError:
        pass
    if len(part) < MIN_CHARACTERS:
        raise bad_input(
            f"请给出运行的编号，至少 {MIN_CHARACTERS} 个字符；用 reflow runs list 查看。",
            f"Give the run's id, at least {MIN_CHARACTERS} characters of it; reflow runs list tells it.",
        )
    async with aclosing(client.list_run_pages("", "", SEARCHED_RUNS)) as pages:
        matches = [run.run_id for run in await anext(pages) if run.run_id.startswith(part) or run.run_id.endswith(part)]
    if not matches:
        raise _unknown_run(part)
    if len(matches) > 1:
        raise bad_input(
            f"编号以 {part} 开头或结尾的运行有 {len(matches)} 次，请多写几个字符。",
            f"{len(matches)} runs have ids that begin or end with {part}: give more of it.",
        )
    return matches[0]


def _unknown_run(part: str) -> ReflowError:
    echo = to_one_line(part if len(part) <= MAX_ECHO else f"{part[:MAX_ECHO]}…")
    zh, en = (text.format(newest=SEARCHED_RUNS, typed=echo) for text in (_UNKNOWN.zh, _UNKNOWN.en))
    return ReflowError(Code.RUN_UNKNOWN, Text(zh, en))
