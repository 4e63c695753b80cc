"""A client of AG-UI that disconnects while its answers are looked up."""

import json
from pathlib import Path

import httpx

from services.common.telemetry import Telemetry
from tests.fixtures.gateway.ag_ui_endpoint import NOTE, THREAD, open_endpoint
from tests.fixtures.gateway.interrupt_orchestrator import InterruptScript
from tests.fixtures.network.raw_http import connect_raw
from tests.fixtures.systems.eventually import eventually

ENTRIES = 20


def resume_request(interrupt_id: str) -> bytes:
    """Return a request with as many answers as are accepted: all are looked up before the first is sent on."""
    ids = [interrupt_id, *(f"{interrupt_id}-{number}" for number in range(1, ENTRIES))]
    entries = [{"interruptId": one, "status": "resolved", "payload": {"decision": "approve"}} for one in ids]
    body = json.dumps({"threadId": THREAD, "runId": "run-b", "messages": [], "resume": entries}).encode()
    head = f"POST /ag-ui HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


async def test_the_lookup_of_answers_stops_when_the_client_has_left(telemetry: Telemetry, short_folder: Path) -> None:
    script = InterruptScript(events=NOTE)
    async with (
        httpx.AsyncClient(timeout=60, trust_env=False) as http,
        open_endpoint(script, telemetry, short_folder, http) as endpoint,
    ):
        interrupt_id = await endpoint.interrupted()
        read = script.read
        script.readable.clear()
        async with connect_raw(str(http.base_url), resume_request(interrupt_id)):
            await eventually(lambda: script.read == read + 1)
        script.readable.set()
        for _ in range(3 * ENTRIES):  # each pause is as long as a lookup: enough time for all lookups
            await http.get("/healthz")
        assert script.read == read + 1 and script.answers == []
