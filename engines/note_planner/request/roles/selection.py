"""How likely each clause is a part of the topic, given the clause that most probably names it.

The models of the roles see a clause with its neighbors. Whether the topic is understood without another clause ("how
do I bring it up with her") depends on what the best clause has and lacks, wherever it stands.
"""

import re
from collections.abc import Sequence
from math import exp, log

from engines.language.characters import fold
from engines.note_planner.request.completeness import REFERRING, is_complete, list_content
from engines.note_planner.request.roles.tagger import Role, RoledClause

LEAST = 1e-4
"""Probability below which the models see no difference."""
_STEM = 5
_FULL = 4
"""Content words from which on more make no difference."""
_REFERS = re.compile(
    r"[她他它](?!们?自己)|[这那][样种个些]|啥原因|什么原因|怎么[办破弄]|办法"
    r"|\b(?:him|her|he|she|they|them|those|these|this|that|one|ones|such an?)\b"
    r"|\b(?<!is )(?<!was )it\b(?! (?:worth|ok|okay|safe|possible|better|true|time))"
)
"""What a topic has of another clause."""


def describe_parts(text: str, clauses: Sequence[RoledClause]) -> list[dict[str, float]]:
    """Return the features of each of *clauses* of *text* as a part of the topic."""
    best = max(range(len(clauses)), key=lambda place: clauses[place].probability)
    contents = [_list_stems(text[one.start : one.end]) for one in clauses]
    top = clauses[best]
    name = " ".join(text[one.start : one.end] for one in top.topic) or text[top.start : top.end]
    refers = _REFERS.search(fold(name)) is not None or REFERRING.search(fold(name)) is not None
    is_thin = not is_complete(name)
    has_question = any(one.is_question for one in clauses)
    requests = any(one.requests for one in clauses)
    ranked = sorted(range(len(clauses)), key=lambda place: -clauses[place].probability)
    described = []
    for place, clause in enumerate(clauses):
        own = contents[place]
        is_best, role = place == best, clause.role
        is_about = role in (Role.SITUATION, Role.TOPIC)
        features = {
            "bias": 1.0,
            "odds": _odds(clause.probability),
            "second": len(ranked) > 1 and place == ranked[1],
            f"role {role}": 1.0,
            "question": clause.is_question,
            "for a reference": not is_best and refers and is_about,
            "before a reference": not is_best and refers and is_about and place == best - 1,
            "for a thin one": not is_best and is_thin and is_about,
            "first for a reference": not is_best and refers and is_about and place == 0,
            "first": place == 0,
            "before": place < best,
            "far": min(abs(place - best), 5) / 5,
            "content": min(len(own), _FULL) / _FULL,
            "empty": not own,
            "shared": bool(own & contents[best]) and not is_best,
            "covered": bool(own) and own <= contents[best] and not is_best,
            "reported": not has_question and not requests and is_about,
            "requests": clause.requests,
        }
        described.append({key: float(value) for key, value in features.items()})
    return described


def _odds(probability: float) -> float:
    bounded = min(max(probability, LEAST), 1 - LEAST)
    return log(bounded / (1 - bounded))


def _list_stems(text: str) -> set[str]:
    return {word[:_STEM] if word.isascii() else word for word in list_content(text)}


def estimate_parts(text: str, clauses: Sequence[RoledClause]) -> list[float]:
    """Return the probability that each of *clauses* of *text* is a part of the topic, 0 to 1."""
    scores = (sum(WEIGHTS.get(key, 0.0) * value for key, value in one.items()) for one in describe_parts(text, clauses))
    return [1 / (1 + exp(-score)) for score in scores]


WEIGHTS = {
    "before": -0.83,
    "before a reference": 0.33,
    "bias": -0.46,
    "content": 1.10,
    "covered": -0.21,
    "empty": -0.12,
    "far": -1.18,
    "first": 0.91,
    "first for a reference": 0.12,
    "for a reference": -0.32,
    "for a thin one": 1.11,
    "odds": 0.38,
    "question": 0.95,
    "reported": -0.22,
    "requests": 0.83,
    "role detail": 0.32,
    "role form": -1.05,
    "role request": -1.06,
    "role situation": 0.91,
    "role topic": 0.51,
    "second": 0.15,
    "shared": -0.64,
}
"""A logistic model, fitted to what models that have not seen an author find in the requests of that author
(`python -m benchmarks.calibration.roles --weights`)."""
