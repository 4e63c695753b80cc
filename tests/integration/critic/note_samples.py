"""Reviews of notes over gRPC, and answers of a model."""

from dataclasses import dataclass, field
from typing import Any

from reflow.v1 import critic_pb2, steps_pb2

from services.common.contract.note import ImagePlanSet
from services.common.contract.proto_mapper import to_proto
from services.common.contract.requests import ReviewNote
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.note import ReviewedNote
from tests.fixtures.services.critic_service import SECONDS, Critic, context
from tests.unit.critic.note_samples import CHINESE


@dataclass(frozen=True)
class Reviewed:
    """The activities and the verdict of a review."""

    verdict: critic_pb2.Verdict
    activities: list[steps_pb2.Activity] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        """Return the activities of one kind."""
        return [getattr(one, kind) for one in self.activities if one.WhichOneof("activity") == kind]


async def review(critic: Critic, request: critic_pb2.ReviewNoteRequest, timeout: float = SECONDS) -> Reviewed:
    """Return the activities of *request* and its verdict, which is the last and only one."""
    responses = [response async for response in critic.stub.ReviewNote(request, timeout=timeout)]
    assert [one.WhichOneof("outcome") for one in responses].index("verdict") == len(responses) - 1
    return Reviewed(responses[-1].verdict, [one.activity for one in responses[:-1]])


def request_for(note: ReviewedNote = CHINESE, locale: str = "zh", **changes: Any) -> critic_pb2.ReviewNoteRequest:
    """Return the request to review *note*, with fields of the message replaced by *changes*."""
    review = ReviewNote(
        text=note.text,
        brief=note.brief,
        evidence=note.evidence,
        references=None,
        content=note.content,
        layout=note.layout,
        plans=ImagePlanSet(note.plans, note.bindings, note.overlays),
        images=note.images,
        fresh=False,
    )
    request = to_proto(review, critic_pb2.ReviewNoteRequest)
    request.context.CopyFrom(context(locale))
    for field_name, value in changes.items():
        request.ClearField(field_name)  # type: ignore[arg-type]
        request.MergeFrom(critic_pb2.ReviewNoteRequest(**{field_name: value}))
    return request


def opinion(default: float = 0.9, feedback: str = "路线写得清楚。", **scores: float | None) -> dict[str, Any]:
    """Return the behavior of a model that answers with *default* for each dimension that *scores* does not name."""
    dimensions = {dimension.value: default for dimension in NoteDimension} | scores
    return {"answer": {"dimensions": dimensions, "feedback": feedback, "suggestions": ["加一张地图"], "return_to": ""}}
