"""All benchmarks, one after the other, each in a process of its own; the table of all figures at the end.

    uv run --group bench python -m benchmarks [NAME ...] [--readme]

Figures are kept in benchmarks/results.json; running some of the benchmarks replaces their figures only. --readme
writes the tables into README and docs/figures.md, met or not.
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

from benchmarks.figures import Bound, Figure, as_kept, figure_of, markdown, table

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results.json"
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
# Of one orchestrator and its services, in the README; of several, in a page of their own.
OF_ONE = ("orchestration", "latency", "picture", "command", "liveness", "watch_cancel", "retrieval")
OF_SEVERAL = ("orchestrators", "recovery", "fanout", "idle_memory")
NAMES = (*OF_ONE, *OF_SEVERAL)
PAGES = {ROOT / "README.md": OF_ONE, ROOT / "docs" / "figures.md": OF_SEVERAL}
RETRIEVAL_RATIO = 3.0
RETRIEVAL_RECALL = 0.99

Results = dict[str, Any]


def measured(name: str) -> list[Figure]:
    """Run the benchmark *name* and return its figures. Raises CalledProcessError when it breaks."""
    with tempfile.TemporaryDirectory(prefix="reflow-figures-") as folder:
        written = Path(folder) / "figures.json"
        subprocess.run((sys.executable, "-m", f"benchmarks.{name}", "--json", str(written)), cwd=ROOT, check=True)
        rows = json.loads(written.read_text())
    return [retrieval_figure(rows)] if name == "retrieval" else [figure_of(row) for row in rows]


def retrieval_figure(points: list[dict[str, Any]]) -> Figure:
    """Return the figure of retrieval's points: the fastest of each side that finds enough."""
    ours, theirs = (_fastest(points, side) for side in ("reflow", "LanceDB"))
    return Figure(
        key="retrieval",
        what=f"retrieval over 100,000 entries of 512 dimensions, recall@10 >= {RETRIEVAL_RECALL} (median)",
        unit="ms",
        ours=ours["median_ms"],
        bound=Bound.RATIO_AT_LEAST,
        limit=RETRIEVAL_RATIO,
        peer=theirs["median_ms"],
        peer_name="LanceDB",
        note="; ".join(f"{point['setting']}, recall {point['recall']:.4f}" for point in (ours, theirs)),
    )


def _fastest(points: list[dict[str, Any]], side: str) -> dict[str, Any]:
    """Return the fastest point of *side* with the wanted recall. Raises ValueError when there is none."""
    good = [point for point in points if point["side"] == side and point["recall"] >= RETRIEVAL_RECALL]
    return min(good, key=lambda point: float(point["median_ms"]))


def results() -> Results:
    """Return what results.json holds: for each benchmark its machine and its figures."""
    found: Results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return found


def keep(name: str, figures: Sequence[Figure]) -> None:
    """Put the figures of one benchmark in the place of its former ones."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    entry = {"machine": machine, "figures": [as_kept(figure) for figure in figures]}
    RESULTS.write_text(json.dumps({**results(), name: entry}, indent=1, ensure_ascii=False) + "\n")


def figures_of(names: Sequence[str]) -> list[Figure]:
    """Return the figures that are kept of the benchmarks *names*, in their order."""
    found = results()
    return [figure_of(row) for name in names if name in found for row in found[name]["figures"]]


def write_tables() -> None:
    """Put the tables between the markers of their pages. Raises ValueError when they are missing."""
    for page, names in PAGES.items():
        text = page.read_text()
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        page.write_text(f"{before}{BEGIN}\n{markdown(figures_of(names))}\n{END}{after}")


def main() -> None:
    """Run what the command line names, all by default. Ends with status 1 when one of them broke."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; none for all")
    parser.add_argument("--readme", action="store_true", help="write the tables into README and docs/figures.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    broken = []
    for name in arguments.names or NAMES:
        print(f"== {name}", flush=True)
        try:
            keep(name, measured(name))
        except (subprocess.CalledProcessError, ValueError) as error:
            broken.append(f"{name}: {error}")
    print(table(figures_of(NAMES)))
    if arguments.readme:
        write_tables()
    if broken:
        sys.exit("\n".join(broken))


if __name__ == "__main__":
    main()
