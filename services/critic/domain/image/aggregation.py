"""The verdict on an image, from its measured metrics and the scores of a vision model.

The score is a weighted mean, limited by caps:
- The vision scores count more than the metrics (`_VISION_SHARE`): only a vision model can judge whether the request is
  met, while metrics mostly find defects.
- A measured score below the return threshold caps the score at its own value: models are often lenient, and a blank
  image, or one changed outside its mask, is broken in any case. From there to the pass threshold the cap rises to 1.
- Vision scores cap likewise: an image that does not show what was requested, or lacks its subject, is returned however
  good its quality is. So is one of clearly another style or of low quality, with a higher score in case no better
  attempt follows.
- A subject or style that was not requested cannot be missing: the model's score for it does not count.

If the model failed, or the budget allowed no call, the image passes without judgment (errors.md, Degrading), unless the
metrics alone return it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from services.common.contract.image_chat import Verdict
from services.common.limits import Limits
from services.common.text.language import Language, Text
from services.critic.domain.image.requested_image import RequestedImage
from services.critic.domain.image.texts import CRITERION_TEXTS
from services.critic.domain.image.vision_scores import MAX_SUGGESTIONS, Criterion, VisionScores
from services.critic.domain.sentences import deduplicate, join_sentences

if TYPE_CHECKING:  # the service process does not load the metrics
    from services.critic.domain.image.assessment import Assessment

# The agent that a rejected image returns to, and the results that are preserved.
RETURN_TO: Final = "rag"
KEEP: Final = ("intent",)

_VISION_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Weighting:
    """The effect of one criterion.

    Attributes:
        weight: in the mean of the vision scores.
        fails_below: a lower score puts the total below the return threshold.
        floor: the cap at a score of 0, as a share of the return threshold.

    """

    weight: float
    fails_below: float
    floor: float


_WEIGHTINGS: Final[Mapping[Criterion, Weighting]] = MappingProxyType(
    {
        Criterion.INTENT_MET: Weighting(3.0, 0.5, 0.0),
        Criterion.SUBJECT_PRESENT: Weighting(3.0, 0.5, 0.0),
        Criterion.STYLE_MATCHED: Weighting(2.0, 0.3, 2 / 3),
        Criterion.QUALITY: Weighting(2.0, 0.3, 2 / 3),
    }
)


def decide_by_metrics(assessment: "Assessment", limits: Limits, language: Language) -> Verdict:
    """Return the verdict on an image if no vision model is configured."""
    passed = assessment.score >= limits.pass_score
    return _build_verdict(
        passed=passed,
        returned=assessment.score < limits.return_score,
        score=assessment.score,
        dimensions=assessment.dimensions,
        feedback=assessment.feedback.pick(language),
        suggestions=() if passed else _pick(assessment.suggestions, language),
    )


def decide_without_vision(
    assessment: "Assessment", reasons: tuple[Text, ...], limits: Limits, language: Language
) -> Verdict:
    """Return the verdict on an image that the vision model did not judge, for *reasons*.

    It passes unless the metrics return it. It is unknown whether it shows the requested content: it counts as not
    judged, and its score is at most the pass threshold.
    """
    returned = assessment.score < limits.return_score
    verdict = _build_verdict(
        passed=not returned,
        returned=returned,
        score=min(assessment.score, limits.pass_score),
        dimensions=assessment.dimensions,
        feedback=join_sentences(_pick((assessment.feedback, *reasons), language), language),
        suggestions=() if assessment.score >= limits.pass_score else _pick(assessment.suggestions, language),
    )
    return replace(verdict, judged=returned)


def decide_with_vision(
    assessment: "Assessment", vision: VisionScores, requested: RequestedImage, limits: Limits, language: Language
) -> Verdict:
    """Return the verdict on an image from its metrics and its vision scores."""
    scores = _select_scores(vision, requested)
    weak = _list_weak(scores, limits)
    score = aggregate_scores(assessment.score, scores, limits)
    passed = score >= limits.pass_score
    return _build_verdict(
        passed=passed,
        returned=score < limits.return_score,
        score=score,
        dimensions={**assessment.dimensions, **{criterion.value: value for criterion, value in scores.items()}},
        feedback=_compose_feedback(assessment, vision, weak, language),
        suggestions=() if passed else _compose_suggestions(assessment, vision, weak, language),
    )


def aggregate_scores(measured: float, scores: Mapping[Criterion, float], limits: Limits) -> float:
    """Return the weighted mean of the measured score and the vision *scores*, at most the lowest cap of any of them."""
    total = sum(_WEIGHTINGS[criterion].weight for criterion in scores)
    vision = sum(_WEIGHTINGS[criterion].weight * score for criterion, score in scores.items()) / total
    mean = _VISION_SHARE * vision + (1 - _VISION_SHARE) * measured
    caps = (_cap_by_criterion(_WEIGHTINGS[criterion], score, limits) for criterion, score in scores.items())
    return round(min(mean, _cap_by_metrics(measured, limits), *caps, 1.0), 4)


def _cap_by_metrics(measured: float, limits: Limits) -> float:
    if measured < limits.return_score:
        return measured
    if measured >= limits.pass_score:
        return 1.0
    share = (measured - limits.return_score) / (limits.pass_score - limits.return_score)
    return limits.return_score + (1 - limits.return_score) * share


def _cap_by_criterion(weighting: Weighting, score: float, limits: Limits) -> float:
    """Return a cap that reaches the return threshold at `fails_below` and continues to rise."""
    return limits.return_score * (weighting.floor + (1 - weighting.floor) * score / weighting.fails_below)


def _select_scores(vision: VisionScores, requested: RequestedImage) -> dict[Criterion, float]:
    """Return the scores of the requested criteria, rounded to the precision of a model."""
    counts = {
        Criterion.INTENT_MET: True,
        Criterion.SUBJECT_PRESENT: requested.requires_subject,
        Criterion.STYLE_MATCHED: requested.requires_style,
        Criterion.QUALITY: True,
    }
    return {criterion: round(vision.get_score(criterion), 2) for criterion, is_counted in counts.items() if is_counted}


def _list_weak(scores: Mapping[Criterion, float], limits: Limits) -> tuple[Criterion, ...]:
    """Return the criteria below the pass threshold, the weakest first."""
    weak = (criterion for criterion, score in scores.items() if score < limits.pass_score)
    return tuple(sorted(weak, key=scores.__getitem__))


def _compose_feedback(
    assessment: "Assessment", vision: VisionScores, weak: tuple[Criterion, ...], language: Language
) -> str:
    """Return the feedback of the model, or built-in texts if it has none, then the measured defects."""
    built_in = tuple(CRITERION_TEXTS[criterion].problem.pick(language) for criterion in weak)
    sentences = (vision.feedback_line,) if vision.feedback_line else built_in
    if assessment.suggestions or not sentences:
        sentences = (*sentences, assessment.feedback.pick(language))
    return join_sentences(sentences, language)


def _compose_suggestions(
    assessment: "Assessment", vision: VisionScores, weak: tuple[Criterion, ...], language: Language
) -> tuple[str, ...]:
    """Return the suggestions of the model, or built-in ones if it has none, then the measured ones; three at most."""
    built_in = tuple(CRITERION_TEXTS[criterion].suggestion.pick(language) for criterion in weak)
    suggestions = (*(vision.suggestion_lines or built_in), *_pick(assessment.suggestions, language))
    return deduplicate(suggestions)[:MAX_SUGGESTIONS]


def _pick(texts: Iterable[Text], language: Language) -> tuple[str, ...]:
    return tuple(text.pick(language) for text in texts)


def _build_verdict(
    *,
    passed: bool,
    returned: bool,
    score: float,
    dimensions: Mapping[str, float],
    feedback: str,
    suggestions: tuple[str, ...],
) -> Verdict:
    return Verdict(
        passed=passed,
        score=score,
        dimensions=dimensions,
        feedback=feedback,
        suggestions=suggestions,
        return_to=RETURN_TO if returned else "",
        keep=KEEP if returned else (),
    )
