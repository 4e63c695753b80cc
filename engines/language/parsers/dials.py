"""Parses the dials that a clause changes, with directions and amounts."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.language.lexicons.meanings import Amount, Complaint, Dial, Direction, Marker, Named, Quality
from engines.language.parameters import Parameters
from engines.language.parsers.measurements import Number, Unit
from engines.language.parsers.tokens import Token

DEFAULT_AMOUNT = 0.3
"""Amount of a change when the text names none."""


@dataclass(slots=True)
class DialChange:
    """One change during the collection of its tokens: its dials, direction and amount."""

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
    is_fault: bool = False
    amount_sign: int = 0
    colors: bool = False
    is_vague: bool = False
    is_remedied: bool = False
    """Names the fault and the direction of its remedy: "too colorful, tone it down", not "too low"."""
    faulted: bool = False
    """The complaint is about a dial that follows it."""
    is_hoped: bool = False
    joined_direction: int = 0
    """Direction of the change to which this one is joined, if it states none itself."""

    @property
    def is_complete(self) -> bool:
        """Whether the change names a dial and a direction."""
        has_direction = self.direction or self.complaint or self.lacking or self.number
        return bool(self.dials) or bool((self.named or self.colors) and has_direction)

    @property
    def is_empty(self) -> bool:
        """Whether the change is empty."""
        return not (self.dials or self.named or self.direction or self.complaint or self.number)


def parse_dials(tokens: Iterable[Token]) -> Parameters | None:
    """Return the changes of dials in *tokens*, or None if a dial has no direction or a direction no dial."""
    changes: dict[str, float] = {}
    for change in parse_dial_changes(tokens):
        if change.is_empty:
            continue
        values = _resolve_values(change)
        if values is None:
            return None
        for dial, value in values.items():
            changes[dial.value] = changes.get(dial.value, 0.0) + value
    return changes


def parse_dial_changes(tokens: Iterable[Token]) -> list[DialChange]:
    """Return the changes of one clause in order; the last one may be empty."""
    changes = [DialChange()]
    joined = False
    for token in tokens:
        if token is Marker.JOIN:
            joined = True
            continue
        current = changes[-1]
        if _starts_next_change(current, token, joined):
            inherited = current.direction if joined and token is not Marker.STATE else 0
            changes.append(
                DialChange(caused=current.caused, stated=current.stated and joined, joined_direction=inherited)
            )
        _apply(changes[-1], token)
        joined = joined and token in (Marker.FILLER, Marker.TARGET)
    if len(changes) > 1 and _takes_last_named(changes[-2], changes[-1]):
        changes[-1].named.append(changes[-2].named.pop())
    if len(changes) > 1 and _completes(changes[-2], changes[-1]):
        last = changes.pop()
        changes[-1].is_remedied = last.direction < 0 and _is_strong(changes[-1].complaint)
        changes[-1].direction = changes[-1].direction or last.direction
        changes[-1].amount = last.amount if changes[-1].amount is None else changes[-1].amount
        changes[-1].number = changes[-1].number or last.number
    return changes


def _takes_last_named(change: DialChange, last: DialChange) -> bool:
    """Return whether *last* is a direction of the last dial of *change* ("more contrast and the saturation down")."""
    is_direction = bool(last.direction) and not (last.dials or last.named)
    return is_direction and bool(change.direction) and len(change.named) > 1


def _completes(change: DialChange, last: DialChange) -> bool:
    """Return whether *last* is only the direction of the dial before it ("饱和拉高点"), or its remedy."""
    if not last.direction or last.dials or last.named:
        return False
    if _is_strong(change.complaint) and change.named:  # "亮度太高了降一点"
        return last.direction == -change.direction
    return bool(change.dials) and not change.direction


def _starts_next_change(change: DialChange, token: Token, joined: bool) -> bool:
    """Return whether *token* starts the next change: *change* is complete and has what *token* would add."""
    if not change.is_complete:
        return False
    match token:
        case Named(dial) if dial in change.dials:
            return False
        case Named():
            return not (joined and change.direction and not change.dials)
        case Quality():
            return bool(change.dials or (joined and (change.colors or change.number))) or not (
                change.direction or change.complaint or change.lacking
            )
        case Direction():
            return bool(change.dials or change.direction)
        case Complaint():
            return change.complaint is not None
        case Number() if change.number is not None:
            return True
        case Marker.NOT | Marker.LACKING | Marker.STATE | Number() | Amount():
            return joined
        case _:
            return False


def _apply(change: DialChange, token: Token) -> None:
    match token:
        case Quality(dial, sign, positive_degree, fraction, is_fault):
            change.is_fault = change.is_fault or is_fault
            change.faulted = change.faulted or _is_strong(change.complaint)
            change.dials[dial] = sign
            change.positive = change.positive or positive_degree
            change.full = fraction if fraction is not None else change.full
        case Named(dial):
            change.named.append(dial)
            change.faulted = change.faulted or _is_strong(change.complaint)
        case Direction(sign):
            change.is_remedied = change.is_remedied or (sign < 0 and change.faulted)
            change.direction = min(sign, change.direction or sign)
        case Amount(fraction, sign):
            change.amount, change.amount_sign = fraction, sign
        case Marker.COLORS:
            change.colors = True
        case Marker.HOPE:
            change.is_hoped = True
        case Complaint():
            change.complaint = token
            change.is_remedied = change.is_remedied or (change.direction < 0 and not token.weak)
        case Number():
            change.number = token
        case Marker.OFF if change.number or change.amount is not None:  # "take 10% off the saturation"
            change.direction = -1
        case Marker.NOT:
            change.negated = True
        case Marker.LACKING:
            change.lacking = True
        case Marker.ENOUGH:
            change.lacking = change.enough = True
        case Marker.CAUSE:
            change.caused = True
        case Marker.TO:
            change.to = True
        case Marker.STATE:
            change.stated = True
        case Marker.VAGUE:
            change.is_vague = True
        case _:
            pass


def _is_strong(complaint: Complaint | None) -> bool:
    return complaint is not None and not complaint.weak


def _resolve_values(change: DialChange) -> dict[Dial, float] | None:
    signs = dict(change.dials)
    if change.is_vague and change.lacking and change.named == [Dial.STYLE_STRENGTH]:
        return None  # "the style is not quite right": another style, not more of this one
    if Dial.STYLE_STRENGTH in change.named and set(signs) == {Dial.SATURATION}:
        signs = {Dial.STYLE_STRENGTH: signs[Dial.SATURATION]}  # a style that is strong or weak ("风格再浓一点")
    default = 1 if change.is_remedied else change.direction or change.amount_sign
    if not (default or change.complaint or change.lacking or (change.number and change.number.is_signed)):
        default = change.joined_direction
    default = default or (1 if change.complaint or change.lacking or _is_signed(change) else 0)
    if change.colors and len(signs) == 1 and set(signs) <= {Dial.SHARPNESS, Dial.CONTRAST}:
        signs = {Dial.SATURATION: sum(signs.values())}  # "softer colors", "colors that pop"
    is_about_colors = change.colors and not (signs or change.named)
    for dial in (Dial.SATURATION,) if is_about_colors else change.named:
        signs.setdefault(dial, default)
    if not signs or 0 in signs.values():
        return None
    if change.is_fault and change.is_hoped and not (change.lacking or change.negated):
        return None  # nobody hopes for a fault: "要是有点花就好了" means flowers
    if (
        change.dials and change.direction and not (change.is_fault or change.is_remedied)
    ):  # less of a fault is its remedy
        signs = {dial: sign * (change.direction if dial in change.dials else 1) for dial, sign in signs.items()}
    if _is_complaint(change):
        signs = {dial: -sign for dial, sign in signs.items()}
    amount = resolve_amount(change)
    if change.number and change.to and change.number.unit is Unit.FRACTION:
        return dict.fromkeys(signs, change.number.value - (0 if change.number.is_signed else 1))
    return {dial: sign * amount for dial, sign in signs.items()}


def _is_signed(change: DialChange) -> bool:
    return change.number is not None and (change.number.is_signed or change.to or bool(change.named))


def _is_complaint(change: DialChange) -> bool:
    """Return whether the text names a defect ("太暗了", "it looks dark") and so requests the opposite."""
    if change.is_fault:
        return False
    if change.lacking and (change.enough or not change.negated):
        return change.is_hoped and bool(change.dials)
    if change.negated:
        return True
    if change.complaint and not (change.complaint.weak and change.caused):
        return True
    is_stated = change.stated or (change.amount is not None and not change.amount_sign)
    return change.positive and is_stated and not change.caused and not change.direction


def resolve_amount(change: DialChange) -> float:
    """Return the amount of *change*, without a sign unless its number has one."""
    if change.number:
        match change.number.unit:
            case Unit.FRACTION | Unit.TIMES:
                return change.number.value
            case _:
                return change.number.value / 100 if abs(change.number.value) > 1 else change.number.value
    if change.amount is not None:
        return change.amount
    if change.complaint and change.complaint.fraction is not None:
        return change.complaint.fraction
    return change.full if change.full is not None else DEFAULT_AMOUNT
