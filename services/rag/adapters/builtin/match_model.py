"""How well notes match a request, by the built-in model: vectors of their names and questions, and what was learned.

Two models are learned (`python -m benchmarks.calibration.sources --fit`): weights for the dimensions of the cosine of
name and request, from labeled requests, and a network of one hidden layer that recognizes a request that a note
answers, from the questions of the shipped notes and those that they do not answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
import numpy.typing as npt

from services.rag.adapters.embeddings import Vectors
from services.rag.domain.evidence import name_note
from services.rag.domain.likelihood import Comparison
from services.rag.domain.note import Note

FILE = "library/match_model.npz"
SAME = 0.8
"""Cosine of two names from which on they are of notes on the same question."""
PRODUCT_SCALE, DISTANCE_SCALE = 20.0, 5.0
"""Bring the products and distances of unit vectors of 512 dimensions near 1, for the training of the network."""


@dataclass(frozen=True, slots=True)
class NoteVectors:
    """Unit vectors of a note: its name (dimensions,), its questions and those that it does not answer (n, dimensions).

    Without questions the name stands for them.
    """

    name: Vectors
    questions: Vectors
    unanswered: Vectors


@dataclass(frozen=True, slots=True)
class Network:
    """One hidden layer: weights (4 x dimensions, hidden), their bias (hidden,), and those of the output."""

    hidden: Vectors
    bias: Vectors
    output: Vectors
    constant: float

    def estimate(self, inputs: Vectors) -> Vectors:
        """Return the log odds of each row of *inputs* (n, 4 x dimensions)."""
        return np.asarray(np.maximum(inputs @ self.hidden + self.bias, 0) @ self.output + self.constant)


@dataclass(frozen=True, slots=True)
class MatchModel:
    """The learned models: the weights of the cosine (dimensions,) and the network."""

    cosine: Vectors
    network: Network


@cache
def load_match_model() -> MatchModel:
    """Return the shipped models. Blocking: reads the file once per process."""
    with as_file(files("services.rag").joinpath(FILE)) as path, np.load(path) as stored:
        hidden, bias, output, cosine = (
            stored[name].astype(np.float32) for name in ("hidden", "bias", "output", "cosine")
        )
        return MatchModel(cosine, Network(hidden, bias, output, float(stored["constant"])))


def collect_vectors(note: Note, vectors: Mapping[str, Vectors], *, with_questions: bool) -> NoteVectors:
    """Return the vectors of *note* from those of its texts, without those of its questions unless *with_questions*."""
    name = vectors[name_note(note)]
    questions, unanswered = (note.questions, note.unanswered) if with_questions else ((), ())
    empty = np.empty((0, len(name)), dtype=np.float32)
    return NoteVectors(
        name, *(np.stack([vectors[one] for one in part]) if part else empty for part in (questions, unanswered))
    )


def select_closest(names: Vectors, requests: Vectors, most: int) -> list[int]:
    """Return the numbers of the *most* of *names* (n, dimensions) that are closest to one of *requests*."""
    highest = (names @ requests.T).max(axis=1)
    return [int(number) for number in np.argsort(-highest, kind="stable")[:most]]


def compare_notes(
    notes: Sequence[NoteVectors],
    requests: Vectors,
    topic: int,
    whole: int,
    model: MatchModel,
    may_follow: Sequence[bool],
) -> tuple[Comparison, ...]:
    """Return how each of *notes* compares with *requests* (n, dimensions).

    *topic* and *whole* are the numbers of the topic and of the request as a whole; the others are further words for it.
    Only notes that *may_follow*, in the language of the request and for its readers, count as the next one.
    """
    if not notes:
        return ()
    names = np.stack([one.name for one in notes])
    both = requests[[topic, whole]]
    averages = np.stack([average_questions(one) for one in notes])
    matched = np.mean([model.network.estimate(build_inputs(names, averages, one)) for one in both], axis=0)
    cosines = names @ requests.T
    highest = cosines.max(axis=1)
    ahead = measure_ahead(highest, names, highest, names, np.array(may_follow))
    learned = names @ (requests[whole] * model.cosine)
    return tuple(
        _compare(one, row, both, float(lead), float(row[whole]), float(answers), float(odds))
        for one, row, lead, answers, odds in zip(notes, cosines, ahead, learned, matched, strict=True)
    )


def measure_ahead(
    cosines: Vectors, names: Vectors, others: Vectors, other_names: Vectors, is_next: npt.NDArray[np.bool_]
) -> Vectors:
    """Return how far *cosines* (n,) of notes with *names* are ahead of the next of *others* (m,).

    The next one is the highest of those that are *is_next* (m,) and whose name is not nearly the same: of two notes on
    one question, either is ahead of the rest.
    """
    following = np.where(is_next & (names @ other_names.T < SAME), others, 0.0)
    return np.asarray(cosines - following.max(axis=1, initial=0.0), dtype=np.float32)


def build_inputs(names: Vectors, averages: Vectors, requests: Vectors) -> Vectors:
    """Return the inputs of the network, from vectors of names and questions (n, dimensions) and of the requests."""
    parts = (part for one in (names, averages) for part in (_multiply(one, requests), _subtract(one, requests)))
    return np.concatenate([*parts], axis=1, dtype=np.float32)


def average_questions(note: NoteVectors) -> Vectors:
    """Return the direction of the questions of *note*, that of its name without any."""
    if not len(note.questions):
        return note.name
    total = note.questions.sum(axis=0)
    return np.asarray(total / np.linalg.norm(total), dtype=np.float32)


def _multiply(one: Vectors, other: Vectors) -> Vectors:
    return np.asarray(PRODUCT_SCALE * one * other)


def _subtract(one: Vectors, other: Vectors) -> Vectors:
    return np.asarray(DISTANCE_SCALE * np.abs(one - other))


def _compare(
    note: NoteVectors,
    cosines: Vectors,
    both: Vectors,
    ahead: float,
    with_request: float,
    learned: float,
    matched: float,
) -> Comparison:
    highest = float(cosines.max())
    questions = (note.questions @ both.T).max(axis=1) if len(note.questions) else np.array([highest])
    unanswered = (note.unanswered @ both.T).max() if len(note.unanswered) else highest
    return Comparison(
        highest=highest,
        ahead=ahead,
        with_request=with_request,
        learned=learned,
        matched=matched,
        question=float(questions.max()),
        questions=float(questions.mean()),
        unanswered=float(unanswered),
    )
