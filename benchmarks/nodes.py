"""Node knowledge: the import of 1,000 types with their embeddings, and the slice for a request.

    uv run python benchmarks/nodes.py [--types 1000]

The service runs in this process with its worker processes, as in the embedded system; the client calls it over gRPC.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from reflow.v1 import graphs_pb2, nodes_pb2, nodes_pb2_grpc, rag_pb2, rag_pb2_grpc, steps_pb2

from engines.graph.node_types.json_form import to_json
from services.common.database.embedded import embedded_postgres
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings
from tests.fixtures.nodes.retrieval_cases import load_described_types, load_queries

CHUNK_BYTES = 1024 * 1024
ROUNDS = 200


def build_catalog(count: int) -> bytes:
    """Return *count* types, the described ones under other names."""
    described = [to_json(node_type) for node_type in load_described_types()]
    types = [{**described[number % len(described)], "type": f"bench:Type{number}"} for number in range(count)]
    return json.dumps(types).encode()


async def measure(count: int) -> None:
    """Print the time of an import, and the median of a slice."""
    telemetry = start_telemetry("bench")
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_postgres(Path(folder) / "postgres") as url:
            settings = RagSettings(database_url=url, blobs_url=(Path(folder) / "blobs").as_uri(), listen="127.0.0.1:0")
            async with run_rag(settings, telemetry) as server, open_channel(server.address) as channel:
                nodes, rag = nodes_pb2_grpc.NodeServiceStub(channel), rag_pb2_grpc.RagServiceStub(channel)
                await nodes.ListNodes(nodes_pb2.ListNodesRequest())  # the core types are there
                data = build_catalog(count)

                async def chunks() -> AsyncIterator[nodes_pb2.ImportNodesRequest]:
                    for start in range(0, len(data), CHUNK_BYTES):
                        yield nodes_pb2.ImportNodesRequest(chunk=data[start : start + CHUNK_BYTES])

                started = time.perf_counter()
                await nodes.ImportNodes(chunks())
                print(f"import of {count} types, {len(data) / 1e6:.1f} MB: {time.perf_counter() - started:.2f} s")
                print(f"slice: {await measure_slices(rag, count):.1f} ms (median of {ROUNDS})")
    telemetry.shutdown()


async def measure_slices(rag: "rag_pb2_grpc.RagServiceAsyncStub", count: int) -> float:
    """Return the median of a slice in milliseconds, for a graph of 40 types."""
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
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--types", type=int, default=1_000)
    asyncio.run(measure(parser.parse_args().types))


if __name__ == "__main__":
    main()
