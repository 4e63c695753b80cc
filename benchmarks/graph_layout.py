"""Layout of a graph of 500 nodes: ours (boxes of their sizes) and grandalf (one size), same graph, same run.

    uv run --with grandalf==0.8 python -m benchmarks.graph_layout [--nodes 500]

Prints the median of five runs, alternating, and the ratio. Nodes have up to two links from the 15 nodes before them.
"""

import argparse
import random
import statistics
import time

from engines.graph.graph import Edge, Graph, Node
from engines.graph.layout.arrangement import arrange_graph

ROUNDS, SEED = 5, 7


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
    """Return the seconds of our layout."""
    started = time.perf_counter()
    arrange_graph(graph, {})
    return time.perf_counter() - started


def time_baseline(graph: Graph) -> float:
    """Return the seconds of grandalf's layout, with as many rounds as its documentation uses."""
    from grandalf.graphs import Edge as PeerEdge  # type: ignore[import-not-found]
    from grandalf.graphs import Graph as PeerGraph
    from grandalf.graphs import Vertex
    from grandalf.layouts import SugiyamaLayout  # type: ignore[import-not-found]

    class View:
        w, h = 200, 90

    vertices = {node_id: Vertex(node_id) for node_id in graph.nodes}
    for vertex in vertices.values():
        vertex.view = View()
    links = [PeerEdge(vertices[edge.source], vertices[edge.target]) for edge in graph.edges.values()]
    started = time.perf_counter()
    for component in PeerGraph(list(vertices.values()), links).C:
        layout = SugiyamaLayout(component)
        layout.init_all()
        layout.draw()
    return time.perf_counter() - started


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nodes", type=int, default=500)
    graph = make_graph(parser.parse_args().nodes)
    pairs = [(time_ours(graph), time_baseline(graph)) for _ in range(ROUNDS)]
    ours, baseline = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"{len(graph.nodes)} nodes, {len(graph.edges)} links: {ours * 1000:.0f} ms, grandalf {baseline * 1000:.0f} ms"
    )
    print(f"ratio {baseline / ours:.1f}")


if __name__ == "__main__":
    main()
