"""Fits the likelihood that a note is about a request, and measures it on authors that a fit leaves out.

    uv run python -m benchmarks.calibration.sources

`sources.jsonl` has requests with their closest notes of the sample library: those that fit, those on the same subject
but another question, and the others. It prints the weights of services/rag/domain/likelihood.py, the figures in the
order of `describe_note`, and what notes would cite at several likelihoods.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.language.characters import is_chinese
from engines.note_planner.request.parser import parse_request
from engines.note_subject import NoteText
from services.common.text.language import Language
from services.rag.adapters.embeddings import Vectors, embed_texts
from services.rag.adapters.seed_data import load_seed_notes
from services.rag.domain.evidence import is_foreign, measure_ahead, name_note
from services.rag.domain.likelihood import Similarity, describe_note

CASES = Path(__file__).parent / "sources.jsonl"
L2, ITERATIONS = 1.0, 60
"""Regularization of the weights of standardized figures."""
LIKELIHOODS = (0.45, 0.5, 0.55, 0.6, 0.7)
Figures = NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """A note next to a request: the number of the request, its author, the label and the figures of the note."""

    request: int
    author: str
    label: str
    figures: tuple[float, ...]


def list_pairs() -> list[Pair]:
    """Return the labeled notes of all requests with their figures."""
    notes = load_seed_notes()
    places = {note.key: place for place, note in enumerate(notes)}
    names = _embed([name_note(note) for note in notes])
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
        hidden = foreign[Language.CHINESE if is_chinese(request) else Language.ENGLISH]
        highest = np.where(hidden, -1.0, cosines.max(axis=1))
        best = np.sort(highest)[:-3:-1].tolist()
        for label in ("fitting", "related", "others"):
            for place in (places[key] for key in case[label]):
                note = notes[place]
                ahead = measure_ahead(float(highest[place]), best)
                similarity = Similarity(float(cosines[place, 1]), ahead)
                figures = describe_note(topic, request, NoteText(note.title, note.tags, note.body), similarity)
                pairs.append(Pair(number, case["author"], label, figures))
    return pairs


def _embed(texts: Sequence[str]) -> Vectors:
    return np.concatenate([embed_texts(list(texts[place : place + 64])) for place in range(0, len(texts), 64)])


def fit(pairs: Sequence[Pair]) -> Figures:
    """Return the constant and the weights of the figures, by which notes fit."""
    figures = np.array([one.figures for one in pairs])
    mean, deviation = figures.mean(axis=0), figures.std(axis=0) + 1e-9
    standardized = np.column_stack([np.ones(len(figures)), (figures - mean) / deviation])
    fits = np.array([one.label == "fitting" for one in pairs])
    weights = np.zeros(standardized.shape[1])
    for _ in range(ITERATIONS):
        likelihood = 1 / (1 + np.exp(-standardized @ weights))
        gradient = standardized.T @ (likelihood - fits) + L2 * weights
        curvature = (standardized * (likelihood * (1 - likelihood))[:, None]).T @ standardized
        weights -= np.linalg.solve(curvature + L2 * np.eye(len(weights)), gradient)
    scaled = weights[1:] / deviation
    return np.array([weights[0] - scaled @ mean, *scaled])


def estimate(weights: Figures, pairs: Sequence[Pair]) -> Figures:
    """Return the likelihood of each of *pairs*."""
    return np.asarray(1 / (1 + np.exp(-(weights[0] + np.array([one.figures for one in pairs]) @ weights[1:]))))


def main() -> None:
    """Print the weights, and what fits without each author cite."""
    pairs = list_pairs()
    print("constant and weights:", *(f"{one:.2f}" for one in fit(pairs)))
    rated = list[tuple[float, Pair]]()
    for author in sorted({one.author for one in pairs}):
        weights = fit([one for one in pairs if one.author != author])
        own = [one for one in pairs if one.author == author]
        rated += zip(estimate(weights, own).tolist(), own, strict=True)
    for least in LIKELIHOODS:
        cited = [one for likelihood, one in rated if likelihood >= least]
        by_label = {label: {one.request for one in cited if one.label == label} for label in ("fitting", "others")}
        citing = {one.request for one in cited}
        counts = ", ".join(f"{label} {len(requests)}" for label, requests in by_label.items())
        related = len(citing.difference(*by_label.values()))
        print(f"from {least}: {len(citing)} notes cite, with {counts}, related alone {related}")


if __name__ == "__main__":
    main()
