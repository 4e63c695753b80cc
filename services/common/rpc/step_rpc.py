"""The common form of the RPCs of role services: a stream of activities, then one result."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, TypeVar

from google.protobuf.message import Message
from reflow.v1 import steps_pb2

from services.common.contract import requests
from services.common.contract.activity import ACTIVITIES, Activity
from services.common.contract.proto_mapper import from_proto, set_oneof, to_proto
from services.common.contract.step import StepCall, StepContext
from services.common.rpc.interceptor import Context

Request = TypeVar("Request")
Response = TypeVar("Response", bound=Message)

UseCase = Callable[[Any, StepCall], AsyncGenerator[Any, None]]
"""Yields Activity values while it works, and its result last. Raises ReflowError."""

OUTCOME = "outcome"


async def step_rpc(
    use_case: UseCase, message: Message, context: Context, response: type[Response]
) -> AsyncGenerator[Response, None]:
    """Run *use_case* with the request that *message* holds, and yield what it yields as *response* messages.

    The request is the value of `contract.requests` that mirrors the message: `GenerateImage` for
    `GenerateImageRequest`.
    """
    request = from_proto(message, _request_class(type(message)))
    call = StepCall(from_proto(message.context, StepContext), context.time_remaining)  # type: ignore[attr-defined]
    async with aclosing(use_case(request, call)) as outcomes:
        async for outcome in outcomes:
            yield to_response(outcome, response)


def to_response(outcome: Any, response: type[Response]) -> Response:
    """Return *outcome*, an activity or the result of a step, as a message of class *response*.

    A result with the name of the response mirrors all of it: its fields stand outside the oneof, too.
    """
    if type(outcome).__name__ == response.DESCRIPTOR.name:
        return to_proto(outcome, response)
    message = response()
    if isinstance(outcome, ACTIVITIES):
        message.activity.CopyFrom(activity_to_proto(outcome))  # type: ignore[attr-defined]
    else:
        set_oneof(message, OUTCOME, outcome)
    return message


def activity_to_proto(activity: Activity) -> steps_pb2.Activity:
    """Return *activity* as a message."""
    message = steps_pb2.Activity()
    set_oneof(message, "activity", activity)
    return message


def _request_class(message: type[Message]) -> type[Any]:
    kind: type[Any] = getattr(requests, message.DESCRIPTOR.name.removesuffix("Request"))
    return kind
