"""Reads adjustments of a finished picture: what is turned up or down, and how far."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from services.planner.domain.adjustments_lexicon import (
    OF_THE_WHOLE,
    Amount,
    Complaint,
    Dial,
    Direction,
    Mark,
    Named,
    Quality,
)
from services.planner.domain.geometry import geometry
from services.planner.domain.intent import NOTHING, Parameters
from services.planner.domain.phrase import Phrase
from services.planner.domain.repaint_lexicon import AREAS
from services.planner.domain.tokens import Token, is_unknown, tokenize
from services.planner.domain.turns import amount_of, turned, turns_of

_DIALS = frozenset(dial.value for dial in Dial)


def adjustments(phrase: Phrase, size: tuple[int, int] | None) -> Parameters | None:
    """Return what *phrase* changes about the whole picture, or None if it says anything else as well.

    *size* is the picture's width and height in pixels, needed to crop to a shape or to scale; None if unknown.
    Every word must belong to the adjustment: "亮一点" is one, "一只亮一点的猫" is not.
    """
    changes: dict[str, float] = {}
    for clause in phrase.clauses():
        tokens = _if_all_known(clause.folded)
        if tokens is None:
            return None
        for part in _clauses(tokens):
            found = geometry(part, size)
            if found is None:
                found = turned(part)
            if found is None and (again := _told_again(part, changes)):
                changes.update(again)
                continue
            if found is None:
                return None
            for name, value in found.items():
                changes[name] = _within(name, changes.get(name, 0.0) + value if name in _DIALS else value)
    return {name: value for name, value in changes.items() if value or name not in _DIALS} or None


def adjusts_a_part(phrase: Phrase) -> bool:
    """Return whether *phrase* changes a named part of the picture ("让天空暗一点", "make the sky darker").

    The part's name must come first and the change end the sentence, and no clause may say anything else.
    """
    clauses = [tokens for clause in phrase.clauses() for tokens in _clauses(list(tokenize(clause.folded)))]
    return bool(clauses) and all(_part_then_change(tokens) for tokens in clauses)


def _if_all_known(folded: str) -> list[Token] | None:
    """Return the tokens of *folded*, or None as soon as one is not known."""
    tokens = []
    for token in tokenize(folded):
        if is_unknown(token):
            return None
        tokens.append(token)
    return tokens


def _clauses(tokens: list[Token]) -> Iterator[list[Token]]:
    for is_break, clause in groupby(tokens, key=lambda token: token is Mark.BREAK):
        if not is_break:
            yield list(clause)


def _told_again(tokens: Iterable[Token], changes: Parameters) -> Parameters:
    """Return the dials turned before as *tokens* say once more without a name ("饱和度太低了，加一点")."""
    turn = turns_of(tokens)[-1]
    dials = [name for name in changes if name in _DIALS]
    return dict.fromkeys(dials, turn.direction * amount_of(turn)) if turn.direction and not turn.named else NOTHING


def _within(name: str, value: float) -> float:
    return round(min(1.0, max(-1.0, value)), 4) if name in _DIALS else value


def _part_then_change(tokens: list[Token]) -> bool:
    unknown = [place for place, token in enumerate(tokens) if is_unknown(token)]
    changing = [place for place, token in enumerate(tokens) if isinstance(token, Quality | Named | Direction)]
    if not unknown or not changing or unknown[-1] > changing[0]:
        return False
    lead, change = tokens[: unknown[0]], tokens[changing[0] :]
    if any(token not in OF_THE_WHOLE for token in lead if not isinstance(token, Amount)):
        return False
    asked = any(token is Mark.CAUSE for token in tokens) or any(
        isinstance(token, Amount | Complaint) for token in tokens
    )
    asked = asked or tokens[unknown[0]] in AREAS
    return asked and bool(turned(change))
