"""Comparisons of notes with a request, and the network that is learned from the questions of notes."""

import numpy as np
import pytest

from benchmarks.calibration.network import collect_examples, train
from services.rag.adapters.builtin.match_model import (
    MatchModel,
    NoteVectors,
    build_inputs,
    compare_notes,
    load_match_model,
    measure_ahead,
    select_closest,
)
from services.rag.adapters.embeddings import Vectors, embed_texts

NOTES = {
    "Descaling a kettle": (["limescale in the kettle", "kettle full of white flakes"], ["which kettle to buy"]),
    "Choosing a kettle": (["which kettle to buy", "best kettle for tea"], ["limescale in the kettle"]),
}


def make_vectors(title: str, *, with_questions: bool = True) -> NoteVectors:
    questions, unanswered = NOTES[title] if with_questions else ([], [])
    name = embed_texts([title])[0]
    empty = np.empty((0, len(name)), dtype=np.float32)
    return NoteVectors(name, *(embed_texts(part) if part else empty for part in (questions, unanswered)))


@pytest.fixture(scope="module")
def request_vectors() -> Vectors:
    return embed_texts(["limescale in the kettle", "a post about limescale in the kettle"])


def test_the_note_whose_question_is_requested_matches_better(request_vectors: Vectors) -> None:
    descaling, choosing = compare_notes(
        [*map(make_vectors, NOTES)], request_vectors, 0, 1, load_match_model(), [True] * 2
    )
    assert descaling.question == pytest.approx(1.0, abs=0.01) and choosing.unanswered == pytest.approx(1.0, abs=0.01)
    assert descaling.matched > choosing.matched


def test_without_questions_the_name_stands_for_them(request_vectors: Vectors) -> None:
    (bare,) = compare_notes(
        [make_vectors("Descaling a kettle", with_questions=False)], request_vectors, 0, 1, load_match_model(), [True]
    )
    assert bare.question == bare.questions == bare.unanswered == pytest.approx(bare.highest)


def test_no_note_compares_with_nothing(request_vectors: Vectors) -> None:
    assert compare_notes([], request_vectors, 0, 1, load_match_model(), []) == ()


def test_a_note_is_ahead_of_the_next_one_on_something_else() -> None:
    names = np.array([[1.0, 0.0], [0.96, 0.28], [0.0, 1.0]], dtype=np.float32)
    cosines = np.array([0.7, 0.6, 0.3], dtype=np.float32)
    ahead = measure_ahead(cosines, names, cosines, names, np.array([True, True, True]))
    assert ahead.tolist() == pytest.approx([0.4, 0.3, -0.4])
    assert measure_ahead(cosines, names, cosines, names, np.array([False, True, True]))[2] == pytest.approx(-0.3)


def test_the_closest_names_come_first() -> None:
    names = np.eye(3, dtype=np.float32)
    requests = np.array([[0.1, 0.9, 0.3]], dtype=np.float32)
    assert select_closest(names, requests, 2) == [1, 2]


def test_a_trained_network_separates_what_notes_answer_from_what_they_do_not() -> None:
    random = np.random.default_rng(1)
    notes = []
    for _ in range(60):
        center, far = random.standard_normal((2, 16)).astype(np.float32)
        near = [center + 0.3 * random.standard_normal(16) for _ in range(8)]
        other = [0.5 * center + far + 0.3 * random.standard_normal(16) for _ in range(4)]
        vectors = [
            np.array([one / np.linalg.norm(one) for one in part], np.float32) for part in ([center], near, other)
        ]
        notes.append(NoteVectors(vectors[0][0], vectors[1], vectors[2]))
    network = train(collect_examples(notes, [True] * len(notes)))
    model = MatchModel(np.zeros(16, np.float32), network)
    answered = [
        compare_notes([one], one.questions[:1].repeat(2, axis=0), 0, 1, model, [True])[0].matched for one in notes
    ]
    others = [
        compare_notes([one], one.unanswered[:1].repeat(2, axis=0), 0, 1, model, [True])[0].matched for one in notes
    ]
    assert np.mean(answered) > np.mean(others)


def test_inputs_have_four_parts() -> None:
    names = np.eye(2, 3, dtype=np.float32)
    assert build_inputs(names, names, names[0]).shape == (2, 12)
