"""An image without its subject does not pass, and the feedback names what is missing."""

from typing import Final

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action, ContentPart, PartKind, PartOutcome, Verdict
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult
from services.common.limits import Limits
from services.common.text.language import Language
from services.critic.domain.image.content import SHOWS_REQUEST, apply_content_report
from services.critic.domain.image.scores import Defect
from services.critic.domain.image.texts import DEFECT_TEXTS

GOOD: Final = Verdict(passed=True, score=0.97, feedback="OK.")
CAT: Final = ContentPart(PartKind.SUBJECT, "cat", PartOutcome.SHOWN)
LOST: Final = ContentPart(PartKind.SUBJECT, "zibblewock", PartOutcome.MISSING)
ADJUSTABLE: Final = (Defect.TOO_DARK, Defect.TOO_BRIGHT, Defect.FLAT, Defect.BLURRED, Defect.DULL, Defect.GAUDY)


@pytest.mark.parametrize("language", Language)
def test_an_image_without_its_subject_does_not_pass_and_the_feedback_names_it(language: Language) -> None:
    verdict = apply_content_report(GOOD, [LOST], Limits(), language)
    assert not verdict.passed and verdict.score < 0.3 and verdict.dimensions[SHOWS_REQUEST] < 0.3
    assert "zibblewock" in verdict.feedback and not verdict.return_to


def test_a_second_subject_that_is_missing_does_not_pass_either() -> None:
    verdict = apply_content_report(GOOD, [CAT, LOST], Limits(), Language.ENGLISH)
    assert not verdict.passed and '"cat"' in verdict.feedback


@pytest.mark.parametrize("kind", [kind for kind in PartKind if kind is not PartKind.SUBJECT])
@pytest.mark.parametrize("outcome", [PartOutcome.MISSING, PartOutcome.SUBSTITUTED])
def test_a_missing_part_of_any_kind_lowers_the_score(kind: PartKind, outcome: PartOutcome) -> None:
    verdict = apply_content_report(
        GOOD, [CAT, ContentPart(kind, "on the mat", outcome, "on a rug")], Limits(), Language.ENGLISH
    )
    assert verdict.score < GOOD.score


def test_an_unclear_subject_is_named_and_scores_between_a_missing_one_and_a_substitute() -> None:
    scores = [
        apply_content_report(
            GOOD, [ContentPart(PartKind.SUBJECT, "stapler", outcome)], Limits(), Language.ENGLISH
        ).score
        for outcome in (PartOutcome.MISSING, PartOutcome.UNCLEAR, PartOutcome.SUBSTITUTED, PartOutcome.SHOWN)
    ]
    assert scores == sorted(scores) and scores[1] < scores[2]
    unclear = ContentPart(PartKind.SUBJECT, "stapler", PartOutcome.UNCLEAR)
    assert '"stapler" may be hard' in apply_content_report(GOOD, [unclear], Limits(), Language.ENGLISH).feedback


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ([(PartKind.RELATION, "on"), (PartKind.SUBJECT, "chair")], '"on chair"'),
        ([(PartKind.RELATION, "on")], '"on"'),
        ([(PartKind.SUBJECT, "chair"), (PartKind.RELATION, "on")], '"chair", "on"'),
        ([(PartKind.SUBJECT, "Cat"), (PartKind.SUBJECT, "cat")], '"Cat"'),
        ([(PartKind.SUBJECT, "CAT"), (PartKind.SUBJECT, "a cat")], '"a cat"'),
        ([(PartKind.SETTING, "a windowsill"), (PartKind.SUBJECT, "windowsill")], '"a windowsill"'),
        ([(PartKind.SUBJECT, name) for name in ("<b>alert(1)</b>", "b", "alert")], '"<b>alert(1)</b>"'),
        ([(PartKind.SUBJECT, "熊猫"), (PartKind.SUBJECT, "猫")], '"熊猫", "猫"'),
    ],
)
def test_what_is_missing_is_named_by_things_and_once(parts: list[tuple[PartKind, str]], named: str) -> None:
    missing = [ContentPart(kind, words, PartOutcome.MISSING) for kind, words in parts]
    feedback = apply_content_report(GOOD, [CAT, *missing], Limits(), Language.ENGLISH).feedback
    assert f"It does not show {named}." in feedback


def score(*parts: ContentPart) -> float:
    """Return the score of an image with the report *parts*."""
    return apply_content_report(GOOD, parts, Limits(), Language.ENGLISH).score


def test_the_score_falls_with_the_weight_of_what_is_missing() -> None:
    kind_of = ContentPart(PartKind.SUBJECT, "school bus", PartOutcome.SUBSTITUTED, "bus")
    similar = ContentPart(PartKind.SUBJECT, "tailor", PartOutcome.SUBSTITUTED, "man")
    count, action = (ContentPart(kind, "x", PartOutcome.MISSING) for kind in (PartKind.COUNT, PartKind.ACTION))
    scores = [score(*parts) for parts in ([LOST], [similar], [kind_of], [CAT, LOST], [CAT, count], [CAT, action])]
    assert scores == sorted(set(scores))


