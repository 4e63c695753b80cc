"""Private data in lines of text: measured on cases written before the rules. One half of the cases is held out."""

import time
from pathlib import Path

import pytest

from engines.private_data import find_private_data

FOLDER = Path(__file__).parent


def measure(name: str) -> tuple[float, float, list[str]]:
    """Return recall and precision of the lines of a file, and the lines that are wrong."""
    found = expected = right = 0
    wrong = list[str]()
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        text, _, kind = line.partition("\t")
        kinds = find_private_data(text)
        expected += bool(kind)
        found += bool(kinds)
        right += bool(kind) and kind in kinds
        if bool(kind) != bool(kinds) or (kind and kind not in kinds):
            wrong.append(line)
    return right / expected, right / found, wrong


def test_private_data_is_found_with_few_false_positives(capsys: pytest.CaptureFixture[str]) -> None:
    figures = {name: measure(f"{name}.tsv")[:2] for name in ("cases", "cases_held_out")}
    with capsys.disabled():
        for name, (recall, precision) in figures.items():
            print(f"\nprivate data, {name}: recall {recall:.2f}, precision {precision:.2f}")  # noqa: T201
    assert figures["cases"] == (1.0, 1.0)
    assert min(figures["cases_held_out"]) >= 0.85


@pytest.mark.parametrize("text", ["1" * 100_000, "a@" * 50_000, "password:" * 20_000, ":" * 100_000, "1-" * 50_000])
def test_a_hostile_line_is_processed_quickly(text: str) -> None:
    started = time.process_time()
    find_private_data(text)
    assert time.process_time() - started < 1
