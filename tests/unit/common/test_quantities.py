"""Numbers with their English noun."""

import pytest

from services.common.text.quantities import count_noun


@pytest.mark.parametrize(
    ("count", "plural", "expected"),
    [(1, "", "1 file"), (0, "", "0 files"), (2, "", "2 files"), (2, "files and folders", "2 files and folders")],
)
def test_the_noun_has_the_number_of_the_count(count: int, plural: str, expected: str) -> None:
    assert count_noun(count, "file", plural) == expected
