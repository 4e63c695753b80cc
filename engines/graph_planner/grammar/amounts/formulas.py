"""Recognizes a calculation or comparison of two numbers: "3 times 4", 10减4, "3 is greater than 2"."""

import re
from typing import NamedTuple

_NUMBER = r"-?\d+(?:\.\d+)?"
_OPERATORS = {
    "add": r"plus|加上?|\+", "subtract": "minus|减去?|-", "multiply": r"times|multiplied by|乘以?|x|×|\*",
    "divide": "divided by|除以|/", "greater": "(?:is )?(?:greater|bigger|larger|more) than|大于|>",
    "less": "(?:is )?(?:less|smaller) than|小于|<", "equal": "equals|(?:is )?equal to|等于|==",
    "modulo": "modulo|mod", "power": "to the power of",
}  # fmt: skip
_FORMULA = re.compile(
    rf"({_NUMBER}) ?(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _OPERATORS.items())})"
    rf" ?({_NUMBER})(?![\d.a-z%])"
)
_CALCULATES = re.compile("算|calc|comput|math|arithm|compar|比较|判断|check|whether")
"""Without such a word in the text, two numbers are not a calculation: 步数20加10 may be anything."""


class Formula(NamedTuple):
    """Two numbers and the name of an operation."""

    first: float
    operation: str
    second: float


def match_formula(folded: str, start: int) -> tuple[Formula, int] | None:
    """Return the formula that starts at *start*, and its end."""
    if not (folded[start].isdigit() or folded[start] == "-") or not _CALCULATES.search(folded):
        return None
    match = _FORMULA.match(folded, start)
    if match is None:
        return None
    operation = next(name for name, word in match.groupdict().items() if word)
    return Formula(float(match[1]), operation, float(match.groups()[-1])), match.end()
