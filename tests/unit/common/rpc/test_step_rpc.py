"""A use case that yields values becomes a stream of response messages."""

from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest
from reflow.v1 import planner_pb2, steps_pb2

from services.common.contract.activity import Activity, Phase, Progress, Thought, ToolCall
from services.common.contract.image_chat import Action, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.step import StepCall
from services.common.rpc import Context
from services.common.rpc.step_rpc import activity_to_proto, step_rpc, to_response
from services.common.text.language import Language

INTENT = Intent(Action.GENERATE_IMAGE, "cat", "", 0.9)


class _Call:
    """Subset of a gRPC context that the wrapper reads."""

    def time_remaining(self) -> float:
        return 3.0


async def test_activities_come_first_and_the_result_last() -> None:
    async def parse(request: ParseIntent, call: StepCall) -> AsyncGenerator[Activity | Intent, None]:
        assert (request.text, call.language, call.context.attempt) == ("a cat", Language.ENGLISH, 2)
        assert call.deadline(10, lambda: 100.0) == 103.0
        yield Thought("reading")
        yield INTENT

    context = steps_pb2.StepContext(run_id="r", step="planner-1", locale="en", attempt=2)
    message = planner_pb2.ParseIntentRequest(context=context, text="a cat")
    stream = step_rpc(parse, message, cast("Context", _Call()), planner_pb2.ParseIntentResponse)
    first, last = [response async for response in stream]
    assert first.activity.thought.text == "reading"
    assert (last.intent.subject, last.intent.action) == ("cat", planner_pb2.ACTION_GENERATE_IMAGE)


async def test_leaving_the_stream_ends_the_use_case() -> None:
    ended: list[bool] = []

    async def parse(_request: ParseIntent, _call: StepCall) -> AsyncGenerator[Activity | Intent, None]:
        try:
            yield Thought("1")
            yield INTENT
        finally:
            ended.append(True)

    stream = step_rpc(
        parse, planner_pb2.ParseIntentRequest(), cast("Context", _Call()), planner_pb2.ParseIntentResponse
    )
    await anext(stream)
    await stream.aclose()
    assert ended == [True]


@pytest.mark.parametrize(
    ("activity", "member"),
    [(Thought(""), "thought"), (Progress(Phase.WAITING, 0.0), "progress"), (ToolCall("1", "search", {}), "tool_call")],
)
def test_an_activity_without_content_is_still_an_activity(activity: Activity, member: str) -> None:
    assert activity_to_proto(activity).WhichOneof("activity") == member


def test_a_result_that_the_response_cannot_hold_is_an_error() -> None:
    wrong: Any = ParseIntent("", False, False, (), None, False, False)
    with pytest.raises(TypeError, match=r"ParseIntent is no member of reflow\.v1\.ParseIntentResponse\.outcome"):
        to_response(wrong, planner_pb2.ParseIntentResponse)
