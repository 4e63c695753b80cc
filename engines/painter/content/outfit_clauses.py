"""What a person wears in a text: clothes and accessories in the same clause, and in clauses about them alone."""

import re
from collections.abc import Iterator

from engines.painter.content.mentions import Mention
from engines.painter.content.spans import Span, overlaps
from engines.painter.subjects.people.outfits import Outfit, load_outfits

_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]| and |和(?![服尚式平风])")
_WEARS = re.compile(
    r",? ?(?:and )?(?:(?:s?he|they)(?:'s|'re| is| are)? )?(?:all )?(?:wearing|dressed in) "
    r"|[,，]\s?[他她]?(?:们都?)?(?:身[穿着披]|头戴|脚[穿踩]|[穿戴披围系扎梳留]着?)"
)
"""The start of a clause about what who is named before wears."""
_NAMED_ALONE = re.compile(r"[,，] ?(?:and |with )?(?:an? |his |her )?")
_NAMED_NEXT = re.compile(r"[,，、] ?(?:and )?(?:an? |his |her )?| and (?:an? |his |her )?|[和与及]")
"""The start of a clause that only names what who is named before wears, and of the next one."""


def find_clause(text: str, mention: Mention) -> Span:
    """Return start and end of the clause of *mention*."""
    start = max((match.end() for match in _CLAUSE.finditer(text, 0, mention.start)), default=0)
    stop = _CLAUSE.search(text, mention.end)
    return start, stop.start() if stop else len(text)


def list_outfits(text: str, mention: Mention) -> Iterator[tuple[Outfit, re.Match[str]]]:
    """Yield the clothes and accessories of who is named, also in clauses of their own: 小女孩荡秋千，穿黄裙子."""
    start, end = find_clause(text, mention)
    alone: list[tuple[Outfit, re.Match[str]]] = []
    while True:
        opening = _WEARS.match(text, end)
        named = (_NAMED_NEXT if alone else _NAMED_ALONE).match(text, end)
        if opening is not None:
            end = _find_end(text, opening.end())
        elif named is not None and (found := _find_named(text, named.end())):
            alone.append(found)
            end = found[1].end()
        else:
            break
    worn = list(_find_outfits(text, (start, end)))
    yield from worn
    yield from (one for one in alone if not any(overlaps(one[1].span(), match.span()) for _, match in worn))


def _find_end(text: str, start: int) -> int:
    stop = _CLAUSE.search(text, start)
    return stop.start() if stop else len(text)


def _find_named(text: str, start: int) -> tuple[Outfit, re.Match[str]] | None:
    """Return the clothes that are all that the clause from *start* on names: "red boots", 白衬衫."""
    end = _find_end(text, start)
    found = ((outfit, outfit.name.fullmatch(text, start, end)) for outfit in load_outfits().values())
    return next(((outfit, match) for outfit, match in found if match is not None), None)


def _find_outfits(text: str, clause: Span) -> Iterator[tuple[Outfit, re.Match[str]]]:
    """Yield the clothes and accessories in *clause*, of those that overlap the longest."""
    found = [(outfit, match) for outfit in load_outfits().values() for match in outfit.pattern.finditer(text, *clause)]
    taken: list[Span] = []
    # The shortest text up to the same noun is the one that has it: "with a hat in a red dress".
    for outfit, match in sorted(found, key=lambda one: (one[1].start(), -one[1].end())):
        if not any(overlaps(match.span(), span) for span in taken):
            taken.append(match.span())
            yield outfit, match
