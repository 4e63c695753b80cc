"""Which run a person means: its whole id, or how it begins."""

import uuid
from contextlib import aclosing
from typing import TYPE_CHECKING

from services.cli.failing import bad_input, one_line
from services.common.errors import Code, ReflowError
from services.common.language import Text

if TYPE_CHECKING:
    from services.cli.client import Client

# The beginning of an id is looked for among so many of the newest runs.
NEWEST = 200
# A shorter beginning is taken for a slip of the hand.
LEAST_CHARACTERS = 4
# So much of what cannot be an id is told back.
TOLD_CHARACTERS = 36

_UNKNOWN = Text(
    "最近 {newest} 次运行里，没有编号以 {typed} 开头的。更早的请给完整的编号。",
    "None of the newest {newest} runs has an id that begins with {typed}. Give an older one's whole id.",
)


async def find_run(client: "Client", typed: str) -> str:
    """Return the id of the run that *typed* is the id of, or the beginning of among the newest runs.

    Raises RUN_UNKNOWN, and INVALID_INPUT_FORMAT for what is too short or fits several runs.
    """
    typed = typed.strip().lower()
    try:
        return str(uuid.UUID(typed))
    except ValueError:
        pass
    if len(typed) < LEAST_CHARACTERS:
        raise bad_input(
            f"请给出运行的编号，至少 {LEAST_CHARACTERS} 个字符；用 reflow runs list 查看。",
            f"Give the run's id, at least {LEAST_CHARACTERS} characters of it; reflow runs list tells it.",
        )
    async with aclosing(client.run_pages("", "", NEWEST)) as pages:
        found = [run.run_id for run in await anext(pages) if run.run_id.startswith(typed)]
    if not found:
        raise _unknown(typed)
    if len(found) > 1:
        raise bad_input(
            f"编号以 {typed} 开头的运行有 {len(found)} 次，请多写几个字符。",
            f"{len(found)} runs have ids that begin with {typed}: give more of it.",
        )
    return found[0]


def _unknown(typed: str) -> ReflowError:
    told = one_line(typed if len(typed) <= TOLD_CHARACTERS else f"{typed[:TOLD_CHARACTERS]}…")
    zh, en = (text.format(newest=NEWEST, typed=told) for text in (_UNKNOWN.zh, _UNKNOWN.en))
    return ReflowError(Code.RUN_UNKNOWN, Text(zh, en))
