"""Lists of names and of alternatives in texts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from services.common.text.language import Text

_QUOTED = re.compile(r"'([^']*)'")


def list_alternatives(names: Sequence[str]) -> Text:
    """Return *names* as alternatives: "a、b 或 c", "a, b or c"."""
    if len(names) < 2:  # nothing to choose between
        return Text("".join(names), "".join(names))
    *first, last = names
    return Text(f"{'、'.join(first)} 或 {last}", f"{', '.join(first)} or {last}")


def list_names(names: Iterable[str]) -> Text:
    """Return *names* as a list: "a、b", "a, b"."""
    listed = tuple(names)
    return Text("、".join(listed), ", ".join(listed))


def format_problem(reason: Text, context: Mapping[str, Any]) -> Text:
    """Return *reason* with the facts that pydantic reports: it lists alternatives in English, 'a', 'b' or 'c'."""
    expected = list_alternatives(_QUOTED.findall(str(context.get("expected", context.get("expected_schemes", "")))))
    # A bound of a float is a float: 604800.0.
    values = {name: int(value) if _is_whole(value) else value for name, value in context.items()}
    return Text(
        reason.zh.format(**{**values, "expected": expected.zh}),
        reason.en.format(**{**values, "expected": expected.en}),
    )


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()
