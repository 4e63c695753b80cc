"""Checks that the facts of a note are of its subject: each is judged by the source that it names."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from engines.note_subject import Fit, NoteText, rate_fit
from services.common.contract.note import Closeness, EvidenceSource
from services.common.text.citation import NAMED_SOURCE, SAME_SOURCE, find_title
from services.common.text.language import Text
from services.critic.domain.note import texts
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MODERATE, WRONG, Finding, quote
from services.critic.domain.note.note import ReviewedNote

_MAX_NAMED: Final = 3


def check_citations(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the facts of another subject; a note that has no others is about something else."""
    counts = count_citations(note.content.body)
    sources = {source.title.strip().strip("《》"): source for source in note.evidence.sources}
    foreign = {title: count for title, count in counts.items() if _is_foreign(note, title, sources.get(title))}
    if not foreign:
        return
    named = [*foreign][:_MAX_NAMED]
    values = {
        "count": sum(foreign.values()),
        "topic": quote(note.brief.topic),
        "titles": Text("".join(f"《{title}》" for title in named), ", ".join(f"“{title}”" for title in named)),
    }
    cost = WRONG if len(foreign) == len(counts) else MODERATE
    yield Finding(NoteDimension.CONTENT, cost, texts.OTHER_SUBJECT, values)


def count_citations(body: str) -> Counter[str]:
    """Return how many facts of *body* are from each source, by its title."""
    counts, title = Counter[str](), ""
    for line in body.splitlines():
        if named := NAMED_SOURCE.search(line):
            title = find_title(named[0])
        elif not SAME_SOURCE.search(line):
            continue
        if title:
            counts[title] += 1
    return counts


def _is_foreign(note: ReviewedNote, title: str, source: EvidenceSource | None) -> bool:
    """Return whether a source is about other things than the topic, and was not found close to it."""
    if source and source.closeness in (Closeness.CLOSE, Closeness.RELATED):
        return False
    text = NoteText(title, body=source.excerpt if source else "")
    return rate_fit(note.brief.topic, note.text, text) in (Fit.OTHER, Fit.ABSENT)
