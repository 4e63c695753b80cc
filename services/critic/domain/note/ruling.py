"""One verdict on a note out of what rules found in it and what a model thinks of it.

Per dimension the model's score counts 0.6 and the rules' 0.4, bounded by either (`ceiling`): what one of both finds
broken, the other cannot make good. A dimension that no rule could judge is not judged by the model either.

Where the model did not answer the note passes (errors.md, Degrading), unless the rules alone send it back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from services.common.language import Language
from services.common.limits import Limits
from services.critic.domain.note import wording_page as wording
from services.critic.domain.note.dimensions import OWNERS, NoteDimension, kept, lowest
from services.critic.domain.note.findings import PLAIN, Finding
from services.critic.domain.note.judgement import NoteJudgement
from services.critic.domain.note.opinion import NoteOpinion
from services.critic.domain.note.scoring import ceiling, overall, passes

OPINION_SHARE: Final = 0.6
_MOST_FAULTS: Final = 6
_MOST_SUGGESTIONS: Final = 6
_ENDS: Final = "。！？.!?…"


@dataclass(frozen=True, slots=True)
class NoteRuling:
    """What the critic decides: scores from 0 to 1, texts in the language of the run."""

    passed: bool
    score: float
    dimensions: Mapping[NoteDimension, float]
    feedback: str
    suggestions: tuple[str, ...]
    return_to: str
    keep: tuple[str, ...]


def by_rules(judged: NoteJudgement, limits: Limits, language: Language) -> NoteRuling:
    """Return the ruling of a note that no model was to read."""
    return _ruling(judged, judged.scores, passes(judged.scores, limits), limits, language)


def by_rules_alone(judged: NoteJudgement, limits: Limits, language: Language) -> NoteRuling:
    """Return the ruling of a note that a model should have read and did not: passed unless it goes back."""
    sound = min(judged.scores.values()) >= limits.return_score
    passed = sound and overall(judged.scores, limits) >= limits.return_score
    remark = wording.NOT_READ.pick(language)
    return _ruling(judged, judged.scores, passed, limits, language, closing=remark)


def by_both(judged: NoteJudgement, opinion: NoteOpinion, limits: Limits, language: Language) -> NoteRuling:
    """Return the ruling of a note that rules and a model judged."""
    scores = {
        dimension: combined(score, opinion.scores.get(dimension), limits) for dimension, score in judged.scores.items()
    }
    return _ruling(judged, scores, passes(scores, limits), limits, language, opinion=opinion)


def combined(ruled: float, thought: float | None, limits: Limits) -> float:
    """Return the score of a dimension from that of the rules and that of the model, None where it gave none."""
    if thought is None:
        return ruled
    mean = OPINION_SHARE * thought + (1 - OPINION_SHARE) * ruled
    return round(min(mean, ceiling(ruled, limits), ceiling(thought, limits)), 4)


def _ruling(
    judged: NoteJudgement,
    scores: Mapping[NoteDimension, float],
    passed: bool,
    limits: Limits,
    language: Language,
    *,
    opinion: NoteOpinion | None = None,
    closing: str = "",
) -> NoteRuling:
    returning = None if passed else lowest(scores, opinion.return_to if opinion else "")
    findings = _in_order(judged, scores, returning)
    return NoteRuling(
        passed=passed,
        score=overall(scores, limits),
        dimensions=scores,
        feedback=_feedback(findings, opinion, closing, language),
        suggestions=_suggestions(findings, opinion, returning, language),
        return_to=OWNERS[returning] if returning else "",
        keep=_keep(judged, returning),
    )


def _in_order(
    judged: NoteJudgement, scores: Mapping[NoteDimension, float], first: NoteDimension | None
) -> tuple[Finding, ...]:
    """Return the findings of the dimension that goes back, then those of the others, the weakest first."""
    order = sorted(scores, key=lambda one: (one is not first, scores[one], one.place))
    return tuple(finding for dimension in order for finding in judged.of(dimension))


def _keep(judged: NoteJudgement, returning: NoteDimension | None) -> tuple[str, ...]:
    if returning is None:
        return ()
    pictures = judged.sound if returning is NoteDimension.IMAGES else ()
    return (*kept(returning, judged.scores), *(f"images/{plan_id}" for plan_id in pictures))


def _feedback(findings: tuple[Finding, ...], opinion: NoteOpinion | None, closing: str, language: Language) -> str:
    """Return the model's words, then what rules found (all of it without a model, else what counts), then *closing*."""
    told = [one for one in findings if opinion is None or not opinion.remark or one.cost >= PLAIN]
    faults = [fault for one in told[:_MOST_FAULTS] if (fault := one.fault(language))]
    parts = [opinion.remark] if opinion and opinion.remark else []
    if faults:
        listed = ("；" if language is Language.CHINESE else "; ").join(faults)
        parts.append(listed[0].upper() + listed[1:])
    if not parts:
        parts.append(wording.FINE.pick(language))
    return _joined((*parts, *([closing] if closing else [])), language)


def _suggestions(
    findings: tuple[Finding, ...], opinion: NoteOpinion | None, returning: NoteDimension | None, language: Language
) -> tuple[str, ...]:
    """Return what the owner who works again is to do, what the model wishes, then the rest; none twice."""
    urgent = [one.suggestion(language) for one in findings if one.dimension is returning]
    others = [one.suggestion(language) for one in findings if one.dimension is not returning]
    return _once((*urgent, *(opinion.wishes if opinion else ()), *others))[:_MOST_SUGGESTIONS]


def _once(wishes: Iterable[str]) -> tuple[str, ...]:
    once: dict[str, str] = {}
    for wish in wishes:
        if wish:
            once.setdefault(wish.rstrip(_ENDS).casefold(), wish)
    return tuple(once.values())


def _joined(sentences: tuple[str, ...], language: Language) -> str:
    end, between = ("。", "") if language is Language.CHINESE else (".", " ")
    return between.join(sentence if sentence[-1] in _ENDS else sentence + end for sentence in sentences)
