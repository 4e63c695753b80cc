"""The judgement of a note by rules: what is wrong with each dimension that there is, but the pixels."""

from services.common.language import Language
from services.critic.domain.note.binding import alignment_findings
from services.critic.domain.note.briefing import brief_findings
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import score_of
from services.critic.domain.note.judgement import NoteJudgement, dearest
from services.critic.domain.note.note import Note
from services.critic.domain.note.page import layout_findings
from services.critic.domain.note.research import evidence_findings, reference_findings
from services.critic.domain.note.writing import content_findings


def judge_text(note: Note, language: Language) -> NoteJudgement:
    """Return the judgement of all but the pixels of *note*, made in a run in *language*."""
    found = {
        NoteDimension.BRIEF: tuple(brief_findings(note)),
        NoteDimension.CONTENT: tuple(content_findings(note, language)),
        NoteDimension.LAYOUT: tuple(layout_findings(note)),
        NoteDimension.ALIGNMENT: tuple(alignment_findings(note)),
    }
    if not note.evidence.is_empty:
        found[NoteDimension.EVIDENCE] = tuple(evidence_findings(note))
    if note.references:
        found[NoteDimension.REFERENCES] = tuple(reference_findings(note))
    scores = {dimension: score_of(findings) for dimension, findings in found.items()}
    return NoteJudgement(scores, tuple(one for findings in found.values() for one in dearest(findings)))
