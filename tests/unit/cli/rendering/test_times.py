"""Times and durations as text."""

import pytest

from services.cli.rendering.times import format_duration, format_offset
from services.common.text.language import Language


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "+0.000 s"), (1.2344, "+1.234 s"), (999.4, "+999.400 s"), (1_088.0128, "+0:18:08.013"),
        (3_723.9, "+1:02:03.900"), (12 * 86_400 + 3_723, "+12 d 01:02:03.000"), (-0.1, "+0.000 s"),
    ],
)  # fmt: skip
def test_an_offset_of_any_length_is_exact_to_the_millisecond(seconds: float, text: str) -> None:
    assert format_offset(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0124, "12 ms"),
        (1.26, "1.3 s"),
        (59.9, "59.9 s"),
        (61, "1 min 01 s"),
        (3_700, "1 h 01 min"),
        (90_000, "1 d 1 h"),
    ],
)
def test_a_longer_duration_is_formatted_more_coarsely(seconds: float, text: str) -> None:
    assert format_duration(seconds, Language.ENGLISH) == text
