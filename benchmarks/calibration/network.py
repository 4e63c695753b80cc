"""Trains the network of services/rag/adapters/builtin/match_model.py on the questions of the shipped notes.

A note answers its own questions (compared with the average of its others). It does not answer its `unanswered`, and
seldom the questions of the notes next to it, which count half. In a tenth of the pairs the name stands for the
questions, as in a note without any.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.rag.adapters.builtin.match_model import Network, NoteVectors, build_inputs
from services.rag.adapters.embeddings import Vectors

HIDDEN, EPOCHS, BATCH, DROPPED, SEED = 48, 6, 512, 0.2, 0
RATE, DECAY = 1e-3, 1e-3
"""Of Adam, with the rate falling to 0: https://arxiv.org/abs/1412.6980, with its own other constants."""
FIRST, SECOND, EPSILON = 0.9, 0.999, 1e-8
NEIGHBORS, WEIGHT_OF_NEIGHBOR, WITHOUT_QUESTIONS = 4, 0.5, 0.1
Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Examples:
    """Inputs of the network (n, 4 x dimensions), whether the note answers (n,), and their weights (n,)."""

    inputs: Numbers
    answers: Numbers
    weights: Numbers


def collect_examples(notes: Sequence[NoteVectors], languages: Sequence[bool]) -> Examples:
    """Return the examples of *notes*; neighbors have the same value of *languages*."""
    random = np.random.default_rng(SEED)
    names, groups = np.stack([one.name for one in notes]), np.array(languages)
    totals = np.stack([one.questions.sum(axis=0) for one in notes])
    parts: list[tuple[Vectors, Vectors, Vectors, float, float]] = []
    for number, note in enumerate(notes):
        if not len(note.questions):
            continue
        count = len(note.questions)
        same = np.flatnonzero(groups == groups[number])
        closeness = note.questions @ names[same].T
        closeness[:, same == number] = -1.0
        near = same[np.argpartition(-closeness, NEIGHBORS)[:, :NEIGHBORS]].reshape(-1)
        own = np.repeat(names[number : number + 1], count, axis=0)
        unanswered = len(note.unanswered)
        repeated = np.repeat(note.questions, NEIGHBORS, axis=0)
        parts += [
            (note.questions, own, totals[number] - note.questions, 1.0, 1.0),
            (
                note.unanswered,
                np.repeat(own[:1], unanswered, axis=0),
                np.repeat(totals[number : number + 1], unanswered, axis=0),
                0.0,
                1.0,
            ),
            (repeated, names[near], totals[near], 0.0, WEIGHT_OF_NEIGHBOR),
        ]
    requests, named, averages = (np.concatenate([part[column] for part in parts]) for column in range(3))
    answers, weights = (
        np.concatenate([np.full(len(part[0]), part[column], np.float32) for part in parts]) for column in (3, 4)
    )
    averages = averages / (np.linalg.norm(averages, axis=1, keepdims=True) + 1e-9)
    is_bare = (random.random(len(averages)) < WITHOUT_QUESTIONS) | ~averages.any(axis=1)
    averages[is_bare] = named[is_bare]
    return Examples(build_inputs(named, averages, requests), answers, weights)


def train(examples: Examples) -> Network:
    """Return the network that separates *examples*: Adam, dropout of the hidden layer. Deterministic."""
    random = np.random.default_rng(SEED)
    size = examples.inputs.shape[1]
    values = [
        (random.standard_normal((size, HIDDEN)) / np.sqrt(size)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (0.1 * random.standard_normal(HIDDEN)).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    means, squares = [np.zeros_like(one) for one in values], [np.zeros_like(one) for one in values]
    count = EPOCHS * (len(examples.inputs) // BATCH)
    orders = (random.permutation(len(examples.inputs)) for _ in range(EPOCHS))
    batches = (order[start : start + BATCH] for order in orders for start in range(0, len(order) - BATCH + 1, BATCH))
    for step, batch in enumerate(batches, start=1):
        retained = ((random.random((BATCH, HIDDEN)) >= DROPPED) / (1 - DROPPED)).astype(np.float32)
        gradients = _differentiate(values, examples, batch, retained)
        rate = RATE * (1 - (step - 1) / count)
        for number, gradient in enumerate(gradients):
            means[number] = FIRST * means[number] + (1 - FIRST) * gradient
            squares[number] = SECOND * squares[number] + (1 - SECOND) * gradient * gradient
            direction = means[number] / (1 - FIRST**step)
            scale = np.sqrt(squares[number] / (1 - SECOND**step)) + EPSILON
            values[number] = (values[number] - rate * direction / scale).astype(np.float32)
    hidden, bias, output, constant = values
    return Network(hidden, bias, output, float(constant[0]))


def _differentiate(
    values: Sequence[Numbers], examples: Examples, batch: NDArray[np.int64], retained: Numbers
) -> list[Numbers]:
    """Return the gradients of the weighted cross-entropy of *batch*, with a prior on the weights."""
    hidden, bias, output, constant = values
    inputs = examples.inputs[batch]
    before = inputs @ hidden + bias
    active = np.maximum(before, 0) * retained
    likelihood = 1 / (1 + np.exp(-(active @ output + constant)))
    error = ((likelihood - examples.answers[batch]) * examples.weights[batch] / len(batch)).astype(np.float32)
    behind = np.outer(error, output) * retained * (before > 0)
    return [
        inputs.T @ behind + DECAY * hidden,
        behind.sum(axis=0),
        active.T @ error + DECAY * output,
        error.sum(keepdims=True),
    ]
