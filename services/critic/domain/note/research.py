"""Evidence and reference pictures: whether they bear on the topic, and whether they were read.

What fits is often worded otherwise: of 81 labelled queries of the library 8 had notes that fit and shared no word with
them. So evidence in other words costs less than sends back; only a model, which understands it, can do that.
"""

from collections.abc import Iterator
from typing import Final

from services.critic.domain.note import wording
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import DOUBTFUL, PLAIN, SEVERE, SLIGHT, Finding, at_most, quoted
from services.critic.domain.note.note import Brief, Evidence, Note, Reference
from services.critic.domain.note.terms import comparable, is_chinese, mentioned, terms

# From this part of the sources on that speak of the topic in its own words the others may stand beside it: what is
# near in meaning is often worded otherwise.
_ENOUGH_FIT: Final = 0.34


def evidence_findings(note: Note) -> Iterator[Finding]:
    """Yield what is wrong with the evidence of *note*, which must not be empty."""
    evidence, wanted = note.evidence, _wanted(note.brief)
    about = {"topic": quoted(note.brief.topic)}
    texts = [f"{source.title}\n{source.excerpt}" for source in evidence.sources]
    judged = [text for text in texts if comparable(text, " ".join(wanted))]
    fit = sum(bool(mentioned(wanted, text)) for text in judged)
    if not texts:
        yield Finding(NoteDimension.EVIDENCE, PLAIN, wording.NO_SOURCES)
    if judged and not fit and not _touches(evidence, wanted, terms(note.brief.topic)):
        yield Finding(NoteDimension.EVIDENCE, DOUBTFUL, wording.EVIDENCE_BESIDE_TOPIC, about)
    elif judged and fit < _ENOUGH_FIT * len(judged):
        yield Finding(
            NoteDimension.EVIDENCE, PLAIN, wording.FEW_SOURCES_FIT, {**about, "fit": fit, "total": len(judged)}
        )


def reference_findings(note: Note) -> Iterator[Finding]:
    """Yield what is wrong with the analyses of the reference pictures: that of one not read at all sends back."""
    return at_most((one for place, read in enumerate(note.references, 1) for one in _of(place, read)), 1.0)


def _wanted(brief: Brief) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*terms(brief.topic), *(term for word in brief.keywords for term in terms(word)))))


def _touches(evidence: Evidence, wanted: tuple[str, ...], topic: tuple[str, ...]) -> bool:
    """Return whether what was found shares words with the brief, or characters with its topic: 春天 and 春游."""
    everything = "\n".join(
        (*evidence.tags, *evidence.example_titles, *(f"{one.title} {one.excerpt}" for one in evidence.sources))
    )
    characters = {character for term in topic if is_chinese(term) for character in term}
    near = sum(character in everything for character in characters)
    return bool(mentioned(wanted, everything)) or 2 * near >= max(2, len(characters))


def _of(place: int, read: Reference) -> Iterator[Finding]:
    if not (read.width and read.height) or not read.palette:
        whole = bool(read.width and read.height) or bool(read.palette)
        remark = wording.REFERENCE_PARTLY_READ if whole else wording.REFERENCE_UNREAD
        yield Finding(NoteDimension.REFERENCES, PLAIN if whole else SEVERE, remark, {"number": place})
    elif not read.aspect or not 0 <= read.brightness <= 1:
        yield Finding(NoteDimension.REFERENCES, SLIGHT, wording.REFERENCE_PARTLY_READ, {"number": place})
