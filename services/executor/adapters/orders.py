"""Orders of images that cost money: each is placed once for all attempts of a step, and later attempts resume it.

A provider without idempotency keys, or one that ignores them, is paid for each request. So a marker is recorded before
a request is sent, and replaced by what the provider returned: the id of its task, or the URL of its image. The record
of a rejected or unsent request is removed, and the next attempt sends it again. Everything else is not sent again:
without a response the order may have been paid, and the outcome is unknown.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import httpx

from services.common.errors import Code, ReflowError
from services.executor.domain.image_engine import TaskStore

Response = TypeVar("Response")

NODE = "executor"
# A record is a task id, the URL of an image with a prefix, or the marker of a request that was sent. No id contains a
# colon (dashscope/responses.TaskId).
_URL_PREFIX = "url:"
_SENT_MARKER = "sent:"

NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.LocalProtocolError,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
"""Connection errors that occur before any part of a request has been sent."""
# HTTP statuses of requests that were not executed; after 502 and 504 of a gateway the outcome is unknown.
_REJECTING_STATUSES = frozenset({*range(300, 500), 503}) - {408}


class OutcomeUnknownError(ReflowError):
    """A call failed but may have been executed: it was sent, and no response rules that out."""

    def __init__(self, failed: ReflowError) -> None:
        super().__init__(
            failed.code, failed.text, details=failed.details, node=failed.node, retry_after=failed.retry_after
        )


@dataclass(frozen=True, slots=True)
class SentOrder:
    """The order was sent, and no response arrived."""


@dataclass(frozen=True, slots=True)
class OrderedTask:
    """The provider accepted the order as a task."""

    task_id: str


@dataclass(frozen=True, slots=True)
class PaidImage:
    """The provider has the image, at *url*."""

    url: str


class OrderBook:
    """The orders of one engine, recorded in *tasks*."""

    def __init__(self, tasks: TaskStore) -> None:
        self._tasks = tasks

    async def find(self, key: str) -> SentOrder | OrderedTask | PaidImage | None:
        """Return the order of *key*, None if none was placed."""
        recorded = await self._tasks.find(key)
        if recorded is None:
            return None
        if recorded == _SENT_MARKER:
            return SentOrder()
        if recorded.startswith(_URL_PREFIX):
            return PaidImage(recorded.removeprefix(_URL_PREFIX))
        return OrderedTask(recorded)

    async def place(self, key: str, send: Callable[[], Awaitable[Response]]) -> Response:
        """Return the response of *send*, which is called once for all attempts of *key* unless it was rejected.

        *send* raises OutcomeUnknownError if the order may have been accepted, any other ReflowError if it was not.
        Raises OUTCOME_UNKNOWN for the first, and the error itself for the second.
        """
        await self._tasks.record(key, _SENT_MARKER)
        try:
            return await send()
        except OutcomeUnknownError as failed:
            raise outcome_unknown(failed.details) from None
        except ReflowError:
            await self._tasks.remove(key)
            raise

    async def record_task(self, key: str, task_id: str) -> None:
        """Record that the provider accepted the order as this task."""
        await self._tasks.record(key, task_id)

    async def record_image(self, key: str, url: str) -> None:
        """Record the URL of the paid image, or the image itself as a data URL, before it is downloaded and decoded.

        The record stays: the image is never paid again.
        """
        await self._tasks.record(key, _URL_PREFIX + url)

    async def forget_image(self, key: str) -> None:
        """Record an order without its image, whose many bytes are no longer needed once they are decoded."""
        await self._tasks.record(key, _SENT_MARKER)

    async def remove(self, key: str) -> None:
        """Remove the order of *key*, which was not paid: the next attempt places it again."""
        await self._tasks.remove(key)


def outcome_unknown(details: str) -> ReflowError:
    """Return the error of an order that was sent without a known outcome."""
    return ReflowError(Code.OUTCOME_UNKNOWN, details=details, node=NODE)


def image_unusable(details: str) -> ReflowError:
    """Return the error of a paid image that cannot be decoded or used: ordering it again would not help."""
    return ReflowError(Code.IMAGE_UNUSABLE, details=details, node=NODE)


def is_rejection(status: int, *, has_error_object: bool) -> bool:
    """Return whether a response other than 200 states that the order was not accepted.

    An error object comes from the provider itself; without one a server error may come from a gateway in between.
    """
    return has_error_object or status in _REJECTING_STATUSES
