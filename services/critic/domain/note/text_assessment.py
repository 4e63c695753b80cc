"""Assessment of a note by rules: the findings of each dimension except the pixels of the images."""

from services.common.text.language import Language
from services.critic.domain.note import page_texts
from services.critic.domain.note.assessment import NoteAssessment, select_costliest
from services.critic.domain.note.checks.alignment import check_alignment
from services.critic.domain.note.checks.brief import check_brief
from services.critic.domain.note.checks.changes import check_changes
from services.critic.domain.note.checks.content import check_content
from services.critic.domain.note.checks.evidence import check_evidence, check_references
from services.critic.domain.note.checks.layout import check_layout
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import compute_score
from services.critic.domain.note.note import ReviewedNote


def assess_text(note: ReviewedNote, language: Language) -> NoteAssessment:
    """Return the assessment of *note* except its pixels; *language* is that of the run."""
    found = {
        NoteDimension.BRIEF: tuple(check_brief(note)),
        NoteDimension.CONTENT: (
            *check_content(note, language),
            *check_changes(note.content.changes, NoteDimension.CONTENT),
        ),
        NoteDimension.LAYOUT: tuple(check_layout(note)),
        NoteDimension.ALIGNMENT: (*check_alignment(note), *check_changes(note.plan_changes, NoteDimension.ALIGNMENT)),
    }
    if note.has_evidence:
        found[NoteDimension.EVIDENCE] = tuple(check_evidence(note))
    if note.references:
        found[NoteDimension.REFERENCES] = tuple(check_references(note))
    scores = {dimension: compute_score(findings) for dimension, findings in found.items()}
    findings = tuple(one for each in found.values() for one in select_costliest(each))
    unchecked = () if note.evidence.sources else (page_texts.UNCHECKED_TRUTH,)
    return NoteAssessment(scores, findings, unchecked=unchecked)
