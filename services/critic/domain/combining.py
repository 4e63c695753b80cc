"""One judgement out of what was measured of a picture and what a vision model saw in it.

The score is a weighted mean, and caps bound it:
- What was seen counts more than what was measured (`_SEEN_SHARE`): only who looks can tell whether the wish was met,
  while measuring mostly finds what is broken.
- What was measured below the return threshold caps the score as it is: a model is easily kind, and a blank picture, or
  one changed outside its mask, is broken whatever it says. From there to the pass threshold the cap rises to 1, so that
  praise lifts such a picture a little and never far.
- What was seen caps it likewise: a picture that is not what was asked for, or lacks its subject, goes back however well
  it is made; so does one of plainly another style or badly made, but it is worth more where nothing better comes.
- A subject or style that nobody named cannot be missing: the model's opinion of it counts nothing.

Where the model did not answer the picture passes (errors.md, Degrading), unless measuring alone finds it broken.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from services.common.language import Language, Text
from services.common.limits import Limits
from services.critic.domain.seen import MOST_SUGGESTIONS, Seen, Sight
from services.critic.domain.wish import Wish
from services.critic.domain.wording import NOT_SEEN, SEEN_REMARKS

if TYPE_CHECKING:  # who combines need not load what measures
    from services.critic.domain.judging import Judgement

_SEEN_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Weighing:
    """How one thing seen counts.

    Attributes:
        weight: in the mean of what was seen.
        fails_below: a mark below this puts the score below the return threshold.
        floor: the cap at a mark of 0, as a share of the return threshold.

    """

    weight: float
    fails_below: float
    floor: float


_WEIGHINGS: Final[Mapping[Sight, Weighing]] = MappingProxyType(
    {
        Sight.INTENT_MET: Weighing(3.0, 0.5, 0.0),
        Sight.SUBJECT_PRESENT: Weighing(3.0, 0.5, 0.0),
        Sight.STYLE_MATCHED: Weighing(2.0, 0.3, 2 / 3),
        Sight.QUALITY: Weighing(2.0, 0.3, 2 / 3),
    }
)

_ENDS: Final = "。！？.!?…"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the critic decides: scores from 0 to 1, texts in the language of the run."""

    passed: bool
    goes_back: bool
    score: float
    dimensions: Mapping[str, float]
    feedback: str
    suggestions: tuple[str, ...]


def by_measuring(measured: "Judgement", limits: Limits, language: Language) -> Ruling:
    """Return the ruling of a picture that no model was to look at."""
    passed = measured.score >= limits.pass_score
    return Ruling(
        passed=passed,
        goes_back=measured.score < limits.return_score,
        score=measured.score,
        dimensions=measured.dimensions,
        feedback=measured.feedback.pick(language),
        suggestions=() if passed else _picked(measured.suggestions, language),
    )


def by_measuring_alone(measured: "Judgement", limits: Limits, language: Language) -> Ruling:
    """Return the ruling of a picture that a model should have looked at and did not: passed unless it is broken."""
    goes_back = measured.score < limits.return_score
    return Ruling(
        passed=not goes_back,
        goes_back=goes_back,
        score=measured.score,
        dimensions=measured.dimensions,
        feedback=_joined((measured.feedback.pick(language), NOT_SEEN.pick(language)), language),
        suggestions=() if measured.score >= limits.pass_score else _picked(measured.suggestions, language),
    )


def by_both(measured: "Judgement", seen: Seen, wish: Wish, limits: Limits, language: Language) -> Ruling:
    """Return the ruling of a picture that was measured and looked at."""
    marks = _marks(seen, wish)
    score = combined_score(measured.score, marks, limits)
    passed = score >= limits.pass_score
    return Ruling(
        passed=passed,
        goes_back=score < limits.return_score,
        score=score,
        dimensions={**measured.dimensions, **{sight.value: mark for sight, mark in marks.items()}},
        feedback=_feedback(measured, seen, _faults(marks, limits), language),
        suggestions=() if passed else _suggestions(measured, seen, _faults(marks, limits), language),
    )


def combined_score(measured: float, marks: Mapping[Sight, float], limits: Limits) -> float:
    """Return the weighted mean of both, never above the cap that what was measured or anything seen sets."""
    total = sum(_WEIGHINGS[sight].weight for sight in marks)
    seen = sum(_WEIGHINGS[sight].weight * mark for sight, mark in marks.items()) / total
    mean = _SEEN_SHARE * seen + (1 - _SEEN_SHARE) * measured
    caps = (_seen_cap(_WEIGHINGS[sight], mark, limits) for sight, mark in marks.items())
    return round(min(mean, _measured_cap(measured, limits), *caps, 1.0), 4)


def _measured_cap(measured: float, limits: Limits) -> float:
    if measured < limits.return_score:
        return measured
    if measured >= limits.pass_score:
        return 1.0
    share = (measured - limits.return_score) / (limits.pass_score - limits.return_score)
    return limits.return_score + (1 - limits.return_score) * share


def _seen_cap(weighing: Weighing, mark: float, limits: Limits) -> float:
    """Return a cap that reaches the return threshold just where the mark no longer fails, and rises on."""
    return limits.return_score * (weighing.floor + (1 - weighing.floor) * mark / weighing.fails_below)


def _marks(seen: Seen, wish: Wish) -> dict[Sight, float]:
    """Return what was seen of what was asked for; two digits, for a model knows no more."""
    asked = {
        Sight.INTENT_MET: True,
        Sight.SUBJECT_PRESENT: wish.has_subject,
        Sight.STYLE_MATCHED: wish.has_style,
        Sight.QUALITY: True,
    }
    return {sight: round(seen.mark(sight), 2) for sight, counts in asked.items() if counts}


def _faults(marks: Mapping[Sight, float], limits: Limits) -> tuple[Sight, ...]:
    """Return what was seen to be wanting, the weakest first."""
    return tuple(sorted((sight for sight, mark in marks.items() if mark < limits.pass_score), key=marks.__getitem__))


def _feedback(measured: "Judgement", seen: Seen, faults: tuple[Sight, ...], language: Language) -> str:
    """Return the model's words, ours where it has none, then what was measured to be wrong."""
    said = (seen.remark,) if seen.remark else tuple(SEEN_REMARKS[sight].fault.pick(language) for sight in faults)
    if measured.suggestions or not said:
        said = (*said, measured.feedback.pick(language))
    return _joined(said, language)


def _suggestions(measured: "Judgement", seen: Seen, faults: tuple[Sight, ...], language: Language) -> tuple[str, ...]:
    """Return the model's suggestions, ours where it has none, then those from measuring; none twice, three at most."""
    wishes = seen.wishes or tuple(SEEN_REMARKS[sight].suggestion.pick(language) for sight in faults)
    kept: dict[str, str] = {}
    for wish in (*wishes, *_picked(measured.suggestions, language)):
        kept.setdefault(wish.rstrip(_ENDS).casefold(), wish)
    return tuple(kept.values())[:MOST_SUGGESTIONS]


def _picked(texts: tuple[Text, ...], language: Language) -> tuple[str, ...]:
    return tuple(text.pick(language) for text in texts)


def _joined(sentences: tuple[str, ...], language: Language) -> str:
    end, between = ("。", "") if language is Language.CHINESE else (".", " ")
    return between.join(sentence if sentence[-1] in _ENDS else sentence + end for sentence in sentences)
