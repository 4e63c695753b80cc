"""The sources of the lines of a section: the first line of each source names it, those after it refer to it."""

from collections.abc import Sequence

from services.common.text.citation import NAMED_SOURCE, SAME_SOURCE


def name_sources(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return the lines *after* some of *before* were removed; one that lost the line it refers to names its source."""
    sources, source = dict[str, str](), ""
    for line in before:
        named = NAMED_SOURCE.search(line)
        source = named[0] if named else source
        sources[line] = source
    lines, previous = list[str](), ""
    for line in after:
        source = sources.get(line, "")
        lines.append(_rename(line, source) if source and source != previous else line)
        previous = source
    return tuple(lines)


def _rename(line: str, source: str) -> str:
    return SAME_SOURCE.sub(lambda _: source, line)
