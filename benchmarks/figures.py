"""What a benchmark hands back: figures, each with its bound, and how they are printed and kept."""

import argparse
import json
import statistics
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import uvloop


class Bound(StrEnum):
    """What a figure is held to."""

    RATIO_AT_LEAST = "ratio at least"
    AT_MOST = "at most"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured. `ours` and `peer` are in *unit*; `samples` keep what the medians were made of.

    `more_is_better` says which way round the ratio is: it is above 1 whenever ours is the better one. The 95th
    percentiles are told beside `ours` and `peer` where those are medians; the bound is on `ours` alone.
    """

    key: str
    what: str
    unit: str
    ours: float
    bound: Bound = Bound.NONE
    limit: float = 0.0
    peer: float | None = None
    peer_name: str = ""
    more_is_better: bool = False
    note: str = ""
    samples: dict[str, list[float]] = field(default_factory=dict)
    ours_95th: float | None = None
    peer_95th: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times better than the peer; None without one, or where one of the two is nothing."""
        if self.peer is None or self.peer <= 0 or self.ours <= 0:
            return None
        return self.ours / self.peer if self.more_is_better else self.peer / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the bound holds; None without one."""
        if self.bound is Bound.NONE:
            return None
        if self.bound is Bound.AT_MOST:
            return self.ours <= self.limit
        return self.ratio is not None and self.ratio >= self.limit

    @property
    def wanted(self) -> str:
        """The bound in words."""
        if self.bound is Bound.NONE:
            return "-"
        if self.bound is Bound.RATIO_AT_LEAST:
            return f">= {self.limit:g} x {self.peer_name}"
        return f"<= {self.limit:g} {self.unit}"

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table: what, wanted, ours, peer, ratio, met."""
        peer = "-" if self.peer is None else f"{_told(self.peer, self.peer_95th, self.unit)} ({self.peer_name})"
        ratio = "-" if self.ratio is None else f"{self.ratio:.2f}"
        met = {None: "-", True: "yes", False: "no"}[self.met]
        return self.what, self.wanted, _told(self.ours, self.ours_95th, self.unit), peer, ratio, met


HEADINGS = ("figure", "wanted", "reflow", "peer", "ratio", "met")

Measure = Callable[[argparse.Namespace], Coroutine[Any, Any, Sequence[Figure]]]


def run(measure: Measure, parser: argparse.ArgumentParser) -> None:
    """Measure as the command line says, print the table, and write the figures where --json says."""
    parser.add_argument("--json", type=Path, help="write the figures here")
    arguments = parser.parse_args()
    figures = uvloop.run(measure(arguments))  # the same loop for both sides
    print(table(figures))
    for note in dict.fromkeys(figure.note for figure in figures if figure.note):
        print(note)
    if arguments.json:
        arguments.json.write_text(json.dumps([as_kept(figure) for figure in figures], ensure_ascii=False))


def as_kept(figure: Figure) -> dict[str, Any]:
    """Return *figure* as it is kept in JSON, with what follows from it for readers."""
    return {**asdict(figure), "ratio": figure.ratio, "met": figure.met}


def figure_of(kept: dict[str, Any]) -> Figure:
    """Return the figure of which `as_kept` made *kept*."""
    facts = {name: kept[name] for name in Figure.__dataclass_fields__ if name in kept}
    return Figure(**{**facts, "bound": Bound(kept["bound"])})


def table(figures: Sequence[Figure]) -> str:
    """Return *figures* as a table for a terminal."""
    rows = [HEADINGS, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def markdown(figures: Sequence[Figure]) -> str:
    """Return *figures* as a table for the README."""
    head = f"| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}"
    return "\n".join([head, *(f"| {' | '.join(figure.cells())} |" for figure in figures)])


def median_ms(seconds: Sequence[float]) -> float:
    """Return the median of *seconds* in milliseconds."""
    return statistics.median(seconds) * 1_000


def percentile_95(values: Sequence[float]) -> float:
    """Return the 95th percentile of at least two *values*."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def _told(value: float, percentile: float | None, unit: str) -> str:
    told = f"{_number(value)} {unit}"
    return told if percentile is None else f"{told}, 95th {_number(percentile)}"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
