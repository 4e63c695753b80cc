"""A key never appears in anything that a system writes: looked for in all of it, after runs that fail in every way."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg

from tests.fixtures.collector import Collector, collecting
from tests.fixtures.database import empty_database
from tests.fixtures.providers import KEYS
from tests.fixtures.remote_system import RemoteSystem, failures, remote_system
from tests.fixtures.surroundings import without_settings

MARKS = tuple(KEYS.values())
# Providers repeat keys whole, in JSON, in pages of HTML, in headers, with failures of every kind.
ECHOES: tuple[Mapping[str, Any], ...] = (
    {"echo_key": True},
    {"status": 400, "body": {"error": {"message": f"bad request by {MARKS[0]} or {MARKS[1]}"}}},
    {"status": 500, "body": f"<html>Authorization: Bearer {MARKS[0]} {MARKS[1]}</html>"},
    {"status": 429, "body": {"code": "Throttling", "message": f"slow down {MARKS[0]} {MARKS[1]}"}},
    {"status": 503, "headers": {"X-Echo": MARKS[0]}, "body": {"error": MARKS[0]}},
    {"answer": f"no JSON but {MARKS[0]}, and {MARKS[1]}"},
)
DOORS = ("openai.chat", "openai.embeddings", "openai.images", "dashscope.submit", "comfyui.prompt")


async def test_a_key_that_providers_echo_is_in_nothing_that_was_written(tmp_path: Path, postgres_url: str) -> None:
    async with collecting() as collector:
        with empty_database(postgres_url) as database:
            written = await asyncio.to_thread(_ran, tmp_path, database, collector)
            written["database"] = await asyncio.to_thread(_dumped, database)
    written["traces"] = b"".join(span.SerializeToString() for span in collector.spans)
    written["metrics"] = b"".join(metric.SerializeToString() for metric in collector.metrics)
    for place, content in written.items():
        assert content, f"nothing was written to {place}: this would prove nothing"
        for mark in MARKS:
            assert mark.encode() not in content, f"{place} holds a key"


def _ran(folder: Path, database: str, collector: Collector) -> dict[str, bytes]:
    """Run chats against echoing providers; return what streams, state, log, output, blobs and doctor hold."""
    settings = {
        "REFLOW_ENVIRONMENT": "development",  # shows the most there is
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
                states.append(json.dumps(remote.door.state(str(events[0].body["runId"])), ensure_ascii=False))
        remote.providers.reset()
        events = remote.chat(preferredModel="fake-openai")  # and one that goes well, with a picture
        streams += [json.dumps(event.body, ensure_ascii=False) for event in events]
        doctor = _doctor(remote, folder)
        remote.door.stop()
    stored = [path.read_bytes() for path in (remote.data / "blobs").rglob("*") if path.is_file()]
    return {
        "streams": "".join(streams).encode(),
        "states": "".join(states).encode(),
        "log": (remote.data / "reflow.log").read_bytes(),
        "output": remote.door.output.encode(),
        "blobs": b"".join(stored),
        "doctor": doctor,
    }


def _failing(remote: RemoteSystem, echo: Mapping[str, Any], engine: str) -> list[Any]:
    remote.providers.reset()
    for door in DOORS:
        remote.providers.script(door, {**echo, "always": True})
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
