"""Changes that the critic's suggestions in a prompt cause in an image of the built-in painter."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.language.parsers.adjustments import parse_adjustments
from engines.language.phrase import parse_phrase
from engines.language.scanner import Lexicon, map_words
from services.common.text.improvements import extract_improvements
from services.common.text.parameters import LEVELS

_MAX_CHANGE = 0.6
_STRENGTH = 0.7
"""A suggestion states a direction; less than the change that a user would get for the same words."""
_REVISIONS: Lexicon[str] = Lexicon({
    **map_words("larger_subject", ("主体更大|主体要清楚|larger subject|subject clear",)),
    **map_words("less_texture", ("要干净|细节更完整|clean surface|more finished detail",)),
    **map_words("closer_to_palette", ("多用这些颜色|more of these colours|more of these colors",)),
})  # fmt: skip
"""The words that request another composition, and the field of the painter's `Revision` for each."""


@dataclass(frozen=True, slots=True)
class Improvements:
    """Changes of levels by name, and the fields of the painter's `Revision` that are requested."""

    levels: Mapping[str, float] = field(default_factory=dict)
    revisions: frozenset[str] = frozenset()


def parse_improvements(prompt: str) -> Improvements:
    """Return the changes that the suggestions in *prompt* request; those that the painter cannot apply are left out."""
    changes: dict[str, float] = {}
    revisions: set[str] = set()
    for suggestion in extract_improvements(prompt):
        revisions.update(match.value for match in _REVISIONS.find_all(suggestion.lower()))
        for name, value in (parse_adjustments(parse_phrase(suggestion), None) or {}).items():
            if name in LEVELS and name != "style_strength":
                changes[name] = max(-_MAX_CHANGE, min(_MAX_CHANGE, changes.get(name, 0.0) + _STRENGTH * value))
    return Improvements(changes, frozenset(revisions))
