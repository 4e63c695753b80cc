"""Fits the likelihood that a note is about a request, and measures it on authors that a fit leaves out.

    uv run python -m benchmarks.calibration.sources          # leaves out a sixth of the authors in turn
    uv run python -m benchmarks.calibration.sources --fit    # trains the network, and writes both models

`sources.jsonl` has requests with their closest notes of the sample library: those that fit, those on the same subject
but another question, and the others. Notes with a higher number than `newest` did not exist when a request was
labeled. It prints the weights of services/rag/domain/likelihood.py, in the order of `describe_note`, and what
notes would cite at several likelihoods. A tenth of the labeled notes count a second time without their questions.
"""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration.network import collect_examples, train
from engines.language.characters import is_chinese
from engines.note_planner.request.parser import parse_request
from engines.note_subject import NoteText
from services.common.text.language import Language
from services.rag.adapters.builtin.match_model import (
    FILE,
    MatchModel,
    Network,
    NoteVectors,
    collect_vectors,
    compare_notes,
    measure_ahead,
)
from services.rag.adapters.embeddings import Vectors, embed_texts
from services.rag.adapters.seed_data import load_seed_notes
from services.rag.domain.evidence import is_foreign, name_note
from services.rag.domain.likelihood import describe_note
from services.rag.domain.note import Note

CASES = Path(__file__).parent / "sources.jsonl"
WEIGHTS = Path(__file__).parents[2] / "services" / "rag" / FILE
L2, L2_OF_DIMENSIONS, ITERATIONS = 1.0, 1_000.0, 10
"""Regularization of the weights of standardized figures, and of the dimensions of the vectors."""
FOLDS = 6
LABELS = ("fitting", "related", "others")
BARE_EVERY = 10
LIKELIHOODS = (0.45, 0.5, 0.55, 0.6, 0.7)
_NUMBER = re.compile(r"practice_\w\w_(\d+)$")
"""Of a note among those of its language, in the order in which they were written."""
Figures = NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """A note next to a request: the number of the request, its author, the label and the figures of the note.

    Attributes:
        products: of the vectors of both, dimension by dimension.
        is_bare: without the questions of the note.

    """

    request: int
    author: str
    label: str
    figures: tuple[float, ...]
    products: Vectors
    is_bare: bool = False


@dataclass(frozen=True)
class Library:
    """The shipped notes, and their vectors: with their questions, and without."""

    notes: Sequence[Note]
    vectors: Sequence[NoteVectors]
    bare: Sequence[NoteVectors]


def embed_library() -> Library:
    """Return the shipped notes with their vectors."""
    notes = load_seed_notes()
    texts = [text for note in notes for text in (name_note(note), *note.questions, *note.unanswered)]
    unique = list(dict.fromkeys(texts))
    vectors = dict(zip(unique, _embed(unique), strict=True))
    return Library(
        notes,
        [collect_vectors(note, vectors, with_questions=True) for note in notes],
        [collect_vectors(note, vectors, with_questions=False) for note in notes],
    )


def list_pairs(library: Library, network: Network) -> list[Pair]:
    """Return the labeled notes of all requests with their figures, some a second time without their questions."""
    notes, model = library.notes, MatchModel(np.zeros(len(library.bare[0].name), np.float32), network)
    places = {note.key: place for place, note in enumerate(notes)}
    names = np.stack([one.name for one in library.bare])
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
        labeled = [(label, places[key], False) for label in LABELS for key in case[label]]
        if number % BARE_EVERY == 0:
            labeled += [(label, place, True) for label, place, _ in labeled]
        vectors = [(library.bare if is_bare else library.vectors)[place] for _, place, is_bare in labeled]
        compared = compare_notes(vectors, queries, 0, 1, model, [True] * len(vectors))
        labeled_places = [place for _, place, _ in labeled]
        ahead = measure_ahead(highest[labeled_places], names[labeled_places], highest, names, ~hidden)
        for (label, place, is_bare), one, lead in zip(labeled, compared, ahead.tolist(), strict=True):
            note = notes[place]
            text = NoteText(note.title, note.tags, note.body)
            figures = describe_note(topic, request, text, replace(one, ahead=lead))
            pairs.append(Pair(number, case["author"], label, figures, names[place] * queries[1], is_bare))
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
    """Print the weights, and what fits without each author cite; with --fit, write the learned models."""
    library = embed_library()
    languages = [is_chinese(note.title) for note in library.notes]
    network = train(collect_examples(library.vectors, languages))
    pairs = list_pairs(library, network)
    model = fit(pairs)
    print(f"constant {model.constant:.2f}, weights:", *(f"{one:.2f}" for one in model.figures))
    if "--fit" in sys.argv:
        _store(network, model)
        return
    rated = list[tuple[float, Pair]]()
    authors = sorted({one.author for one in pairs})
    for fold in range(FOLDS):
        left_out = set(authors[fold::FOLDS])
        without = fit([one for one in pairs if one.author not in left_out])
        own = [one for one in pairs if one.author in left_out]
        rated += zip(without.estimate(own).tolist(), own, strict=True)
    for is_bare in (False, True):
        print("without questions:" if is_bare else "with questions:")
        _print_shares([one for one in rated if one[1].is_bare is is_bare])


def _store(network: Network, model: Model) -> None:
    half = np.float16
    np.savez_compressed(
        WEIGHTS,
        hidden=network.hidden.astype(half),
        bias=network.bias.astype(half),
        output=network.output.astype(half),
        constant=network.constant,
        cosine=model.dimensions.astype(np.float32),
    )


def _print_shares(rated: Sequence[tuple[float, Pair]]) -> None:
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
    for share in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4):
        count = int(share * len(ranked))
        labels = [label for _, label in ranked[:count]]
        shares = ", ".join(f"{label} {labels.count(label)}" for label in LABELS)
        print(f"best {count}, down to {ranked[count - 1][0]:.2f}: {shares}")


if __name__ == "__main__":
    main()
