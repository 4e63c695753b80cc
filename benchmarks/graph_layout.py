"""Layout of a graph of 500 nodes: ours (boxes of different sizes) and grandalf (one size), same graph, same run.

    uv run --with grandalf==0.8 python -m benchmarks.graph_layout [--nodes 500]

The median CPU time of five runs, alternating; without grandalf only ours. Nodes have up to two links from the 15 nodes
before them.
"""

import argparse
import importlib.util
import random
import statistics
import time

from benchmarks.figures import Bound, Figure, run
from engines.graph.graph import Edge, Graph, Node
from engines.graph.layout.arrangement import arrange_graph

ROUNDS, SEED = 5, 7
LIMIT_SECONDS = 1.0


def make_graph(count: int) -> Graph:
    """Return a connected graph whose nodes have no known type."""
    rng = random.Random(SEED)
    nodes = {str(number): Node(str(number), "bench:Node", data={"value": number}) for number in range(count)}
    pairs = sorted({(rng.randrange(max(0, end - 15), end), end) for end in range(1, count) for _ in range(2)})
    edges = {
        str(number): Edge(str(number), str(source), "out", str(target), "in")
        for number, (source, target) in enumerate(pairs, count)
    }
    return Graph(nodes, edges)


def time_ours(graph: Graph) -> float:
    """Return the CPU seconds of our layout."""
    started = time.process_time()
    arrange_graph(graph, {})
    return time.process_time() - started


def time_baseline(graph: Graph) -> float:
    """Return the CPU seconds of grandalf's layout, with as many rounds as its documentation uses."""
    from grandalf.graphs import Edge as PeerEdge
    from grandalf.graphs import Graph as PeerGraph
    from grandalf.graphs import Vertex
    from grandalf.layouts import SugiyamaLayout

    class View:
        w, h = 200, 90

    vertices = {node_id: Vertex(node_id) for node_id in graph.nodes}
    for vertex in vertices.values():
        vertex.view = View()
    links = [PeerEdge(vertices[edge.source], vertices[edge.target]) for edge in graph.edges.values()]
    started = time.process_time()
    for component in PeerGraph(list(vertices.values()), links).C:
        layout = SugiyamaLayout(component)
        layout.init_all()
        layout.draw()
    return time.process_time() - started


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figure of the layout; without a baseline if grandalf is not installed."""
    graph = make_graph(arguments.nodes)
    samples: dict[str, list[float]] = {"ours": [], "grandalf": []}
    has_baseline = importlib.util.find_spec("grandalf") is not None
    for _ in range(ROUNDS):
        samples["ours"].append(time_ours(graph))
        if has_baseline:
            samples["grandalf"].append(time_baseline(graph))
    return [
        Figure(
            key="graph_layout",
            what=f"layout of a graph of {len(graph.nodes)} nodes and {len(graph.edges)} links, CPU time (median)",
            unit="s",
            ours=statistics.median(samples["ours"]),
            bound=Bound.AT_MOST,
            limit=LIMIT_SECONDS,
            baseline=statistics.median(samples["grandalf"]) if has_baseline else None,
            baseline_name="grandalf 0.8, one size of nodes" if has_baseline else "",
            samples=samples,
        )
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=500)
    run(measure, parser)
