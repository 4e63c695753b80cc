"""The four role services in one process. Each returns a fixed result immediately.

    python -m benchmarks.systems.instant_roles ADDRESS [--seconds 0] [--every 0]

They do no work, open no spans and check no limits, so the cost of a run is that of the orchestrator. With options a
step takes a while and emits thoughts at an interval. Of a note they implement the steps up to the approval of its text.

In addition, a unary call (`open_unary`) returns its request: the minimum cost of a call for its server.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import grpc
import uvloop
from google.protobuf.message import Message
from reflow.v1 import (
    assets_pb2,
    call_streams_pb2,
    critic_pb2,
    executor_pb2,
    note_workflow_pb2,
    planner_pb2,
    rag_pb2,
    steps_pb2,
)

from services.common.errors import ReflowError
from services.common.rpc.call_streams.servicer import CallStreamServicer
from services.common.rpc.server import CALL_SERVICE

READY = "ready"
UNARY_SERVICE, UNARY_METHOD = "reflow.benchmarks.UnaryService", "Return"
UNARY_PAYLOAD = bytes(128)
STREAM_SECONDS = 30.0
"""As in a service with the usual age of connections."""
PROMPT = "a cat in cyberpunk style"
LOOK = rag_pb2.Look(medium="neon", palette=["#0d0b26", "#1b1147", "#3b2f8f", "#0f7f9c", "#ff2e9f", "#22e6ff"])
INTENT = planner_pb2.Intent(
    action=planner_pb2.ACTION_GENERATE_IMAGE,
    subject="cat",
    style="cyberpunk",
    confidence=0.95,
    prompt=PROMPT,
    engine="builtin",
)
STYLE = rag_pb2.RetrievedStyle(key="cyberpunk", style="cyberpunk", prompt="neon rain", similarity=1.0, look=LOOK)
IMAGE = executor_pb2.ImageResult(
    asset=assets_pb2.Asset(
        asset_id="0" * 64, kind=assets_pb2.ASSET_KIND_IMAGE, width=1024, height=1024, size=1_000_000
    ),
    task_type=executor_pb2.TASK_TYPE_TEXT_TO_IMAGE,
    model="builtin",
    seed=7,
    prompt=PROMPT,
    elapsed_ms=1,
)
VERDICT = critic_pb2.Verdict(
    passed=True, score=0.9, dimensions={"blank": 1.0, "palette": 0.8}, feedback="good", judged=True
)
BRIEF = note_workflow_pb2.Brief(topic="spring trip", image_count=3, requirement_clarity=0.9, engine="builtin")
EVIDENCE = note_workflow_pb2.EvidencePack(tags=["spring"])
CONTENT = note_workflow_pb2.NoteContent(
    title="Where to go in spring",
    body="\n\n".join(f"Paragraph {number}: hills, blossom and a long way home by the river." for number in range(1, 7)),
    tags=["spring", "outing"],
)
RESPONSES: Mapping[str, Mapping[str, Message]] = {
    "reflow.v1.PlannerService": {
        "ParseIntent": planner_pb2.ParseIntentResponse(intent=INTENT),
        "CompileBrief": planner_pb2.CompileBriefResponse(brief=BRIEF),
        "AdviseRoute": planner_pb2.AdviseRouteResponse(advice=note_workflow_pb2.Advice(requirement_clarity=1)),
    },
    "reflow.v1.RagService": {
        "RetrieveStyles": rag_pb2.RetrieveStylesResponse(
            prompt=rag_pb2.EnhancedPrompt(original=PROMPT, retrieved=[STYLE], final=f"{PROMPT}, neon rain")
        ),
        "GatherEvidence": rag_pb2.GatherEvidenceResponse(evidence=EVIDENCE),
    },
    "reflow.v1.ExecutorService": {
        "GenerateImage": executor_pb2.GenerateImageResponse(result=IMAGE),
        "WriteNote": executor_pb2.WriteNoteResponse(content=CONTENT),
    },
    "reflow.v1.CriticService": {"ReviewImage": critic_pb2.ReviewImageResponse(verdict=VERDICT)},
}
THOUGHT = steps_pb2.Activity(thought=steps_pb2.Thought(text="the light comes from behind the cat, neon on wet asphalt"))


def open_unary(channel: grpc.aio.Channel) -> "grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]":
    """Return the call that returns its request (UNARY_PAYLOAD) and does nothing else."""
    return channel.unary_unary(f"/{UNARY_SERVICE}/{UNARY_METHOD}")


def create_handlers(seconds: float, every: float) -> dict[str, dict[str, Any]]:
    """Return the handlers of the four services. A step takes *seconds* and emits a thought each *every* seconds."""
    return {
        service: {method: _create_handler(response, seconds, every) for method, response in responses.items()}
        for service, responses in RESPONSES.items()
    }


async def _return(request: bytes, _context: object) -> bytes:
    return request


def _create_handler(response: Message, seconds: float, every: float) -> Any:
    result = response.SerializeToString()
    thought = type(response)(activity=THOUGHT).SerializeToString()
    thoughts = int(seconds / every) if every else 0

    async def stream(_request: bytes, _context: object) -> AsyncIterator[bytes]:
        for _ in range(thoughts):
            yield thought
            await asyncio.sleep(every)
        if rest := seconds - thoughts * every:
            await asyncio.sleep(rest)
        yield result

    return grpc.unary_stream_rpc_method_handler(stream)


async def _reject(error: ReflowError, context: Any) -> None:
    await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))


async def serve(address: str, seconds: float, every: float) -> None:
    """Serve at *address* until killed; print READY on stdout once ready."""
    server = grpc.aio.server()
    unary: dict[str, Any] = {UNARY_METHOD: grpc.unary_unary_rpc_method_handler(_return)}
    services = create_handlers(seconds, every)
    steps = {
        f"/{service}/{name}": handler for service, methods in services.items() for name, handler in methods.items()
    }
    streams: Any = grpc.stream_stream_rpc_method_handler(
        CallStreamServicer(steps, _reject, STREAM_SECONDS).StreamCalls,
        response_serializer=call_streams_pb2.StreamCallsResponse.SerializeToString,
    )
    services |= {UNARY_SERVICE: unary, CALL_SERVICE: {"StreamCalls": streams}}
    server.add_generic_rpc_handlers(
        tuple(grpc.method_handlers_generic_handler(service, methods) for service, methods in services.items())
    )
    server.add_insecure_port(address)
    await server.start()
    print(READY, flush=True)
    await server.wait_for_termination()


def main() -> None:
    """Serve with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="host:port or unix:PATH")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long each step takes")
    parser.add_argument("--every", type=float, default=0.0, help="seconds from one thought to the next; 0 for none")
    arguments = parser.parse_args()
    uvloop.run(serve(arguments.address, arguments.seconds, arguments.every))


if __name__ == "__main__":
    main()
