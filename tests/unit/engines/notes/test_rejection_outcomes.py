"""Outcomes of rejections: done, in part, already so, or declared; each measured on the results."""

import pytest

from engines.note_planner.plan_feedback import apply_plan_feedback
from services.common.contract.feedback import ChangeOutcome
from tests.fixtures.notes import rejection_parts, scores
from tests.fixtures.notes.pipeline import plan_again, write_content, write_first

LEAST = {
    # Several of its comments are on sections that the notes do not have any more.
    "author16w/rejections": (0.82, 0.96, 0.96, 0.97),
    "author16w/rejections.fresh": (0.9, 0.99, 0.99, 0.99),
}
"""Shares: each part applied; each applied or declared; none wrongly declared as done; the rest unchanged."""
SHOES = "how to clean white sneakers"


@pytest.mark.parametrize("name", LEAST)
def test_each_part_of_a_short_or_rude_rejection_is_applied_or_declared(name: str) -> None:
    verdicts, unchanged = list[scores.Verdict](), list[bool]()
    for case in scores.load_cases(name):
        first = write_first(case["request"])
        if case["of"] == "content":
            after = write_content(case["request"], case["feedback"], first.content, seed=8)
            revised = scores.Revised(first.language, first.content, after)
            verdicts.append(scores.judge_parts(rejection_parts.judge_content(case["asks"], revised), after))
            unchanged.append(all(rejection_parts.is_unchanged(keep, revised) for keep in case["keeps"]))
            continue
        plans = plan_again(first, case["feedback"])
        verdicts.append(scores.judge_parts(rejection_parts.judge_plans(case["asks"], first.plans, plans), plans))
        unchanged.append(all(scores.is_plan_unchanged(keep, first.plans, plans) for keep in case["keeps"]))
    shares = (
        scores.count_true(one.applied for one in verdicts),
        scores.count_true(one.answered for one in verdicts),
        scores.count_true(not one.false_done for one in verdicts),
        scores.count_true(unchanged),
    )
    print(name, len(verdicts), shares)  # noqa: T201  # displayed with -s
    assert all(share >= least for share, least in zip(shares, LEAST[name], strict=True)), shares


def test_a_word_to_remove_that_the_draft_lacks_is_reported_as_such() -> None:
    first = write_first(SHOES).content
    after = write_content(SHOES, "Take out the stuff about dry cleaners.", first)
    assert after.body == first.body
    assert [one.outcome for one in after.changes] == [ChangeOutcome.ALREADY_SO]


def test_a_word_that_the_draft_has_is_never_reported_as_missing() -> None:
    request = "二手相机避坑"
    after = write_content(request, "“避坑”“干货”这种词一个都不要出现", write_first(request).content)
    assert "避坑" not in after.title + after.body or after.changes[0].outcome is ChangeOutcome.NOT_POSSIBLE


def test_a_tone_is_done_only_in_part() -> None:
    after = write_content(SHOES, "a bit warmer please", write_first(SHOES).content)
    assert [one.outcome for one in after.changes] == [ChangeOutcome.PARTLY]


def test_a_quoted_word_requests_no_tone() -> None:
    first = write_first(SHOES).content
    assert write_content(SHOES, 'Not "shoes are fun"', first).body == first.body


@pytest.mark.parametrize("feedback", ["字放左上角", "封面换成左上角", "the cover should show the top left corner"])
def test_a_place_within_an_image_is_no_subject(feedback: str) -> None:
    first = write_first("春天野餐吃什么" if feedback[0] in "字封" else SHOES)
    assert plan_again(first, feedback).plans == first.plans.plans


def test_clauses_after_cover_only_are_about_the_cover() -> None:
    first = write_first(SHOES)
    plans = plan_again(first, "Cover only. Make it dusk, laces untied")
    assert plans.plans[0].subject.endswith("dusk") and plans.plans[1:] == first.plans.plans[1:]
    assert [(one.text, one.outcome) for one in plans.changes][-1] == ("laces untied", "not_understood")


def test_the_number_of_images_is_met_after_the_named_one_is_removed() -> None:
    first = write_first("first apartment checklist")
    plans = apply_plan_feedback(
        first.plans, "only two pictures, drop the night one", lambda _: first.plans, first.language
    )
    assert [plan.subject for plan in plans.plans] == [first.plans.plans[0].subject, first.plans.plans[2].subject]
