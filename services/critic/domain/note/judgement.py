"""What was found of a note by rules and measuring. Loads nothing that reads texts: the workers do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.common.limits import Limits
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import Finding
from services.critic.domain.note.gallery import Measured, judge_gallery
from services.critic.domain.note.note import Note

# What is told of one dimension at most: an agent mends a handful of things at a time.
_MOST_FINDINGS: Final = 8


@dataclass(frozen=True, slots=True)
class NoteJudgement:
    """What was found by rules.

    Attributes:
        scores: of each dimension that could be judged, 0..1.
        findings: what is wrong, the dearest of each dimension first.
        sound: the plans whose pictures need not be made again.

    """

    scores: Mapping[NoteDimension, float]
    findings: tuple[Finding, ...]
    sound: tuple[str, ...] = ()

    def of(self, dimension: NoteDimension) -> tuple[Finding, ...]:
        """Return what was found of *dimension*."""
        return tuple(one for one in self.findings if one.dimension is dimension)


def with_pictures(
    judgement: NoteJudgement, note: Note, measured: Mapping[str, Measured], limits: Limits
) -> NoteJudgement:
    """Return *judgement* together with that of the pictures, *measured* by their plans."""
    gallery = judge_gallery(note, measured, limits)
    scores = {**judgement.scores, NoteDimension.IMAGES: gallery.score}
    return NoteJudgement(scores, (*judgement.findings, *dearest(gallery.findings)), gallery.sound)


def dearest(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return *findings* of one dimension, those that cost most first, a handful at most."""
    return tuple(sorted(findings, key=lambda one: -one.cost)[:_MOST_FINDINGS])
