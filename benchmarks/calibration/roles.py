"""Fits the models of the roles of clauses, and measures them on authors that a fit leaves out.

    uv run python -m benchmarks.calibration.roles          # leaves out one author after the other
    uv run python -m benchmarks.calibration.roles --fit    # fits the models of the planner to all authors

`requests/*.jsonl`, one file for each author, has requests for notes, divided into segments with their roles. The same
requests give the same models.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pycrfsuite

from engines.language.characters import is_chinese
from engines.note_planner.request.roles.clauses import Clause, split_request
from engines.note_planner.request.roles.features import describe_clauses, describe_words
from engines.note_planner.request.roles.tagger import LIKELY, MODELS, Role, RoleTagger
from engines.note_planner.request.topic_choice import join_phrases, measure_certainty, select_parts

REQUESTS = Path(__file__).parent / "requests"
EARLIER = "earlier"
"""Requests on which the rules before were worked: the models learn from them, but are not measured on them."""
L1, L2, ITERATIONS = 0.05, 0.2, 200
"""Regularization of both models; chosen on five authors that were left out."""
MIN_SHARE = 0.4
"""Share of the words of a clause that name the topic, from which on the clause does."""


@dataclass(frozen=True)
class Annotated:
    """A request with its segments."""

    request: str
    segments: tuple[tuple[str, str], ...]

    def list_roles(self, clauses: Sequence[Clause]) -> tuple[list[str], list[list[str]]]:
        """Return the role of each of *clauses*, and of each of their words."""
        spans, place = [], 0
        for text, role in self.segments:
            spans.append((place, place + len(text), role))
            place += len(text)
        words = [
            [max(spans, key=lambda one: min(word.end, one[1]) - max(word.start, one[0]))[2] for word in clause.words]
            for clause in clauses
        ]
        return [_find_role(one) for one in words], words


def _find_role(words: Sequence[str]) -> str:
    """Return the role of a clause with the roles of its *words*: the topic, or the most common one but requests."""
    counts = Counter(words)
    if counts[Role.TOPIC] >= min(2, MIN_SHARE * len(words)) and counts[Role.TOPIC]:
        return Role.TOPIC
    others = Counter({role: count for role, count in counts.items() if role not in (Role.TOPIC, Role.REQUEST)})
    return others.most_common(1)[0][0] if others else Role.REQUEST


def load_author(name: str) -> list[Annotated]:
    """Return the requests of an author."""
    lines = (REQUESTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = (json.loads(line) for line in lines if line)
    return [Annotated(one["request"], tuple(map(tuple, one["segments"]))) for one in cases]


def list_authors() -> list[str]:
    """Return the names of all authors."""
    return sorted(path.stem for path in REQUESTS.glob("*.jsonl"))


def fit(cases: Iterable[Annotated], folder: Path) -> None:
    """Write the models of both languages, fitted to *cases*, to *folder*."""
    trainers = {name: _open_trainer() for name in ("zh.clauses", "zh.words", "en.clauses", "en.words")}
    for case in cases:
        clauses = split_request(case.request)
        if clauses:
            language = "zh" if is_chinese(case.request) else "en"
            roles, words = case.list_roles(clauses)
            trainers[f"{language}.clauses"].append(pycrfsuite.ItemSequence(describe_clauses(clauses)), roles)
            tags = [tag for one in words for tag in one]
            trainers[f"{language}.words"].append(describe_words(clauses, roles), tags)
    for name, trainer in trainers.items():
        trainer.train(str(folder / f"{name}.crfsuite"))


def _open_trainer() -> pycrfsuite.Trainer:
    trainer = pycrfsuite.Trainer(verbose=False, algorithm="lbfgs")
    trainer.set_params({"c1": L1, "c2": L2, "max_iterations": ITERATIONS, "feature.possible_transitions": True})
    return trainer


@dataclass(frozen=True)
class Result:
    """What a fit without an author finds in one of its requests.

    Attributes:
        is_exact: exactly the clauses that name the topic were found.
        is_complete: the topic has at least 80 % of the annotated words, and these are nearly half of its own.

    """

    author: str
    certainty: float
    is_exact: bool
    is_complete: bool
    request: str = ""
    topic: str = ""
    expected: str = ""


MIN_FOUND, MIN_OWN = 0.8, 0.45


def measure_author(author: str) -> list[Result]:
    """Return the results of a fit without *author* on its requests."""
    with tempfile.TemporaryDirectory() as folder:
        fit((case for name in list_authors() if name != author for case in load_author(name)), Path(folder))
        tagger = RoleTagger(Path(folder))
        return [result for case in load_author(author) if (result := _measure(author, case, tagger))]


def _measure(author: str, case: Annotated, tagger: RoleTagger) -> Result | None:
    roles, _ = case.list_roles(split_request(case.request))
    clauses = tagger.read(case.request)
    if not clauses:
        return None
    topic = join_phrases([one.name for one in select_parts(case.request, clauses)])
    expected = join_phrases([text for text, role in case.segments if role == Role.TOPIC])
    return Result(
        author,
        measure_certainty(clauses),
        all((one.probability >= LIKELY) == (role == Role.TOPIC) for one, role in zip(clauses, roles, strict=True)),
        _is_complete(_list_words(topic), _list_words(expected)),
        case.request,
        topic,
        expected,
    )


def _list_words(text: str) -> set[str]:
    return {word.text for clause in split_request(text) for word in clause.words}


def _is_complete(found: set[str], expected: set[str]) -> bool:
    shared = len(found & expected)
    return shared >= MIN_FOUND * len(expected) and shared >= MIN_OWN * len(found) and bool(expected)


def main() -> None:
    """Fit the models, or print what fits without each author find."""
    if "--fit" in sys.argv:
        fit((case for name in list_authors() for case in load_author(name)), MODELS)
        return
    authors = [name for name in sys.argv[1:] if name != "--list"] or [one for one in list_authors() if one != EARLIER]
    results = list[Result]()
    with ProcessPoolExecutor() as pool:
        for found in pool.map(measure_author, authors):
            _print_row(found[0].author, found)
            results += found
    _print_row("all", results)
    for share in (0.5, 0.7, 0.8, 0.9):
        certain = sorted(results, key=lambda one: -one.certainty)[: round(share * len(results))]
        _print_row(f"most certain {share:.0%}, certainty at least {certain[-1].certainty:.2f}", certain)
    if "--list" in sys.argv:
        for one in results:
            if not one.is_complete:
                print(f"{one.certainty:.2f} {one.request}\n     found {one.topic}\n  expected {one.expected}")


def _print_row(name: str, results: Sequence[Result]) -> None:
    exact, complete = (
        sum(map(of, results)) / len(results) for of in (lambda one: one.is_exact, lambda one: one.is_complete)
    )
    print(f"{name}: {len(results)} requests, clauses {exact:.3f}, topic {complete:.3f}", flush=True)


if __name__ == "__main__":
    main()
