"""Rejections of which each part is labeled: applied, declared, or wrongly declared as done."""

import pytest

from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import plan_again, write_content, write_first

LEAST = {
    "author15w/rejections": (0.78, 0.98, 0.98, 1.0),
    "author15w/rejections.fresh": (0.78, 0.99, 0.99, 1.0),
    "author15w/rejections.last": (0.69, 0.92, 0.92, 0.96),
}
"""Shares: each part applied; each applied or declared; none wrongly declared as done; the rest unchanged."""


@pytest.mark.parametrize("name", LEAST)
def test_each_part_of_a_rejection_is_applied_or_declared(name: str) -> None:
    verdicts, unchanged = list[scores.Verdict](), list[bool]()
    for case in scores.load_cases(name):
        first, parts = write_first(case["request"]), dict[str, bool | None]()
        if case["of"] == "content":
            after = write_content(case["request"], case["feedback"], first.content, seed=8)
            revised = scores.Revised(first.language, first.content, after)
            for words, want in case["asks"].items():
                parts[words] = None if want == "declare" else scores.is_applied(want, revised)
            unchanged.append(all(scores.is_unchanged(keep, revised) for keep in case["keeps"]))
            verdicts.append(scores.judge_parts(parts, after))
            continue
        plans = plan_again(first, case["feedback"])
        for words, want in case["asks"].items():
            parts[words] = None if want == "declare" else scores.is_planned(want, first.plans, plans)
        unchanged.append(all(scores.is_plan_unchanged(keep, first.plans, plans) for keep in case["keeps"]))
        verdicts.append(scores.judge_parts(parts, plans))
    shares = (
        scores.count_true(one.applied for one in verdicts),
        scores.count_true(one.answered for one in verdicts),
        scores.count_true(not one.false_done for one in verdicts),
        scores.count_true(unchanged),
    )
    print(name, len(verdicts), shares)  # noqa: T201  # displayed with -s
    assert all(share >= least for share, least in zip(shares, LEAST[name], strict=True)), shares
