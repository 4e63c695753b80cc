"""Lists of alternatives read as a sentence in both languages."""

import pytest
from pydantic import TypeAdapter, ValidationError

from services.common.text.choices import format_problem, list_alternatives
from services.common.text.language import Text


@pytest.mark.parametrize(
    ("names", "zh", "en"),
    [([], "", ""), (["a"], "a", "a"), (["a", "b"], "a 或 b", "a or b"), (["a", "b", "c"], "a、b 或 c", "a, b or c")],
)
def test_alternatives_are_listed_in_the_language_of_the_sentence(names: list[str], zh: str, en: str) -> None:
    assert list_alternatives(names) == Text(zh, en)


def test_the_alternatives_of_pydantic_are_listed_in_both_languages() -> None:
    from typing import Literal

    with pytest.raises(ValidationError) as rejected:
        TypeAdapter(Literal["one", "two", "three"]).validate_python("four")
    context = rejected.value.errors()[0]["ctx"]
    text = format_problem(Text("应为 {expected}", "must be {expected}"), context)
    assert text == Text("应为 one、two 或 three", "must be one, two or three")
