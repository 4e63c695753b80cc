"""Run all benchmarks, one after the other, each in its own process, and print the table of all figures.

    uv run --group bench python -m benchmarks [NAME ...] [--readme]

Figures are stored in benchmarks/results.json; a run of some benchmarks replaces only their figures. --readme writes the
tables into README and docs/figures.md, whether the targets are met or not.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import Bound, Figure, from_json, to_json, to_markdown, to_table

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results.json"
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
# Benchmarks of one orchestrator, in the README; of several orchestrators, of a full machine or database, and of graphs,
# in docs/figures.md.
OF_ONE = ("orchestration", "latency", "image", "command", "liveness", "watch_cancel", "retrieval")
OF_SEVERAL = ("orchestrators", "recovery", "fanout", "idle_memory")
OF_LOAD = ("load.scale", "load.stored_runs", "load.busy_workers")
OF_GRAPHS = ("graph_layout", "nodes")
NAMES = (*OF_ONE, *OF_SEVERAL, *OF_LOAD, *OF_GRAPHS)
PAGES = {ROOT / "README.md": OF_ONE, ROOT / "docs" / "figures.md": (*OF_SEVERAL, *OF_LOAD, *OF_GRAPHS)}
RETRIEVAL_RATIO = 3.0
RETRIEVAL_RECALL = 0.99

Results = dict[str, Any]


def run_benchmark(name: str) -> list[Figure]:
    """Run the benchmark *name* and return its figures. Raises CalledProcessError when it fails."""
    with tempfile.TemporaryDirectory(prefix="reflow-figures-") as folder:
        written = Path(folder) / "figures.json"
        subprocess.run((sys.executable, "-m", f"benchmarks.{name}", "--json", str(written)), cwd=ROOT, check=True)
        rows = json.loads(written.read_text())
    if name != "retrieval":
        return [from_json(row) for row in rows]
    return [retrieval_figure([row for row in rows if row["filtered"] is filtered]) for filtered in (False, True)]


def retrieval_figure(points: list[dict[str, Any]]) -> Figure:
    """Return the figure of the points of retrieval: the fastest of each side with sufficient recall."""
    ours, baseline = (_fastest(points, side) for side in ("reflow", "LanceDB"))
    what = "retrieval over 100,000 entries of 512 dimensions"
    if ours["filtered"]:
        what += ", of which a search sees 51 %"
    return Figure(
        key="retrieval_of_a_scope" if ours["filtered"] else "retrieval",
        what=f"{what}, recall@10 >= {RETRIEVAL_RECALL} (median)",
        ours_95th=ours["percentile_95_ms"],
        baseline_95th=baseline["percentile_95_ms"],
        unit="ms",
        ours=ours["median_ms"],
        bound=Bound.RATIO_AT_LEAST,
        limit=RETRIEVAL_RATIO,
        baseline=baseline["median_ms"],
        baseline_name="LanceDB",
        note="; ".join(f"{point['setting']}, recall {point['recall']:.4f}" for point in (ours, baseline)),
    )


def _fastest(points: list[dict[str, Any]], side: str) -> dict[str, Any]:
    """Return the fastest point of *side* with the required recall. Raises ValueError when there is none."""
    good = [point for point in points if point["side"] == side and point["recall"] >= RETRIEVAL_RECALL]
    return min(good, key=lambda point: float(point["median_ms"]))


def load_results() -> Results:
    """Return the content of results.json: for each benchmark its machine and its figures."""
    results: Results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return results


def store_figures(name: str, figures: Sequence[Figure]) -> None:
    """Replace the stored figures of the benchmark *name*."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    entry = {"machine": machine, "figures": [to_json(figure) for figure in figures]}
    RESULTS.write_text(json.dumps({**load_results(), name: entry}, indent=1, ensure_ascii=False) + "\n")


def load_figures(names: Sequence[str]) -> list[Figure]:
    """Return the stored figures of the benchmarks *names*, in their order."""
    results = load_results()
    return [from_json(row) for name in names if name in results for row in results[name]["figures"]]


def write_tables() -> None:
    """Write the tables between the markers of their pages. Raises ValueError when the markers are missing."""
    for page, names in PAGES.items():
        text = page.read_text()
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        page.write_text(f"{before}{BEGIN}\n{to_markdown(load_figures(names))}\n{END}{after}")


def main() -> None:
    """Run the benchmarks that the command line names, all by default. Exits with status 1 when one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; none for all")
    parser.add_argument("--readme", action="store_true", help="write the tables into README and docs/figures.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; choose from {', '.join(NAMES)}")
    failed = []
    for name in arguments.names or NAMES:
        print(f"== {name}", flush=True)
        try:
            store_figures(name, run_benchmark(name))
        except (subprocess.CalledProcessError, ValueError) as error:
            failed.append(f"{name}: {error}")
    print(to_table(load_figures(NAMES)))
    if arguments.readme:
        write_tables()
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
