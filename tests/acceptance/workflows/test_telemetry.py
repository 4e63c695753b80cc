"""One trace from HTTP through every service and step, with metrics, and logs that contain the trace id."""

import asyncio
import json
from pathlib import Path

from tests.fixtures.network.collector import Collector, collecting
from tests.fixtures.systems.system import System

STEPS = ("PlannerService/ParseIntent", "RagService/RetrieveStyles", "ExecutorService/GenerateImage",
         "CriticService/ReviewImage")  # fmt: skip


async def traced_chat(folder: Path, text: str) -> tuple[str, Collector, list[str]]:
    """Chat once; return the trace id of the response, the collected telemetry, and the log."""
    async with collecting() as collector:
        system = await asyncio.to_thread(System, folder, {"REFLOW_OTLP_ENDPOINT": collector.endpoint})
        body = {"text": text, "width": 128, "height": 128}
        response = await asyncio.to_thread(system.http.post, "/api/agent/chat", json=body)
        await asyncio.to_thread(system.stop)
    return response.headers["X-Trace-Id"], collector, (folder / "reflow.log").read_text().splitlines()


async def test_a_chat_is_one_trace_through_gateway_orchestrator_and_all_four_services(tmp_path: Path) -> None:
    trace_id, collector, _ = await traced_chat(tmp_path, "a cat, pixel art")
    names = collector.names_of(bytes.fromhex(trace_id))
    assert [name for name in names if name.endswith("OrchestratorService/StartAndWatchRun")]
    assert names.count("reflow.run") == 1
    assert names.count("reflow.step") == 4
    for step in STEPS:
        assert [name for name in names if name.endswith(step)], step


async def test_an_error_is_logged_with_its_trace_and_counted_by_code_and_node(tmp_path: Path) -> None:
    trace_id, collector, log = await traced_chat(tmp_path, "😀😀😀")
    records = [json.loads(line) for line in log]
    errors = [record for record in records if record.get("code") == "INTENT_UNKNOWN"]
    assert [record["trace_id"] for record in errors] == [trace_id]
    points = [
        {attribute.key: attribute.value.string_value for attribute in point.attributes}
        for metric in collector.metrics
        if metric.name == "reflow.errors"
        for point in metric.sum.data_points
    ]
    assert {"reflow.error.code": "INTENT_UNKNOWN", "reflow.error.category": "business_error",
            "reflow.error.node": "planner"} in points  # fmt: skip
