"""The tool calls of one research: each is told when it begins and when it ends, whatever comes of it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

import structlog

from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.models.values import Spent
from services.rag.domain.web_pages import WebSearchFailed
from services.rag.evidence_wording import LATE

log = structlog.get_logger("reflow.rag")

Value = TypeVar("Value")
Json = Mapping[str, Any]

STORE_FAILURES = frozenset({Code.VECTOR_DB_ERROR, Code.VECTOR_DB_TIMEOUT})


class Tool(StrEnum):
    """A tool, by the name that is told."""

    SEARCH_NOTES = "searchNotes"
    ANALYZE_TOP_TAGS = "analyzeTopTags"
    GET_TOP_TITLES = "getTopTitles"
    GET_TREND_REPORT = "getTrendReport"
    WEB_SEARCH = "webSearch"
    RECOMMEND_TEMPLATES = "recommendTemplates"
    MANAGE_PROMPT = "managePrompt"


@dataclass(frozen=True, slots=True)
class Called:
    """A tool was called: the *number*th call of this research, counted from 1."""

    number: int
    tool: Tool
    given: Json


@dataclass(frozen=True, slots=True)
class Answered:
    """The tool of call *number* answered, or failed."""

    number: int
    tool: Tool
    answer: Json


@dataclass(frozen=True, slots=True)
class Done(Generic[Value]):
    """What a tool made, and how that is told."""

    value: Value
    answer: Json


Telling = Called | Answered | Spent


class Calls:
    """Carries out calls until *deadline* on *clock* and tells of them in *language*.

    Of tools that failed, `reasons` tells people why, and `broken` holds what the store failed with.
    """

    def __init__(
        self, tell: Callable[[Telling], None], deadline: float, clock: Callable[[], float], language: Language
    ) -> None:
        self.tell = tell
        self.deadline = deadline
        self.reasons: dict[Tool, str] = {}
        self.broken: dict[Tool, ReflowError] = {}
        self._clock = clock
        self._language = language
        self._number = 0

    async def call(self, tool: Tool, given: Json, work: Callable[[], Awaitable[Done[Value]]]) -> Value | None:
        """Return what *work* makes, None where it fails or is not done in time: that is told, and never raised."""
        number = self._begin(tool, given)
        try:
            async with asyncio.timeout(max(0.0, self.deadline - self._clock())):
                done = await work()
        except (ReflowError, WebSearchFailed, TimeoutError) as error:
            self._fail(tool, error)
            self.tell(Answered(number, tool, {"status": "failed", "message": self.reasons[tool]}))
            return None
        self.tell(Answered(number, tool, {"status": "ok", **done.answer}))
        return done.value

    def pass_over(self, tool: Tool, given: Json, answer: Json) -> None:
        """Tell of a call that was not carried out, and in *answer* why."""
        self.tell(Answered(self._begin(tool, given), tool, answer))

    def _begin(self, tool: Tool, given: Json) -> int:
        self._number += 1
        self.tell(Called(self._number, tool, given))
        return self._number

    def _fail(self, tool: Tool, error: ReflowError | WebSearchFailed | TimeoutError) -> None:
        text, details, failure = _read(error)
        log.warning("research tool failed", tool=tool.value, code=failure and failure.code.value, details=details)
        if failure is not None and failure.code in STORE_FAILURES:
            self.broken[tool] = failure
        self.reasons[tool] = text.pick(self._language)


def _read(error: ReflowError | WebSearchFailed | TimeoutError) -> tuple[Text, str, ReflowError | None]:
    """Return what people and engineers read of *error*, and what it is in the catalogue, None for one of the web."""
    match error:
        case WebSearchFailed():
            return error.text, error.details, None
        case ReflowError():
            return error.text, error.details, error
        case TimeoutError():
            return LATE, "no answer in time", ReflowError(Code.VECTOR_DB_TIMEOUT, details="no answer in time")
