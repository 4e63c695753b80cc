"""Node knowledge: the import of 1,000 types with their embeddings, and the slice for a request.

    uv run python -m benchmarks.nodes [--types 1000]

The service runs in this process with its worker processes, as in the embedded system; the client calls it over gRPC.
The targets apply to the CPU time of all processes, PostgreSQL and this client included. On an idle machine with two or
more cores the elapsed time is at most that; on a busy one it depends on the other work.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psutil
from reflow.v1 import graphs_pb2, nodes_pb2, nodes_pb2_grpc, rag_pb2, rag_pb2_grpc, steps_pb2

from benchmarks.cpu_time import find_postgres, read_cpu_seconds
from benchmarks.figures import Bound, Figure, percentile_95, run
from engines.graph.node_types.json_form import to_json
from services.common.database.embedded import embedded_postgres
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings
from tests.fixtures.nodes.retrieval_cases import load_described_types, load_queries

CHUNK_BYTES = 1024 * 1024
ROUNDS = 200
MAX_WAITED = 60
IDLE_SECONDS = 0.4
"""CPU seconds per second below which the service is idle."""
IMPORT_LIMIT_SECONDS, SLICE_LIMIT_MS = 10, 30


def build_catalog(count: int) -> bytes:
    """Return *count* types, the described ones under other names and titles: no two have the same text."""
    described = load_described_types()
    types: list[dict[str, Any]] = []
    for number in range(count):
        one = described[number % len(described)]
        titles = {"zh": f"{one.titles.zh} {number}", "en": f"{one.titles.en} {number}"}
        types.append({**to_json(one), "type": f"bench:Type{number}", "titles": titles})
    return json.dumps(types).encode()


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the times of an import and of a slice."""
    count = arguments.types
    telemetry = start_telemetry("bench")
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_postgres(Path(folder) / "postgres") as url:
            postgres = find_postgres(url)
            settings = RagSettings(database_url=url, blobs_url=(Path(folder) / "blobs").as_uri(), listen="127.0.0.1:0")
            async with run_rag(settings, telemetry) as server, open_channel(server.address) as channel:
                nodes, rag = nodes_pb2_grpc.NodeServiceStub(channel), rag_pb2_grpc.RagServiceStub(channel)
                await nodes.ListNodes(nodes_pb2.ListNodesRequest())  # until the core types are seeded
                await wait_for_rest(postgres)
                data = build_catalog(count)

                async def chunks() -> AsyncIterator[nodes_pb2.ImportNodesRequest]:
                    for start in range(0, len(data), CHUNK_BYTES):
                        yield nodes_pb2.ImportNodesRequest(chunk=data[start : start + CHUNK_BYTES])

                started, cpu_started = time.perf_counter(), read_cpu_seconds(postgres)
                await nodes.ImportNodes(chunks())
                seconds, cpu_seconds = time.perf_counter() - started, read_cpu_seconds(postgres) - cpu_started
                await measure_slices(rag, count)  # loads libraries
                cpu_started = read_cpu_seconds(postgres)
                slices = await measure_slices(rag, count)
                cpu_slice = (read_cpu_seconds(postgres) - cpu_started) * 1000 / len(slices)
    telemetry.shutdown()
    return [
        Figure(
            key="node_import_cpu",
            what=f"import of {count:,} node types ({len(data) / 1e6:.1f} MB) with their embeddings, CPU time",
            unit="s",
            ours=cpu_seconds,
            bound=Bound.AT_MOST,
            limit=IMPORT_LIMIT_SECONDS,
        ),
        Figure(
            key="node_slice_cpu",
            what=f"slice of {count:,} node types for a request on a graph of 40 types, CPU time (mean)",
            unit="ms",
            ours=cpu_slice,
            bound=Bound.AT_MOST,
            limit=SLICE_LIMIT_MS,
        ),
        Figure(key="node_import", what="that import, time passed", unit="s", ours=seconds),
        Figure(
            key="node_slice",
            what="that slice, time passed (median)",
            unit="ms",
            ours=statistics.median(slices),
            ours_95th=percentile_95(slices),
        ),
    ]


async def wait_for_rest(postgres: psutil.Process) -> None:
    """Return once the service has seeded its other libraries, whose work is not part of the import."""
    before = read_cpu_seconds(postgres)
    for _ in range(MAX_WAITED):
        await asyncio.sleep(1)
        now = read_cpu_seconds(postgres)
        if now - before < IDLE_SECONDS:
            return
        before = now


async def measure_slices(rag: "rag_pb2_grpc.RagServiceAsyncStub", count: int) -> list[float]:
    """Return the times of slices in milliseconds, for a graph of 40 types."""
    graph = {"nodes": {str(number): {"type": f"bench:Type{number * count // 40}"} for number in range(40)}}
    snapshot = graphs_pb2.GraphSnapshot(graph_id="g", revision=1, content=json.dumps(graph).encode())
    context = steps_pb2.StepContext(run_id="run", step="nodes-1", locale="zh", idempotency_key="run/nodes-1")
    texts = [text for case in load_queries(held_out=False) for text in case.queries]
    times = []
    for text in texts[:ROUNDS]:
        started = time.perf_counter()
        request = rag_pb2.SearchNodesRequest(context=context, text=text, graph=snapshot)
        _ = [response async for response in rag.SearchNodes(request)]
        times.append((time.perf_counter() - started) * 1000)
    return times


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", type=int, default=1_000)
    run(measure, parser)
