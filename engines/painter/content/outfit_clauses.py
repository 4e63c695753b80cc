"""What a person wears in a text: clothes and accessories in the same clause, and in clauses about them alone."""

import re
from collections.abc import Iterator

from engines.painter.content.mentions import Mention
from engines.painter.content.spans import Span, overlaps
from engines.painter.subjects.people.outfits import Outfit, load_outfits

_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]| and |和(?![服尚式平风])")
_WEARS = re.compile(
    r",? ?(?:and )?(?:(?:s?he|they)(?:'s|'re| is| are)? )?(?:all )?(?:wearing|dressed in) "
    r"|[,，]\s?[他她]?(?:们都?)?(?:身穿|头戴|身着|穿着?|戴着?)"
)
"""The start of a clause about what who is named before wears."""


def find_clause(text: str, mention: Mention) -> Span:
    """Return start and end of the clause of *mention*."""
    start = max((match.end() for match in _CLAUSE.finditer(text, 0, mention.start)), default=0)
    stop = _CLAUSE.search(text, mention.end)
    return start, stop.start() if stop else len(text)


def list_outfits(text: str, mention: Mention) -> Iterator[tuple[Outfit, re.Match[str]]]:
    """Yield the clothes and accessories of who is named, also in clauses of their own: 小女孩荡秋千，穿黄裙子."""
    start, end = find_clause(text, mention)
    while (worn := _WEARS.match(text, end)) is not None:
        stop = _CLAUSE.search(text, worn.end())
        end = stop.start() if stop else len(text)
    yield from _find_outfits(text, (start, end))


def _find_outfits(text: str, clause: Span) -> Iterator[tuple[Outfit, re.Match[str]]]:
    """Yield the clothes and accessories in *clause*, of those that overlap the longest."""
    found = [(outfit, match) for outfit in load_outfits().values() for match in outfit.pattern.finditer(text, *clause)]
    taken: list[Span] = []
    # The shortest text up to the same noun is the one that has it: "with a hat in a red dress".
    for outfit, match in sorted(found, key=lambda one: (one[1].start(), -one[1].end())):
        if not any(overlaps(match.span(), span) for span in taken):
            taken.append(match.span())
            yield outfit, match
