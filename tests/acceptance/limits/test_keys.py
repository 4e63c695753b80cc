"""API keys never appear in any output of a system, even after runs that fail in every way."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg

from tests.fixtures.network.collector import Collector, collecting
from tests.fixtures.postgres.database import empty_database
from tests.fixtures.services.providers import KEYS
from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.remote_system import RemoteSystem, failures, remote_system

SCORES = tuple(KEYS.values())
# Providers echo the complete key in JSON, HTML and headers, with every kind of failure.
ECHOES: tuple[Mapping[str, Any], ...] = (
    {"echo_key": True},
    {"status": 400, "body": {"error": {"message": f"bad request by {SCORES[0]} or {SCORES[1]}"}}},
    {"status": 500, "body": f"<html>Authorization: Bearer {SCORES[0]} {SCORES[1]}</html>"},
    {"status": 429, "body": {"code": "Throttling", "message": f"slow down {SCORES[0]} {SCORES[1]}"}},
    {"status": 503, "headers": {"X-Echo": SCORES[0]}, "body": {"error": SCORES[0]}},
    {"answer": f"no JSON but {SCORES[0]}, and {SCORES[1]}"},
)
ENDPOINTS = ("openai.chat", "openai.embeddings", "openai.images", "dashscope.submit", "comfyui.prompt")


async def test_a_key_that_providers_echo_appears_in_no_output(tmp_path: Path, postgres_url: str) -> None:
    async with collecting() as collector:
        with empty_database(postgres_url) as database:
            written = await asyncio.to_thread(_ran, tmp_path, database, collector)
            written["database"] = await asyncio.to_thread(_dumped, database)
    written["traces"] = b"".join(span.SerializeToString() for span in collector.spans)
    written["metrics"] = b"".join(metric.SerializeToString() for metric in collector.metrics)
    for place, content in written.items():
        assert content, f"nothing was written to {place}: this would prove nothing"
        for label in SCORES:
            assert label.encode() not in content, f"{place} holds a key"


def _ran(folder: Path, database: str, collector: Collector) -> dict[str, bytes]:
    """Run chats against echoing providers; return the content of streams, state, log, output, blobs and doctor."""
    settings = {
        "REFLOW_ENVIRONMENT": "development",  # the most detailed output
        "REFLOW_LOG_LEVEL": "DEBUG",
        "REFLOW_DATABASE_URL": database,
        "REFLOW_OTLP_ENDPOINT": collector.endpoint,
        "REFLOW_LIMITS__RETRY_PACE": "0",
    }
    streams, states = list[str](), list[str]()
    with remote_system(folder, settings) as remote:
        for echo in ECHOES:
            for engine in ("fake-openai", "fake-dashscope"):
                events = _failing(remote, echo, engine)
                streams += [json.dumps(event.body, ensure_ascii=False) for event in events]
                states.append(json.dumps(remote.endpoint.state(str(events[0].body["runId"])), ensure_ascii=False))
        remote.providers.reset()
        events = remote.chat(preferredModel="fake-openai")  # and one that succeeds, with an image
        streams += [json.dumps(event.body, ensure_ascii=False) for event in events]
        doctor = _doctor(remote, folder)
        remote.endpoint.stop()
    stored = [path.read_bytes() for path in (remote.data / "blobs").rglob("*") if path.is_file()]
    return {
        "streams": "".join(streams).encode(),
        "states": "".join(states).encode(),
        "log": (remote.data / "reflow.log").read_bytes(),
        "output": remote.endpoint.output.encode(),
        "blobs": b"".join(stored),
        "doctor": doctor,
    }


def _failing(remote: RemoteSystem, echo: Mapping[str, Any], engine: str) -> list[Any]:
    remote.providers.reset()
    for endpoint in ENDPOINTS:
        remote.providers.script(endpoint, {**echo, "always": True})
    events = remote.chat(preferredModel=engine, text=f"a marked cat {len(str(echo))}")
    assert failures(events, "planner"), "the provider has echoed nothing"
    return events


def _doctor(remote: RemoteSystem, folder: Path) -> bytes:
    environment = without_settings(os.environ) | remote.providers.settings(folder / "models.toml")
    command = [sys.executable, "-m", "services.cli", "doctor", "--data", str(folder / "elsewhere")]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    return done.stdout + done.stderr


def _dumped(database: str) -> bytes:
    """Return every value of every table."""
    with psycopg.connect(database) as connection:
        tables = connection.execute(
            "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        rows = [row for (table,) in tables for row in connection.execute(f"SELECT * FROM {table}")]
    return b"".join(value if isinstance(value, bytes) else repr(value).encode() for row in rows for value in row)
