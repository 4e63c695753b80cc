"""Fits the likelihood that a note is about a request, and measures it on authors that a fit leaves out.

    uv run python -m benchmarks.calibration.sources          # leaves out one author after the other
    uv run python -m benchmarks.calibration.sources --fit    # writes the learned weights of the cosine

`sources.jsonl` has requests with their closest notes of the sample library: those that fit, those on the same subject
but another question, and the others. Notes with a higher number than `newest` did not exist when a request was
labeled. It prints the weights of services/rag/domain/likelihood.py, in the order of `describe_note`, and what
notes would cite at several likelihoods.
"""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.language.characters import is_chinese
from engines.note_planner.request.parser import parse_request
from engines.note_subject import NoteText
from services.common.text.language import Language
from services.rag.adapters.builtin.learned_cosine import FILE
from services.rag.adapters.embeddings import Vectors, embed_texts
from services.rag.adapters.seed_data import load_seed_notes
from services.rag.domain.evidence import is_foreign, measure_ahead, name_note
from services.rag.domain.likelihood import Similarity, describe_note

CASES = Path(__file__).parent / "sources.jsonl"
WEIGHTS = Path(__file__).parents[2] / "services" / "rag" / FILE
L2, L2_OF_DIMENSIONS, ITERATIONS = 1.0, 1_000.0, 10
"""Regularization of the weights of standardized figures, and of the dimensions of the vectors."""
LIKELIHOODS = (0.45, 0.5, 0.55, 0.6, 0.7)
_NUMBER = re.compile(r"practice_\w\w_(\d+)$")
"""Of a note among those of its language, in the order in which they were written."""
Figures = NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """A note next to a request: the number of the request, its author, the label and the figures of the note.

    Attributes:
        products: of the vectors of both, dimension by dimension.

    """

    request: int
    author: str
    label: str
    figures: tuple[float, ...]
    products: Vectors


def list_pairs() -> list[Pair]:
    """Return the labeled notes of all requests with their figures."""
    notes = load_seed_notes()
    places = {note.key: place for place, note in enumerate(notes)}
    names = _embed([name_note(note) for note in notes])
    numbers = np.array([int(found[1]) if (found := _NUMBER.search(note.key)) else 0 for note in notes])
    foreign = {
        language: np.array([is_foreign(note.title, language) for note in notes])
        for language in (Language.CHINESE, Language.ENGLISH)
    }
    pairs = list[Pair]()
    for number, line in enumerate(CASES.read_text(encoding="utf-8").splitlines()):
        case = json.loads(line)
        request = case["request"]
        topic = parse_request(request).topic
        queries = _embed([topic or request, request])
        cosines = names @ queries.T
        hidden = foreign[Language.CHINESE if is_chinese(request) else Language.ENGLISH] | (numbers > case["newest"])
        highest = np.where(hidden, -1.0, cosines.max(axis=1))
        best = np.sort(highest)[:-3:-1].tolist()
        for label in ("fitting", "related", "others"):
            for place in (places[key] for key in case[label]):
                note = notes[place]
                ahead = measure_ahead(float(highest[place]), best)
                similarity = Similarity(float(cosines[place, 1]), ahead)
                figures = describe_note(topic, request, NoteText(note.title, note.tags, note.body), similarity)
                pairs.append(Pair(number, case["author"], label, figures, names[place] * queries[1]))
    return pairs


def _embed(texts: Sequence[str]) -> Vectors:
    return np.concatenate([embed_texts(list(texts[place : place + 64])) for place in range(0, len(texts), 64)])


@dataclass(frozen=True)
class Model:
    """A logistic model: its constant, the weights of the figures, and those of the dimensions of the vectors."""

    constant: float
    figures: Figures
    dimensions: Figures

    def estimate(self, pairs: Sequence[Pair]) -> Figures:
        """Return the likelihood of each of *pairs*."""
        figures, products = _stack(pairs)
        return np.asarray(1 / (1 + np.exp(-(self.constant + figures @ self.figures + products @ self.dimensions))))


def fit(pairs: Sequence[Pair]) -> Model:
    """Return the model by which notes fit: Newton's method, with a prior on each weight."""
    figures, products = _stack(pairs)
    mean, deviation, scale = figures.mean(axis=0), figures.std(axis=0) + 1e-9, float(products.std())
    columns = np.column_stack([np.ones(len(figures)), (figures - mean) / deviation, products / scale])
    priors = np.array([1e-6, *([L2] * figures.shape[1]), *([L2_OF_DIMENSIONS] * products.shape[1])])
    fits = np.array([one.label == "fitting" for one in pairs])
    weights = np.zeros(columns.shape[1])
    for _ in range(ITERATIONS):
        likelihood = 1 / (1 + np.exp(-columns @ weights))
        gradient = columns.T @ (likelihood - fits) + priors * weights
        curvature = (columns * (likelihood * (1 - likelihood))[:, None]).T @ columns
        weights -= np.linalg.solve(curvature + np.diag(priors), gradient)
    count = figures.shape[1] + 1
    scaled = weights[1:count] / deviation
    return Model(float(weights[0] - scaled @ mean), scaled, weights[count:] / scale)


def _stack(pairs: Sequence[Pair]) -> tuple[Figures, Figures]:
    return np.array([one.figures for one in pairs]), np.array([one.products for one in pairs], dtype=np.float64)


def main() -> None:
    """Print the weights, and what fits without each author cite; with --fit, write those of the dimensions."""
    pairs = list_pairs()
    model = fit(pairs)
    print(f"constant {model.constant:.2f}, weights:", *(f"{one:.2f}" for one in model.figures))
    if "--fit" in sys.argv:
        np.save(WEIGHTS, model.dimensions.astype(np.float32))
        return
    rated = list[tuple[float, Pair]]()
    for author in sorted({one.author for one in pairs}):
        without = fit([one for one in pairs if one.author != author])
        own = [one for one in pairs if one.author == author]
        rated += zip(without.estimate(own).tolist(), own, strict=True)
    for least in LIKELIHOODS:
        cited = [one for likelihood, one in rated if likelihood >= least]
        by_label = {label: {one.request for one in cited if one.label == label} for label in ("fitting", "others")}
        citing = {one.request for one in cited}
        counts = ", ".join(f"{label} {len(requests)}" for label, requests in by_label.items())
        related = len(citing.difference(*by_label.values()))
        print(f"from {least}: {len(citing)} notes cite, with {counts}, related alone {related}")
    _print_best(rated)


def _print_best(rated: Sequence[tuple[float, Pair]]) -> None:
    """Print the labels of the most likely note of each request, of so many of the most likely ones."""
    best = dict[int, tuple[float, str]]()
    for likelihood, pair in sorted(rated, key=lambda one: -one[0]):
        best.setdefault(pair.request, (likelihood, pair.label))
    ranked = sorted(best.values(), reverse=True)
    for count in (300, 500, 700, 900, 1_100, 1_300):
        labels = [label for _, label in ranked[:count]]
        shares = ", ".join(f"{label} {labels.count(label)}" for label in ("fitting", "related", "others"))
        print(f"best {count}, down to {ranked[count - 1][0]:.2f}: {shares}")


if __name__ == "__main__":
    main()
