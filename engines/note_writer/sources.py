"""The sources of the lines of a section: the first line of each source names it, later ones refer to it."""

from collections.abc import Sequence

from services.common.text.citation import NAMED_SOURCE, SAME_SOURCE


def name_sources(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return *after*, the rest of the lines *before*; a line whose reference was removed names its source."""
    sources = find_sources(before)
    lines, previous = list[str](), ""
    for line in after:
        source = sources.get(line, "")
        lines.append(_rename(line, source) if source and source != previous else line)
        previous = source
    return tuple(lines)


def find_sources(lines: Sequence[str]) -> dict[str, str]:
    """Return for each of *lines* the source that it names, or that a line before it names."""
    sources, source = dict[str, str](), ""
    for line in lines:
        named = NAMED_SOURCE.search(line)
        source = named[0] if named else source
        sources[line] = source
    return sources


def _rename(line: str, source: str) -> str:
    return SAME_SOURCE.sub(lambda _: source, line)
