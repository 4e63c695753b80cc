"""Comments on planned images that name their number, or how someone is shown whom no image shows."""

import pytest

from engines.note_planner.request.preferences import parse_preferences
from services.common.contract.feedback import ChangeOutcome
from tests.fixtures.notes.pipeline import plan_again, write_first


@pytest.mark.parametrize(("text", "count"), [("五张图风格统一一点", 0), ("五张图片的色调统一", 0), ("配五张图", 5)])
def test_the_style_of_a_number_of_images_is_no_request_for_that_number(text: str, count: int) -> None:
    assert parse_preferences(text).count == count


def test_a_back_view_is_not_possible_where_no_image_shows_anyone() -> None:
    (change,) = plan_again(write_first("秋天拍照姿势"), "背影就可以").changes
    assert change.outcome is ChangeOutcome.NOT_POSSIBLE
