"""The share of requests that the rules plan exactly; the others get a question or a report of unparsed text."""

from typing import NamedTuple

import pytest

from engines.graph_planner.values import Plan
from tests.unit.engines.graph_planner.utterances import is_expected, load_graphs, load_types, load_utterances, plan

MIN_RIGHT = {
    "worked": 0.97,
    "held_out": 0.92,
    "authors/author2.worked": 0.96,
    "authors/author2.held_out": 0.8,
    "authors/author3.worked": 0.96,
    "authors/author3.held_out": 0.72,
    "authors/author4.worked": 0.87,
    "authors/author5.worked": 0.87,
    "authors/author6.worked": 0.86,
    "authors/author7.worked": 0.83,
    "authors/author8.worked": 0.9,
    "authors/author11.worked": 0.69,
    "authors/author12.worked": 0.83,
    "authors/author13.worked": 0.76,
    "authors/author4.held_out": 0.57,
    "authors/author5.held_out": 0.62,
    "authors/author9.held_out": 0.77,
    "authors/author10.held_out": 0.58,
    "regression": 0.98,
    "variations": 0.91,
    "variations_chains": 0.92,
    "paraphrases": 0.65,
}
"""Just below what is measured. 0.9 of the halves held out is the aim and not reached: docs/graph-assistant.md."""
MAX_WRONG = {"worked": 0, "held_out": 0, "authors/author2.worked": 0, "authors/author2.held_out": 0,
             "authors/author3.worked": 0, "authors/author3.held_out": 3, "authors/author4.worked": 0,
             "authors/author4.held_out": 2, "authors/author5.worked": 0, "authors/author5.held_out": 2,
             "authors/author6.worked": 0, "authors/author7.worked": 0, "authors/author8.worked": 0,
             "authors/author11.worked": 0, "authors/author12.worked": 0,
             "authors/author13.worked": 0,
             "authors/author9.held_out": 2, "authors/author10.held_out": 4, "regression": 0, "variations": 0,
             "variations_chains": 0, "paraphrases": 0}  # fmt: skip
"""Changes that differ from what was expected, without a report. Nobody has looked at those of the halves held out."""


class Counts(NamedTuple):
    """Counts for a half: exactly right plans, all requests, and the missed texts (none for a held-out half)."""

    right: int
    total: int
    wrong: int
    missed: tuple[str, ...]


def count(half: str) -> Counts:
    """Return how many requests of *half* are planned as expected. A failed assertion prints only these counts."""
    graphs, types = load_graphs(), load_types()
    outcomes = [(utterance, plan(utterance, graphs, types)) for utterance in load_utterances(half)]
    missed = [one for one in outcomes if not is_expected(*one, graphs, types)]
    wrong = sum(isinstance(outcome, Plan) and not outcome.problems for _, outcome in missed)
    shown = () if half.endswith("held_out") else tuple(utterance.text for utterance, _ in missed)
    return Counts(len(outcomes) - len(missed), len(outcomes), wrong, shown)


@pytest.mark.parametrize("half", MIN_RIGHT)
def test_requests_are_planned_exactly_right_or_not_at_all(half: str) -> None:
    counts = count(half)
    rest = counts.total - counts.right - counts.wrong
    figures = f"{half}: {counts.right} of {counts.total} exactly right, {rest} ask or report, {counts.wrong} wrong"
    print(figures)  # noqa: T201 - the figures of docs/graph-assistant.md
    assert counts.wrong <= MAX_WRONG[half], "a change that was not requested"
    assert counts.right >= MIN_RIGHT[half] * counts.total, counts.missed


def test_a_text_that_resembles_a_request_but_means_something_else_changes_nothing() -> None:
    graphs, types = load_graphs(), load_types()
    texts = load_utterances("no_requests")
    changed = [one.text for one in texts if isinstance(plan(one, graphs, types), Plan)]
    assert len(texts) >= 60
    assert not changed


def test_there_are_enough_requests_in_both_languages_and_no_table_has_duplicates() -> None:
    halves = {name: load_utterances(name) for name in MIN_RIGHT}
    assert sum(map(len, halves.values())) >= 160
    for half in halves.values():
        texts = {(utterance.graph, utterance.text, utterance.recent) for utterance in half}
        assert len(texts) == len(half)  # two authors may write the same sentence
        chinese = sum(any("\u4e00" <= letter <= "\u9fff" for letter in utterance.text) for utterance in half)
        assert 0.4 < chinese / len(half) < 0.6
