"""Fits the models of the roles of clauses, and measures them on authors that a fit leaves out.

    uv run python -m benchmarks.calibration.roles            # leaves out a quarter of the authors after the other
    uv run python -m benchmarks.calibration.roles --fit      # fits the models of the planner to all authors
    uv run python -m benchmarks.calibration.roles --weights  # prints the weights of the parts of a topic

`requests/*.jsonl`, one file for each author, has requests for notes, divided into segments with their roles. The role
"headline" is that of words that a second annotator added to the topic, so that it is understood without the request.
The same requests give the same models.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pycrfsuite

from engines.language.characters import fold, is_chinese
from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.roles.clauses import Clause, split_request
from engines.note_planner.request.roles.features import describe_clauses, describe_words
from engines.note_planner.request.roles.selection import describe_parts
from engines.note_planner.request.roles.tagger import MODELS, Role, RoledClause, RoleTagger
from engines.note_planner.request.topic_choice import join_phrases, select_parts

REQUESTS = Path(__file__).parent / "requests"
EARLIER = "earlier"
"""Requests on which the rules before were worked: the models learn from them, but are not measured on them."""
L1, L2, ITERATIONS = 0.05, 0.2, 200
"""Regularization of both models; chosen on five authors that were left out."""
HEADLINE = "headline"
FOLDS = 4
ITERATIONS_OF_WEIGHTS = 30
L2_OF_WEIGHTS, ESSENTIAL = 1.0, 3.0
"""Regularization of the weights of the parts of a topic, and how much a clause counts that names the topic itself."""
MIN_SHARE = 0.4
"""Share of the words of a clause that name the topic, from which on the clause does."""


@dataclass(frozen=True)
class Annotated:
    """A request with its segments."""

    request: str
    segments: tuple[tuple[str, str], ...]

    def list_roles(self, clauses: Sequence[Clause]) -> tuple[list[str], list[list[str]]]:
        """Return the role of each of *clauses*, and of each of their words."""
        words = self._list_words(clauses)
        known = [[Role.TOPIC if role == HEADLINE else role for role in one] for one in words]
        return [_find_role(one) for one in known], known

    def list_essential(self, clauses: Sequence[Clause]) -> list[bool]:
        """Return whether each of *clauses* names the topic itself, and not only what a headline adds."""
        return [_find_role(one) == Role.TOPIC for one in self._list_words(clauses)]

    def _list_words(self, clauses: Sequence[Clause]) -> list[list[str]]:
        spans, place = [], 0
        for text, role in self.segments:
            spans.append((place, place + len(text), role))
            place += len(text)
        return [
            [max(spans, key=lambda one: min(word.end, one[1]) - max(word.start, one[0]))[2] for word in clause.words]
            for clause in clauses
        ]


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
    trainers = {name: open_trainer() for name in ("zh.clauses", "zh.words", "en.clauses", "en.words")}
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


def open_trainer(l2: float = L2) -> pycrfsuite.Trainer:
    """Return a new trainer with the regularization of the models of words and clauses."""
    trainer = pycrfsuite.Trainer(verbose=False, algorithm="lbfgs")
    trainer.set_params({"c1": L1, "c2": l2, "max_iterations": ITERATIONS, "feature.possible_transitions": True})
    return trainer


@dataclass(frozen=True)
class Read:
    """A request, and its clauses as models without its author read them."""

    author: str
    case: Annotated
    clauses: tuple[RoledClause, ...]


def read_fold(number: int) -> list[Read]:
    """Return the requests of a quarter of the authors, read by models that are fitted to all others."""
    authors = [name for name in list_authors() if name != EARLIER][number::FOLDS]
    with tempfile.TemporaryDirectory() as folder:
        fit((case for name in list_authors() if name not in authors for case in load_author(name)), Path(folder))
        tagger = RoleTagger(Path(folder))
        return [
            Read(name, case, tuple(clauses))
            for name in authors
            for case in load_author(name)
            if (clauses := tagger.read(case.request))
        ]


@dataclass(frozen=True)
class Result:
    """The topic of a request.

    Attributes:
        has_topic: the topic has at least 80 % of the content words that name it.
        is_complete: and at least half of its own are of the headline.

    """

    author: str
    has_topic: bool
    is_complete: bool
    request: str
    topic: str
    expected: str


MIN_FOUND, MIN_OWN, STEM = 0.8, 0.5, 5


def measure(read: Read) -> Result:
    """Return what the topic of a request has of the annotated one."""
    segments, request = read.case.segments, read.case.request
    topic = join_phrases([one.name for one in select_parts(request, read.clauses)])
    named = join_phrases([text for text, role in segments if role == Role.TOPIC])
    headline = join_phrases([text for text, role in segments if role in (Role.TOPIC, HEADLINE)])
    has_topic = _measure_share(named, topic) >= MIN_FOUND
    return Result(
        read.author, has_topic, has_topic and _measure_share(topic, headline) >= MIN_OWN, request, topic, headline
    )


def _measure_share(text: str, other: str) -> float:
    """Return the share of the content words of *text* that *other* has."""
    words, folded = list_content(text), fold(other)
    found = [(one[:STEM] if one.isascii() else one) in folded for one in words]
    return sum(found) / len(found) if found else 1.0


def fit_weights(read: Sequence[Read]) -> dict[str, float]:
    """Return the weights of the parts of a topic, which the requests *read* by models without their authors give."""
    requests = [one for one in read if len(one.clauses) > 1]
    described = [part for one in requests for part in describe_parts(one.case.request, one.clauses)]
    names = sorted({name for one in described for name in one})
    figures = np.array([[one.get(name, 0.0) for name in names] for one in described])
    clauses = [split_request(one.case.request) for one in requests]
    is_part = np.array(
        [role == Role.TOPIC for one, own in zip(requests, clauses, strict=True) for role in one.case.list_roles(own)[0]]
    )
    is_essential = np.array(
        [value for one, own in zip(requests, clauses, strict=True) for value in one.case.list_essential(own)]
    )
    weights, counts = np.zeros(len(names)), np.where(is_part & is_essential, ESSENTIAL, 1.0)
    for _ in range(ITERATIONS_OF_WEIGHTS):
        likelihood = 1 / (1 + np.exp(-figures @ weights))
        gradient = figures.T @ (counts * (likelihood - is_part)) + L2_OF_WEIGHTS * weights
        curvature = (figures * (counts * likelihood * (1 - likelihood))[:, None]).T @ figures
        weights -= np.linalg.solve(curvature + L2_OF_WEIGHTS * np.eye(len(names)), gradient)
    return dict(zip(names, weights.round(2).tolist(), strict=True))


def main() -> None:
    """Fit the models, or print what fits without each author find."""
    if "--fit" in sys.argv:
        fit((case for name in list_authors() for case in load_author(name)), MODELS)
        return
    with ProcessPoolExecutor() as pool:
        read = [one for found in pool.map(read_fold, range(FOLDS)) for one in found]
    if "--weights" in sys.argv:
        print(json.dumps(fit_weights(read), indent=4))
        return
    results = [measure(one) for one in read]
    for name in sorted({one.author for one in results}):
        _print_row(name, [one for one in results if one.author == name])
    _print_row("all", results)
    if "--list" in sys.argv:
        for one in results:
            if not one.is_complete:
                print(f"{one.request}\n     found {one.topic}\n  expected {one.expected}")


def _print_row(name: str, results: Sequence[Result]) -> None:
    named, complete = (
        sum(map(of, results)) / len(results) for of in (lambda one: one.has_topic, lambda one: one.is_complete)
    )
    print(f"{name}: {len(results)} requests, named {named:.3f}, and not much else {complete:.3f}", flush=True)


if __name__ == "__main__":
    main()
