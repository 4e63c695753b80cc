"""Reviews of notes asked for over gRPC, and what a model answers to them."""

from dataclasses import dataclass, field
from typing import Any

from reflow.v1 import creations_pb2, critic_pb2, executor_pb2, steps_pb2

from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.note import Note
from tests.fixtures.running_critic import SECONDS, Critic, context
from tests.unit.critic.notes import CHINESE


@dataclass(frozen=True)
class Reviewed:
    """What a review of a note told and came to."""

    verdict: critic_pb2.Verdict
    activities: list[steps_pb2.Activity] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        """Return the activities of one kind."""
        return [getattr(one, kind) for one in self.activities if one.WhichOneof("activity") == kind]


async def review(critic: Critic, request: critic_pb2.ReviewNoteRequest, timeout: float = SECONDS) -> Reviewed:
    """Return what comes of *request*: activities, and exactly one verdict at the end."""
    responses = [response async for response in critic.stub.ReviewNote(request, timeout=timeout)]
    assert [one.WhichOneof("outcome") for one in responses].index("verdict") == len(responses) - 1
    return Reviewed(responses[-1].verdict, [one.activity for one in responses[:-1]])


def request_for(note: Note = CHINESE, locale: str = "zh", **changed: Any) -> critic_pb2.ReviewNoteRequest:
    """Return the request to judge *note*."""
    brief, content, layout = note.brief, note.content, note.layout
    asked: dict[str, Any] = {
        "context": context(locale),
        "text": note.text,
        "brief": creations_pb2.Brief(
            topic=brief.topic,
            audience=brief.audience,
            goal=brief.goal,
            tone=brief.tone,
            constraints=brief.constraints,
            keywords=brief.keywords,
            content_type=brief.content_type,
            picture_count=brief.picture_count,
        ),
        "evidence": creations_pb2.EvidencePack(
            tags=note.evidence.tags,
            sources=[
                creations_pb2.EvidenceSource(title=one.title, excerpt=one.excerpt, note_key=one.place)
                for one in note.evidence.sources
            ],
        ),
        "content": creations_pb2.NoteContent(title=content.title, body=content.body, tags=content.tags),
        "layout": creations_pb2.LayoutSpec(
            cover_title=layout.cover_title,
            cover_subtitle=layout.cover_subtitle,
            sections=[
                creations_pb2.LayoutSection(
                    role=one.role, heading=one.heading, paragraphs=one.paragraphs, picture=one.picture
                )
                for one in layout.sections
            ],
        ),
        "plans": creations_pb2.ImagePlanSet(
            plans=[
                creations_pb2.ImagePlan(
                    plan_id=one.plan_id, prompt=one.prompt, subject=one.subject, width=one.width, height=one.height
                )
                for one in note.plans
            ],
            bindings=[
                creations_pb2.ParagraphImageBinding(paragraph=one.paragraph, plan_id=one.plan_id)
                for one in note.bindings
            ],
            overlays=[creations_pb2.PlannedText(plan_id=one.plan_id, text=one.text) for one in note.overlays],
        ),
        "images": [
            executor_pb2.NoteImage(
                plan_id=made.plan_id,
                image={"asset": {"asset_id": made.asset_id}},  # type: ignore[arg-type]
                plain_asset_id=made.plain_id,
                texts=[executor_pb2.DrawnText(cut=one.cut, contrast=one.contrast) for one in made.drawn],
            )
            for made in note.made
        ],
    }
    return critic_pb2.ReviewNoteRequest(**(asked | changed))


def opinion(default: float = 0.9, feedback: str = "路线写得清楚。", **scores: float | None) -> dict[str, Any]:
    """Return the act of a model that answers with *default* for each dimension that *scores* does not name."""
    dimensions = {dimension.value: default for dimension in NoteDimension} | scores
    return {"answer": {"dimensions": dimensions, "feedback": feedback, "suggestions": ["加一张地图"], "return_to": ""}}