def test_each_further_missing_part_lowers_the_score_and_never_to_that_of_a_graver_one() -> None:
    actions = [ContentPart(PartKind.ACTION, f"action {number}", PartOutcome.MISSING) for number in range(8)]
    scores = [score(CAT, *actions[:number]) for number in range(1, 9)]
    assert scores[0] > scores[1] > scores[2] and scores == sorted(scores, reverse=True)
    assert scores[-1] >= Limits().pass_score
    assert score(LOST, *actions) < score(ContentPart(PartKind.SUBJECT, "tailor", PartOutcome.UNCLEAR), *actions)


@pytest.mark.parametrize("outcome", [PartOutcome.MISSING, PartOutcome.UNCLEAR, PartOutcome.SUBSTITUTED])
@pytest.mark.parametrize("kind", [kind for kind in PartKind if kind is not PartKind.EXCLUSION])
def test_an_image_of_its_main_subject_outranks_each_without_it_whatever_else_is_lost(
    kind: PartKind, outcome: PartOutcome
) -> None:
    lost = [ContentPart(kind, f"part {number}", outcome) for number in range(6)]
    general = ContentPart(PartKind.SUBJECT, "school bus", PartOutcome.SUBSTITUTED, "bus")
    assert score(CAT, *lost) > score(general) >= score(general, CAT)


def test_an_action_that_connects_two_subjects_is_needed_to_pass_and_one_of_its_own_is_not() -> None:
    ball = ContentPart(PartKind.SUBJECT, "ball", PartOutcome.SHOWN)
    connecting, own = (
        ContentPart(PartKind.ACTION, words, PartOutcome.MISSING) for words in ("holding a ball", "asleep")
    )
    assert score(CAT, ball, connecting) < Limits().pass_score <= score(CAT, ball, own)


@pytest.mark.parametrize("kind", [PartKind.SETTING, PartKind.CONDITION, PartKind.POSITION])
def test_a_lost_place_time_or_size_passes_with_a_remark(kind: PartKind) -> None:
    part = ContentPart(kind, "on the beach", PartOutcome.MISSING)
    verdict = apply_content_report(GOOD, [CAT, part], Limits(), Language.ENGLISH)
    assert verdict.passed and '"on the beach"' in verdict.feedback


def test_a_substitute_is_named() -> None:
    part = ContentPart(PartKind.SUBJECT, "iceberg", PartOutcome.SUBSTITUTED, "ice")
    verdict = apply_content_report(GOOD, [part], Limits(), Language.ENGLISH)
    assert not verdict.passed and '"iceberg" is drawn as the similar "ice"' in verdict.feedback


def test_a_complete_image_keeps_its_verdict_and_one_without_a_report_too() -> None:
    assert apply_content_report(GOOD, [CAT], Limits(), Language.ENGLISH).passed
    assert apply_content_report(GOOD, [], Limits(), Language.ENGLISH) == GOOD


@pytest.mark.parametrize("defect", ADJUSTABLE)
@pytest.mark.parametrize("language", Language)
def test_the_planner_reads_each_suggestion_about_tones_as_that_adjustment(defect: Defect, language: Language) -> None:
    last = LastResult("a", "a cat", "a cat", "", 1, 512, 512)
    intent = parse_intent(ParseIntent(DEFECT_TEXTS[defect].suggestion.pick(language), last_result=last))
    assert intent.action is Action.ADJUST_PARAMETERS and intent.parameters


def test_what_one_subject_does_to_something_is_most_of_a_short_request() -> None:
    rabbit = ContentPart(PartKind.SUBJECT, "兔子", PartOutcome.SHOWN)
    assert score(rabbit, ContentPart(PartKind.ACTION, "捣药", PartOutcome.MISSING)) < Limits().pass_score
    assert score(rabbit, ContentPart(PartKind.ACTION, "睡", PartOutcome.MISSING)) >= Limits().pass_score
    assert score(CAT, ContentPart(PartKind.ACTION, "fixing a bicycle", PartOutcome.MISSING)) < Limits().pass_score
    assert score(CAT, ContentPart(PartKind.ACTION, "sleepy", PartOutcome.MISSING)) >= Limits().pass_score


def test_a_time_that_is_the_subject_has_to_be_shown() -> None:
    night = ContentPart(PartKind.CONDITION, "starry night", PartOutcome.SHOWN)
    assert score(night) >= Limits().pass_score
    assert score(night, ContentPart(PartKind.CONDITION, "starry", PartOutcome.MISSING)) < Limits().pass_score
