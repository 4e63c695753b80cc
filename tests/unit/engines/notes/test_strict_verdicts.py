"""Rejections read strictly: nothing is claimed that is not so, and no line changes that the feedback does not name."""

import pytest

from tests.fixtures.notes import scores, strict

LEAST = {
    "author16/rejections": (0.91, 0.98),
    # Two of its notes have no sections any more, so "drop point two" is declared as not possible.
    "author16/rejections.fresh": (0.9, 0.97),
    "author16/rejections.last": (0.92, 0.96),
    "author17w/rejections": (0.95, 0.98),
    "author17w/rejections.fresh": (0.93, 0.97),
    "author27w/rejections": (0.93, 1.0),
    "author27w/rejections.fresh": (0.93, 1.0),
    "author33w/rejections": (0.95, 0.97),
    "author33w/rejections.fresh": (0.9, 0.95),
}
"""Shares: handled; the rest unchanged. No part may be falsely claimed to be done, or to be so already."""


@pytest.mark.parametrize("name", LEAST)
def test_each_part_is_applied_or_honestly_declared(name: str) -> None:
    readings = [strict.read(case) for case in scores.load_cases(name)]
    shares = tuple(scores.count_true(values) for values in ([one.handled for one in readings],
                                                            [one.unchanged for one in readings]))  # fmt: skip
    print(name, len(readings), shares)  # noqa: T201  # displayed with -s
    assert not any(one.false_done for one in readings), [one.failed for one in readings if one.false_done]
    assert all(share >= least for share, least in zip(shares, LEAST[name], strict=True)), shares
