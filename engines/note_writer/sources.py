"""The sources of the lines of a section: the first line of each source names it, those after it refer to it."""

import re
from collections.abc import Sequence

_NAMED = re.compile(r"（来源：《[^》]*》）|\(from “[^”]*”\)")
_SAME = re.compile(r"（同上）|\(same source\)")


def name_sources(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return the lines *after* some of *before* were removed; one that lost the line it refers to names its source."""
    sources, source = dict[str, str](), ""
    for line in before:
        named = _NAMED.search(line)
        source = named[0] if named else source
        sources[line] = source
    lines, previous = list[str](), ""
    for line in after:
        source = sources.get(line, "")
        lines.append(_SAME.sub(source.replace("\\", r"\\"), line) if source and source != previous else line)
        previous = source
    return tuple(lines)
