"""What is wrong with a note: each finding costs its dimension a part of its score.

A dimension begins at 1 and loses what its findings cost, down to 0. `SEVERE` alone puts it under 0.6, from where a note
goes back, `WRONG` before what may follow from it; so do three of `PLAIN`; `DOUBTFUL` is what only
who understands the words could send back for; `SLIGHT` ones are told and hardly count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from services.common.language import Language, Text
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.seen import one_line
from services.critic.domain.wording import Remark

SLIGHT: Final = 0.08
PLAIN: Final = 0.2
SEVERE: Final = 0.45
DOUBTFUL: Final = 0.35
WRONG: Final = 0.6
RUINED: Final = 1.0

_LONGEST_QUOTE: Final = 24
_MOST_LISTED: Final = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong; *about* fills the places of the remark: numbers, quotes (data), texts in both languages.

    *cost* is 0 for what is told and counted elsewhere.
    """

    dimension: NoteDimension
    cost: float
    remark: Remark
    about: Mapping[str, object] = field(default_factory=dict)

    def fault(self, language: Language) -> str:
        """Return what is wrong, as a part of a sentence."""
        return self._filled(self.remark.fault, language)

    def suggestion(self, language: Language) -> str:
        """Return what to do about it."""
        return self._filled(self.remark.suggestion, language)

    def _filled(self, template: Text, language: Language) -> str:
        places = {name: one.pick(language) if isinstance(one, Text) else one for name, one in self.about.items()}
        return template.pick(language).format_map(places)


def score_of(findings: Iterable[Finding]) -> float:
    """Return what is left of a dimension after its findings, 0..1."""
    return round(max(0.0, 1.0 - sum(finding.cost for finding in findings)), 4)


def at_most(findings: Iterable[Finding], most: float) -> Iterator[Finding]:
    """Yield *findings* until together they cost *most*; the rest is told at no further cost."""
    spent = 0.0
    for finding in findings:
        cost = max(0.0, min(finding.cost, most - spent))
        spent += cost
        yield Finding(finding.dimension, cost, finding.remark, finding.about)


def counted(numbers: Sequence[int]) -> Text:
    """Return *numbers* as they are listed in a sentence, the first few of many."""
    shown = [str(number) for number in numbers[:_MOST_LISTED]]
    more = len(numbers) > _MOST_LISTED
    return Text("、".join(shown) + ("等" if more else ""), ", ".join(shown) + (" and more" if more else ""))


def quoted(text: str) -> str:
    """Return the beginning of *text* on one line, fit to stand in a sentence."""
    line = one_line(text)
    return line if len(line) <= _LONGEST_QUOTE else line[: _LONGEST_QUOTE - 1] + "…"
