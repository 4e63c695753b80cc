"""The verdict on a note, from the findings of rules and the judgment of a language model.

Per dimension the model's score counts 0.6 and that of the rules 0.4, capped by either (`compute_cap`): neither can
compensate for a low score of the other. A dimension that the rules could not check does not count at all.

If the model failed, the note passes (errors.md, Degrading), unless the rules alone return it.
"""

from collections.abc import Mapping
from typing import Final

from services.common.contract.image_chat import Verdict
from services.common.limits import Limits
from services.common.text.language import Language, Text
from services.critic.domain.note import page_texts
from services.critic.domain.note.assessment import NoteAssessment
from services.critic.domain.note.dimensions import OWNERS, NoteDimension, list_preserved_results, select_returning
from services.critic.domain.note.findings import MODERATE, Finding
from services.critic.domain.note.judgment import NoteJudgment
from services.critic.domain.note.scores import compute_cap, compute_overall_score, passes
from services.critic.domain.sentences import deduplicate, join_sentences

JUDGMENT_SHARE: Final = 0.6
MAX_UNCHECKED: Final = 0.95
"""The score of a note without findings of which a part was not checked."""
MAX_WITH_FINDINGS: Final = 0.99
"""100 % means that everything was checked and nothing was found."""
_MAX_PROBLEMS: Final = 6
_MAX_SUGGESTIONS: Final = 6


def decide_by_rules(
    assessment: NoteAssessment, limits: Limits, language: Language, *, is_judgment_skipped: bool = False
) -> Verdict:
    """Return the verdict on a note if no model is configured, or the budget allows no call."""
    passed = passes(assessment.scores, limits)
    closing = page_texts.JUDGMENT_SKIPPED.pick(language) if is_judgment_skipped else ""
    return _build_verdict(assessment, assessment.scores, passed, limits, language, closing=closing)


def decide_without_judgment(assessment: NoteAssessment, reason: Text, limits: Limits, language: Language) -> Verdict:
    """Return the verdict on a note whose model failed for *reason*: passed unless the rules return it."""
    is_sound = min(assessment.scores.values()) >= limits.return_score
    passed = is_sound and compute_overall_score(assessment.scores, limits) >= limits.return_score
    closing = join_sentences((reason.pick(language), page_texts.NO_JUDGMENT.pick(language)), language)
    return _build_verdict(assessment, assessment.scores, passed, limits, language, closing=closing)


def decide_with_judgment(
    assessment: NoteAssessment, judgment: NoteJudgment, limits: Limits, language: Language
) -> Verdict:
    """Return the verdict on a note from the rules and the judgment of a model."""
    scores = {
        dimension: aggregate_scores(score, judgment.scores.get(dimension), limits)
        for dimension, score in assessment.scores.items()
    }
    return _build_verdict(assessment, scores, passes(scores, limits), limits, language, judgment=judgment)


def aggregate_scores(by_rules: float, by_model: float | None, limits: Limits) -> float:
    """Return the score of a dimension from that of the rules and that of the model, None if it gave none."""
    if by_model is None:
        return by_rules
    mean = JUDGMENT_SHARE * by_model + (1 - JUDGMENT_SHARE) * by_rules
    return round(min(mean, compute_cap(by_rules, limits), compute_cap(by_model, limits)), 4)


def _build_verdict(
    assessment: NoteAssessment,
    scores: Mapping[NoteDimension, float],
    passed: bool,
    limits: Limits,
    language: Language,
    *,
    judgment: NoteJudgment | None = None,
    closing: str = "",
) -> Verdict:
    returning = None if passed else select_returning(scores, judgment.return_to if judgment else "")
    findings = _sort_findings(assessment, scores, returning)
    unchecked = _list_unchecked(assessment, judgment)
    if unchecked:
        what = ("、" if language is Language.CHINESE else ", ").join(one.pick(language) for one in unchecked)
        closing = join_sentences(
            (page_texts.UNCHECKED.pick(language).format(what=what), *([closing] if closing else [])), language
        )
    return Verdict(
        passed=passed,
        score=_limit_score(compute_overall_score(scores, limits), findings, unchecked),
        dimensions={dimension.value: score for dimension, score in scores.items()},
        feedback=_compose_feedback(findings, judgment, closing, language),
        suggestions=_compose_suggestions(findings, judgment, returning, language),
        return_to=OWNERS[returning] if returning else "",
        keep=_list_preserved(assessment, returning),
    )


def _list_unchecked(assessment: NoteAssessment, judgment: NoteJudgment | None) -> tuple[Text, ...]:
    """Return the parts that were not checked: a model that scored the images has checked them."""
    if judgment is not None and NoteDimension.IMAGES in judgment.scores:
        return tuple(one for one in assessment.unchecked if one is page_texts.UNCHECKED_TRUTH)
    return assessment.unchecked


def _limit_score(score: float, findings: tuple[Finding, ...], unchecked: tuple[Text, ...]) -> float:
    if unchecked:
        return min(score, MAX_UNCHECKED)
    return min(score, MAX_WITH_FINDINGS) if any(finding.cost for finding in findings) else score


def _sort_findings(
    assessment: NoteAssessment, scores: Mapping[NoteDimension, float], first: NoteDimension | None
) -> tuple[Finding, ...]:
    """Return the findings of the dimension that is returned, then those of the others, the weakest first."""
    order = sorted(scores, key=lambda one: (one is not first, scores[one], one.order))
    return tuple(finding for dimension in order for finding in assessment.select(dimension))


def _list_preserved(assessment: NoteAssessment, returning: NoteDimension | None) -> tuple[str, ...]:
    if returning is None:
        return ()
    images = assessment.sound_images if returning is NoteDimension.IMAGES else ()
    return (*list_preserved_results(returning, assessment.scores), *(f"images/{plan_id}" for plan_id in images))


def _compose_feedback(
    findings: tuple[Finding, ...], judgment: NoteJudgment | None, closing: str, language: Language
) -> str:
    """Return the model's feedback, then the findings (all of them without feedback, else the costly ones)."""
    feedback = judgment.feedback_line if judgment else ""
    reported = [one for one in findings if not feedback or one.cost >= MODERATE]
    problems = [problem for one in reported[:_MAX_PROBLEMS] if (problem := one.format_problem(language))]
    parts = [feedback] if feedback else []
    if problems:
        listed = ("；" if language is Language.CHINESE else "; ").join(problems)
        parts.append(listed[0].upper() + listed[1:])
    if not parts:
        parts.append(page_texts.FINE.pick(language))
    return join_sentences((*parts, *([closing] if closing else [])), language)


def _compose_suggestions(
    findings: tuple[Finding, ...], judgment: NoteJudgment | None, returning: NoteDimension | None, language: Language
) -> tuple[str, ...]:
    """Return the suggestions for the returned dimension, those of the model, then the rest."""
    urgent = [one.format_suggestion(language) for one in findings if one.dimension is returning]
    others = [one.format_suggestion(language) for one in findings if one.dimension is not returning]
    return deduplicate((*urgent, *(judgment.suggestion_lines if judgment else ()), *others))[:_MAX_SUGGESTIONS]
