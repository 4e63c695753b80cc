"""What the phrases of a clause name: nodes, parameters, slots and values."""

from dataclasses import dataclass

from engines.graph_planner.grammar.amounts.formulas import Formula
from engines.graph_planner.grammar.names import Kind, Senses
from engines.graph_planner.grammar.synonyms import NEGATIVE, POSITIVE
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker
from engines.language.characters import fold

ALL = -1
LAST = -1


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase that names nodes.

    Attributes:
        senses: what its name denotes; none for "it" and "all".
        count: number of nodes, `ALL` for all, None where unspecified.
        ordinal: place among the nodes that fit, `LAST` for the last; None where unspecified.
        pointer: "it", "them" or "the copy".
        is_recent, is_selected: "the one just added", "this one".
        polarity: "positive" or "negative", as in "the negative prompt".

    """

    start: int
    end: int
    senses: Senses = frozenset()
    count: int | None = None
    ordinal: int | None = None
    pointer: Marker | None = None
    is_recent: bool = False
    is_selected: bool = False
    polarity: str = ""

    def names(self, *kinds: Kind) -> list[str]:
        """Return what the name denotes among *kinds*."""
        return sorted({sense.value for sense in self.senses if sense.kind in kinds})


@dataclass(frozen=True, slots=True)
class Named:
    """A parameter or slot: the names that the text may mean."""

    start: int
    end: int
    senses: Senses
    polarity: str = ""

    def names(self, *kinds: Kind) -> frozenset[str]:
        """Return the names among *kinds*."""
        return frozenset(sense.value for sense in self.senses if sense.kind in kinds)


@dataclass(frozen=True, slots=True)
class Value:
    """A value: a number, a size, a quoted text, or choices of parameters.

    With `of_now` the number is a multiple or a part of what the value is now.
    """

    start: int
    end: int
    number: float | None = None
    size: tuple[int, int] | None = None
    quoted: str | None = None
    choices: Senses = frozenset()
    of_now: bool = False
    formula: Formula | None = None


Item = Mention | Named | Value | Token


def find_polarity(text: str) -> str:
    """Return "positive" or "negative" where *text* contains such a word."""
    folded = {"pos": "positive", "neg": "negative"}.get(fold(text), fold(text))
    for words, name in ((NEGATIVE, "negative"), (POSITIVE, "positive")):
        if any(word in folded for word in words if len(word) > 1):
            return name
    return ""
