"""Figures of benchmarks with their targets, as tables and as JSON."""

import argparse
import json
import os
import statistics
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import uvloop


class Bound(StrEnum):
    """Kind of target of a figure."""

    RATIO_AT_LEAST = "ratio at least"
    AT_MOST = "at most"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. `ours` and `baseline` are in *unit*; `samples` are the values behind the medians.

    `more_is_better` sets the direction of the ratio: it is above 1 whenever ours is better. The 95th percentiles are
    displayed next to `ours` and `baseline` where those are medians; the bound applies to `ours` only.
    """

    key: str
    what: str
    unit: str
    ours: float
    bound: Bound = Bound.NONE
    limit: float = 0.0
    baseline: float | None = None
    baseline_name: str = ""
    more_is_better: bool = False
    note: str = ""
    samples: dict[str, list[float]] = field(default_factory=dict)
    ours_95th: float | None = None
    baseline_95th: float | None = None

    @property
    def ratio(self) -> float | None:
        """The factor by which ours is better than the baseline; None without one, or if one of the two is 0 or less."""
        if self.baseline is None or self.baseline <= 0 or self.ours <= 0:
            return None
        return self.ours / self.baseline if self.more_is_better else self.baseline / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the bound is met; None without a bound."""
        if self.bound is Bound.NONE:
            return None
        if self.bound is Bound.AT_MOST:
            return self.ours <= self.limit
        return self.ratio is not None and self.ratio >= self.limit

    @property
    def target(self) -> str:
        """The bound as text."""
        if self.bound is Bound.NONE:
            return "-"
        if self.bound is Bound.RATIO_AT_LEAST:
            return f">= {self.limit:.3g} x {self.baseline_name}"
        return f"<= {self.limit:.3g} {self.unit}"

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table: name, target, ours, baseline, ratio, met."""
        baseline = (
            "-"
            if self.baseline is None
            else f"{_format(self.baseline, self.baseline_95th, self.unit)} ({self.baseline_name})"
        )
        ratio = "-" if self.ratio is None else f"{self.ratio:.2f}"
        met = {None: "-", True: "yes", False: "no"}[self.met]
        return self.what, self.target, _format(self.ours, self.ours_95th, self.unit), baseline, ratio, met


HEADINGS = ("figure", "target", "reflow", "baseline", "ratio", "met")

Measure = Callable[[argparse.Namespace], Coroutine[Any, Any, Sequence[Figure]]]


def run(measure: Measure, parser: argparse.ArgumentParser) -> None:
    """Measure with the options of the command line, print the table, and write the figures to the file of --json."""
    parser.add_argument("--json", type=Path, help="write the figures here")
    arguments = parser.parse_args()
    figures = uvloop.run(measure(arguments))  # the same event loop for both sides
    print(to_table(figures))
    for note in dict.fromkeys(figure.note for figure in figures if figure.note):
        print(note)
    if arguments.json:
        arguments.json.write_text(json.dumps([to_json(figure) for figure in figures], ensure_ascii=False))


def to_json(figure: Figure) -> dict[str, Any]:
    """Return *figure* as JSON, with its derived values for readers."""
    return {**asdict(figure), "ratio": figure.ratio, "met": figure.met}


def from_json(row: dict[str, Any]) -> Figure:
    """Return the figure of *row*, a result of `to_json`."""
    values = {name: row[name] for name in Figure.__dataclass_fields__ if name in row}
    return Figure(**{**values, "bound": Bound(row["bound"])})


def to_table(figures: Sequence[Figure]) -> str:
    """Return *figures* as a table for a terminal."""
    rows = [HEADINGS, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def to_markdown(figures: Sequence[Figure]) -> str:
    """Return *figures* as a table for the README."""
    head = f"| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}"
    return "\n".join([head, *(f"| {' | '.join(figure.cells())} |" for figure in figures)])


def read_load() -> str:
    """Return the load of the machine as text: it includes other work and the measured processes."""
    one, five, _ = os.getloadavg()
    return f"load {one:.1f} in the last minute, {five:.1f} in five, on {os.cpu_count()} cores"


def median_ms(seconds: Sequence[float]) -> float:
    """Return the median of *seconds* in milliseconds."""
    return statistics.median(seconds) * 1_000


def percentile_95(values: Sequence[float]) -> float:
    """Return the 95th percentile of at least two *values*."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def _format(value: float, percentile: float | None, unit: str) -> str:
    text = f"{_format_number(value)} {unit}"
    return text if percentile is None else f"{text}, 95th {_format_number(percentile)}"


def _format_number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
