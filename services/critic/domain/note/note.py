"""The note under review: the request and the results of all agents. All of it is data, never an instruction."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.note_planner.brief import changes_earlier_note
from engines.note_planner.request.parser import parse_request
from services.common.contract.feedback import FeedbackChange
from services.common.contract.note import (
    Brief,
    EvidencePack,
    ImagePlan,
    LayoutSpec,
    NoteContent,
    NoteImage,
    ParagraphImageBinding,
    PlannedText,
    ReferenceAnalysis,
)
from services.common.contract.requests import ReviewNote

# The contract does not limit the fields of a brief; the beginning is enough for a review.
MAX_FIELD_LENGTH = 2_000
MAX_ENTRIES = 50


@dataclass(frozen=True, slots=True)
class ReviewedNote:
    """All parts of a note except the pixels of its images; *text* is the user's prompt."""

    text: str
    brief: Brief
    content: NoteContent
    layout: LayoutSpec
    evidence: EvidencePack = field(default_factory=EvidencePack)
    references: tuple[ReferenceAnalysis, ...] = ()
    plans: tuple[ImagePlan, ...] = ()
    bindings: tuple[ParagraphImageBinding, ...] = ()
    overlays: tuple[PlannedText, ...] = ()
    images: tuple[NoteImage, ...] = ()
    earlier_texts: tuple[str, ...] = ()
    plan_changes: tuple[FeedbackChange, ...] = ()

    @property
    def has_evidence(self) -> bool:
        """Whether the research found anything that can be reviewed."""
        return bool(self.evidence.sources or self.evidence.tags or self.evidence.example_titles)

    @property
    def whole_text(self) -> str:
        """Title, body and tags as one text."""
        return "\n".join((self.content.title, self.content.body, " ".join(self.content.tags)))

    @property
    def plans_by_id(self) -> Mapping[str, ImagePlan]:
        """The plans by their ids."""
        return {plan.plan_id: plan for plan in self.plans}

    @property
    def images_by_plan(self) -> Mapping[str, NoteImage]:
        """The images by their plans; images without a plan are left out."""
        planned = self.plans_by_id
        return {image.plan_id: image for image in self.images if image.plan_id in planned}


def build_reviewed_note(request: ReviewNote) -> ReviewedNote:
    """Return the note of *request*, with a brief of limited length.

    A note that revises an earlier one may resemble it, so it is not compared with earlier notes.
    """
    is_change = changes_earlier_note(parse_request(request.text))
    return ReviewedNote(
        text=request.text,
        brief=_limit_brief(request.brief),
        content=request.content,
        layout=request.layout,
        evidence=request.evidence or EvidencePack(),
        references=request.references.references if request.references else (),
        plans=request.plans.plans,
        bindings=request.plans.bindings,
        overlays=request.plans.overlays,
        images=request.images,
        plan_changes=request.plans.changes,
        earlier_texts=() if is_change else request.earlier_texts,
    )


def _limit_brief(brief: Brief) -> Brief:
    return replace(
        brief,
        topic=brief.topic[:MAX_FIELD_LENGTH],
        audience=brief.audience[:MAX_FIELD_LENGTH],
        goal=brief.goal[:MAX_FIELD_LENGTH],
        tone=brief.tone[:MAX_FIELD_LENGTH],
        constraints=tuple(one[:MAX_FIELD_LENGTH] for one in brief.constraints[:MAX_ENTRIES]),
        keywords=tuple(one[:MAX_FIELD_LENGTH] for one in brief.keywords[:MAX_ENTRIES]),
        statements=tuple(one[:MAX_FIELD_LENGTH] for one in brief.statements[:MAX_ENTRIES]),
    )
