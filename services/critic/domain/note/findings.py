"""Problems of a note: each finding costs its dimension a part of its score.

A dimension starts at 1 and loses the costs of its findings, down to 0. `SEVERE` alone puts it under 0.6, where a note
is returned, `WRONG` below problems that may follow from it; so do three of `MODERATE`. For `DOUBTFUL` only a judge
that understands the words can return a note. `MINOR` ones are reported and hardly count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.critic.domain.image.texts import FindingText
from services.critic.domain.note.dimensions import NoteDimension

MINOR: Final = 0.08
MODERATE: Final = 0.2
SEVERE: Final = 0.45
DOUBTFUL: Final = 0.35
WRONG: Final = 0.6
RUINED: Final = 1.0

_MAX_QUOTE_LENGTH: Final = 24
_MAX_LISTED: Final = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem; *values* fill the placeholders of its text: numbers, quotes (data), texts in both languages.

    *cost* is 0 if the problem is reported here and counted in another dimension.
    """

    dimension: NoteDimension
    cost: float
    text: FindingText
    values: Mapping[str, object] = field(default_factory=dict)

    def format_problem(self, language: Language) -> str:
        """Return the problem as a part of a sentence."""
        return self._format(self.text.problem, language)

    def format_suggestion(self, language: Language) -> str:
        """Return the suggestion."""
        return self._format(self.text.suggestion, language)

    def _format(self, template: Text, language: Language) -> str:
        values = {name: one.pick(language) if isinstance(one, Text) else one for name, one in self.values.items()}
        return template.pick(language).format_map(values)


def compute_score(findings: Iterable[Finding]) -> float:
    """Return the score of a dimension with *findings*, 0..1."""
    return round(max(0.0, 1.0 - sum(finding.cost for finding in findings)), 4)


def limit_cost(findings: Iterable[Finding], max_cost: float) -> Iterator[Finding]:
    """Yield *findings* with a total cost of at most *max_cost*; further ones cost nothing."""
    total = 0.0
    for finding in findings:
        cost = max(0.0, min(finding.cost, max_cost - total))
        total += cost
        yield Finding(finding.dimension, cost, finding.text, finding.values)


def format_numbers(numbers: Sequence[int]) -> Text:
    """Return the first *numbers* as a list in a sentence."""
    shown = [str(number) for number in numbers[:_MAX_LISTED]]
    more = len(numbers) > _MAX_LISTED
    return Text("、".join(shown) + ("等" if more else ""), ", ".join(shown) + (" and more" if more else ""))


def quote(text: str) -> str:
    """Return the beginning of *text* on one line, for use in a sentence."""
    line = to_one_line(text)
    return line if len(line) <= _MAX_QUOTE_LENGTH else line[: _MAX_QUOTE_LENGTH - 1] + "…"
