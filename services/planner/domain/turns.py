"""Reads which dials a clause turns, which way and how far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from services.planner.domain.adjustments_lexicon import Amount, Complaint, Dial, Direction, Mark, Named, Quality
from services.planner.domain.intent import Parameters
from services.planner.domain.measurements import Number, Unit
from services.planner.domain.tokens import Token

DEFAULT_AMOUNT = 0.3
"""How far a dial is turned when the text does not say."""


@dataclass(slots=True)
class Turn:
    """One change while it is being read: which dials, which way, how far."""

    dials: dict[Dial, int] = field(default_factory=dict)
    named: list[Dial] = field(default_factory=list)
    direction: int = 0
    amount: float | None = None
    complaint: Complaint | None = None
    number: Number | None = None
    full: float | None = None
    to: bool = False
    negated: bool = False
    lacking: bool = False
    enough: bool = False
    caused: bool = False
    positive: bool = False
    stated: bool = False
    fault: bool = False

    @property
    def complete(self) -> bool:
        """Whether it says what to turn and which way."""
        return bool(self.dials) or bool(self.named and (self.direction or self.complaint or self.lacking))

    @property
    def empty(self) -> bool:
        """Whether it says nothing that must be acted on."""
        return not (self.dials or self.named or self.direction or self.complaint or self.number)


def turned(tokens: Iterable[Token]) -> Parameters | None:
    """Return the dials that *tokens* turn, or None if a dial has no direction or a direction no dial."""
    changes: dict[str, float] = {}
    for turn in turns_of(tokens):
        if turn.empty:
            continue
        values = _values(turn)
        if values is None:
            return None
        for dial, value in values.items():
            changes[dial.value] = changes.get(dial.value, 0.0) + value
    return changes


def turns_of(tokens: Iterable[Token]) -> list[Turn]:
    """Return the changes of one clause in order; the last may say nothing."""
    turns = [Turn()]
    joined = False
    for token in tokens:
        if token is Mark.JOIN:
            joined = True
            continue
        current = turns[-1]
        if _begins_anew(current, token, joined):
            turns.append(Turn(caused=current.caused, stated=current.stated and joined))
        _take(turns[-1], token)
        joined = joined and token is Mark.FILLER
    return turns


def _begins_anew(turn: Turn, token: Token, joined: bool) -> bool:
    """Return whether *token* opens the next change: the current one is complete and has what *token* would tell."""
    if not turn.complete:
        return False
    match token:
        case Named():
            return not (joined and turn.direction and not turn.dials)
        case Quality():
            return bool(turn.dials) or not (turn.direction or turn.complaint or turn.lacking)
        case Direction():
            return bool(turn.dials or turn.direction)
        case Complaint():
            return turn.complaint is not None
        case Mark.NOT | Mark.LACKING | Number() | Amount():
            return joined
        case _:
            return False


def _take(turn: Turn, token: Token) -> None:
    match token:
        case Quality(dial, sign, positive_degree, share, fault):
            turn.fault = turn.fault or fault
            turn.dials[dial] = sign
            turn.positive = turn.positive or positive_degree
            turn.full = share if share is not None else turn.full
        case Named(dial):
            turn.named.append(dial)
        case Direction(sign):
            turn.direction = sign if not turn.direction else turn.direction * sign
        case Amount(share):
            turn.amount = share
        case Complaint():
            turn.complaint = token
        case Number():
            turn.number = token
        case Mark.NOT:
            turn.negated = True
        case Mark.LACKING:
            turn.lacking = True
        case Mark.ENOUGH:
            turn.lacking = turn.enough = True
        case Mark.CAUSE:
            turn.caused = True
        case Mark.TO:
            turn.to = True
        case Mark.STATE:
            turn.stated = True
        case _:
            pass


def _values(turn: Turn) -> dict[Dial, float] | None:
    signs = dict(turn.dials)
    default = turn.direction or (1 if turn.complaint or turn.lacking or _is_signed(turn) else 0)
    for dial in turn.named:
        signs.setdefault(dial, default)
    if not signs or 0 in signs.values():
        return None
    if turn.dials and turn.direction:
        signs = {dial: sign * (turn.direction if dial in turn.dials else 1) for dial, sign in signs.items()}
    if _is_complaint(turn):
        signs = {dial: -sign for dial, sign in signs.items()}
    amount = amount_of(turn)
    if turn.number and turn.to and turn.number.unit is Unit.SHARE:
        return dict.fromkeys(signs, turn.number.value - 1)
    return {dial: sign * amount for dial, sign in signs.items()}


def _is_signed(turn: Turn) -> bool:
    return turn.number is not None and (turn.number.signed or turn.to)


def _is_complaint(turn: Turn) -> bool:
    """Return whether the text names what is wrong ("太暗了", "it looks dark") and so asks for the contrary."""
    if turn.fault:
        return False
    if turn.lacking and (turn.enough or not turn.negated):
        return False
    if turn.negated:
        return True
    if turn.complaint and not (turn.complaint.weak and turn.caused):
        return True
    said = turn.stated or turn.amount is not None
    return turn.positive and said and not turn.caused and not turn.direction


def amount_of(turn: Turn) -> float:
    """Return how far *turn* goes, without its sign except where a number brought one."""
    if turn.number:
        match turn.number.unit:
            case Unit.SHARE | Unit.TIMES:
                return turn.number.value
            case _:
                return turn.number.value / 100 if abs(turn.number.value) > 1 else turn.number.value
    if turn.amount is not None:
        return turn.amount
    if turn.complaint and turn.complaint.share is not None:
        return turn.complaint.share
    return turn.full if turn.full is not None else DEFAULT_AMOUNT
