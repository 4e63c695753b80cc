"""Assessment of a note by rules and metrics. Does not load the modules that analyze texts: only the workers do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.common.limits import Limits
from services.common.text.language import Text
from services.critic.domain.note import page_texts
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import Finding, format_numbers
from services.critic.domain.note.images import MeasuredImage, assess_images
from services.critic.domain.note.note import ReviewedNote

# Maximum number of findings per dimension: an agent fixes a few problems at a time.
_MAX_FINDINGS: Final = 8


@dataclass(frozen=True, slots=True)
class NoteAssessment:
    """The findings of the rules and their scores.

    Attributes:
        scores: of each dimension that could be checked, 0..1.
        findings: the problems, the costliest of each dimension first.
        sound_images: the plans whose images need not be generated again.
        unchecked: the parts that no rule checked, as parts of a sentence.

    """

    scores: Mapping[NoteDimension, float]
    findings: tuple[Finding, ...]
    sound_images: tuple[str, ...] = ()
    unchecked: tuple[Text, ...] = ()

    def select(self, dimension: NoteDimension) -> tuple[Finding, ...]:
        """Return the findings of *dimension*."""
        return tuple(one for one in self.findings if one.dimension is dimension)


def add_images(
    assessment: NoteAssessment, note: ReviewedNote, measured: Mapping[str, MeasuredImage], limits: Limits
) -> NoteAssessment:
    """Return *assessment* together with that of the images, *measured* by their plans."""
    gallery = assess_images(note, measured, limits)
    scores = {**assessment.scores, NoteDimension.IMAGES: gallery.score}
    findings = (*assessment.findings, *select_costliest(gallery.findings))
    unchecked = assessment.unchecked
    if gallery.unchecked:
        numbers = format_numbers(gallery.unchecked)
        template = page_texts.UNCHECKED_IMAGES
        text = Text(template.zh.format(numbers=numbers.zh), template.en.format(numbers=numbers.en))
        unchecked = (*unchecked, text)
    return NoteAssessment(scores, findings, gallery.sound_images, unchecked)


def select_costliest(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the costliest *findings* of one dimension, in the order of their costs."""
    return tuple(sorted(findings, key=lambda one: -one.cost)[:_MAX_FINDINGS])
