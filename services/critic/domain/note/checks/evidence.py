"""Checks of evidence and reference images: whether they are relevant to the topic, and completely analyzed.

Relevant notes often use other words: of 81 labeled queries of the library 8 had relevant notes that shared no word
with them. Evidence in other words therefore costs too little to be returned; only a model, which understands it, can
return it.
"""

from collections.abc import Iterator
from typing import Final

from services.common.contract.note import Brief, EvidencePack, ReferenceAnalysis
from services.critic.domain.note import texts
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned, is_chinese
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import DOUBTFUL, MINOR, MODERATE, SEVERE, Finding, limit_cost, quote
from services.critic.domain.note.note import ReviewedNote

# If this share of the sources mentions the topic literally, the others may differ: texts of a similar meaning often
# use other words.
_MIN_MATCHING_SHARE: Final = 0.34


def check_evidence(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the evidence of *note*, which must not be empty."""
    evidence, brief_terms = note.evidence, _extract_brief_terms(note.brief)
    about = {"topic": quote(note.brief.topic)}
    sources = [f"{source.title}\n{source.excerpt}" for source in evidence.sources]
    comparable_sources = [text for text in sources if are_comparable(text, " ".join(brief_terms))]
    matching = sum(bool(find_mentioned(brief_terms, text)) for text in comparable_sources)
    if not sources:
        yield Finding(NoteDimension.EVIDENCE, MODERATE, texts.NO_SOURCES)
    if comparable_sources and not matching and not _is_related(evidence, brief_terms, extract_terms(note.brief.topic)):
        yield Finding(NoteDimension.EVIDENCE, DOUBTFUL, texts.EVIDENCE_OFF_TOPIC, about)
    elif comparable_sources and matching < _MIN_MATCHING_SHARE * len(comparable_sources):
        yield Finding(
            NoteDimension.EVIDENCE,
            MODERATE,
            texts.FEW_SOURCES_FIT,
            {**about, "fit": matching, "total": len(comparable_sources)},
        )


def check_references(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the analyses of the reference images; one without any analysis is returned."""
    return limit_cost(
        (one for place, read in enumerate(note.references, 1) for one in _check_reference(place, read)), 1.0
    )


def _extract_brief_terms(brief: Brief) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys((*extract_terms(brief.topic), *(term for word in brief.keywords for term in extract_terms(word))))
    )


def _is_related(evidence: EvidencePack, brief_terms: tuple[str, ...], topic: tuple[str, ...]) -> bool:
    """Return whether the evidence shares words with the brief, or characters with its topic: 春天 and 春游."""
    everything = "\n".join(
        (*evidence.tags, *evidence.example_titles, *(f"{one.title} {one.excerpt}" for one in evidence.sources))
    )
    characters = {character for term in topic if is_chinese(term) for character in term}
    near = sum(character in everything for character in characters)
    return bool(find_mentioned(brief_terms, everything)) or 2 * near >= max(2, len(characters))


def _check_reference(place: int, read: ReferenceAnalysis) -> Iterator[Finding]:
    if not (read.width and read.height) or not read.palette:
        whole = bool(read.width and read.height) or bool(read.palette)
        remark = texts.REFERENCE_PARTLY_READ if whole else texts.REFERENCE_UNREAD
        yield Finding(NoteDimension.REFERENCES, MODERATE if whole else SEVERE, remark, {"number": place})
    elif not read.aspect or not 0 <= read.brightness <= 1:
        yield Finding(NoteDimension.REFERENCES, MINOR, texts.REFERENCE_PARTLY_READ, {"number": place})
