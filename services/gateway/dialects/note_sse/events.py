"""The events of a note's stream: one model for each type, and their JSON Schema.

Each is one flat JSON object. A field without a value is left out.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from services.gateway.dialects.note_sse.event_parts import (
    Absent,
    AskContext,
    BindingJson,
    BriefJson,
    ChangeJson,
    Choice,
    ErrorJson,
    EvidenceJson,
    FinishedImage,
    LayoutJson,
    OverlayJson,
    Part,
    PlanJson,
    ReferenceDescription,
    ReferenceJson,
    Share,
)
from services.gateway.json_mapper.values import Json


class NoteEvent(Part):
    """One event. `agent`, `step` and `attempt` name its origin."""

    timestamp: int = Field(0, description="Milliseconds since 1970.")
    agent: str | Absent = Field(None, description="supervisor, writer_agent, ...")
    step: str | Absent = Field(None, description="The step, such as writer_agent-1.")
    attempt: int | Absent = Field(
        None, description="The attempt of the step, from 1. A later attempt voids an earlier one."
    )

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return self.model_dump(by_alias=True, exclude_none=True)


class AgentStart(NoteEvent):
    """An agent starts; one for each image where several are generated concurrently."""

    type: Literal["agent_start"] = "agent_start"
    content: str


class AgentEnd(NoteEvent):
    """An agent has finished, or its attempt failed."""

    type: Literal["agent_end"] = "agent_end"
    content: str


class Message(NoteEvent):
    """A message for the user."""

    type: Literal["message"] = "message"
    content: str


class Progress(NoteEvent):
    """The progress of an agent, in words."""

    type: Literal["progress"] = "progress"
    content: str


class ToolCall(NoteEvent):
    """A tool is called."""

    type: Literal["tool_call"] = "tool_call"
    tool: str
    tool_call_id: str
    tool_input: dict[str, Any]


class ToolResult(NoteEvent):
    """A tool returned its result."""

    type: Literal["tool_result"] = "tool_result"
    tool: str
    tool_call_id: str
    tool_output: dict[str, Any]


class SupervisorDecision(NoteEvent):
    """The router selected the next agent."""

    type: Literal["supervisor_decision"] = "supervisor_decision"
    decision: str = Field(description="The next agent; finish; or ignored, for advice that was not followed.")
    reason: str
    advised: str | Absent = Field(None, description="With ignored: the agent that the advice named.")


class ContentUpdate(NoteEvent):
    """The current text of the note."""

    type: Literal["content_update"] = "content_update"
    title: str
    body: str = Field(description="Paragraphs separated by an empty line.")
    tags: list[str] = Field(description="Without #.")
    draft: bool | Absent = Field(None, description="The built-in engine wrote it: it needs editing.")
    engine: str | Absent = Field(None, description="builtin, person, or the name of the model.")
    changes: list[ChangeJson] = Field(description="What the feedback requested, and what became of it.")
    remarks: list[str] = Field(description="Details that are left unused, missing sources.")


class ImageProgress(NoteEvent):
    """The progress of one image. Its URL and its error are null where there is none."""

    type: Literal["image_progress"] = "image_progress"
    task_id: str = Field(description="The id of its plan; of a later generation of that plan image-1@2, image-1@3, ...")
    plan_id: str
    status: Literal["queued", "generating", "retrying", "complete", "failed"]
    progress: Share = Field(description="It never decreases within a task.")
    url: str | None
    error_message: str | None

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {**super().to_json(), "url": self.url, "errorMessage": self.error_message}


class WorkflowProgress(NoteEvent):
    """The progress of the note. It decreases when work is sent back."""

    type: Literal["workflow_progress"] = "workflow_progress"
    phase: Literal[
        "brief", "evidence", "references", "content", "layout", "image_plans", "images", "review", "complete"
    ]
    progress: Share
    current_agent: str


class BriefReady(NoteEvent):
    """The brief of the note."""

    type: Literal["brief_ready"] = "brief_ready"
    creative_brief: BriefJson


class LayoutSpecReady(NoteEvent):
    """The layout of its page."""

    type: Literal["layout_spec_ready"] = "layout_spec_ready"
    layout_spec: LayoutJson


class AlignmentMapReady(NoteEvent):
    """Its planned images."""

    type: Literal["alignment_map_ready"] = "alignment_map_ready"
    image_plans: list[PlanJson]
    paragraph_image_bindings: list[BindingJson]
    text_overlay_plan: list[OverlayJson]
    changes: list[ChangeJson] = Field(description="What the feedback requested, and what became of it.")


class QualityScore(NoteEvent):
    """The verdict of the reviewer."""

    type: Literal["quality_score"] = "quality_score"
    overall: Share
    dimensions: dict[str, Share]
    passed: bool
    feedback: str
    suggestions: list[str]
    judged: bool = Field(description="false when the reviewer was not available.")


class AskUser(NoteEvent):
    """The run asks the user a question."""

    type: Literal["ask_user"] = "ask_user"
    question: str
    options: list[Choice] = Field(description="The options; of an approval, its decisions.")
    selection_type: Literal["single", "multiple"]
    allow_custom_input: bool
    context: AskContext
    thread_id: str


class WorkflowPaused(NoteEvent):
    """The run waits for the answer; the stream ends here."""

    type: Literal["workflow_paused"] = "workflow_paused"
    thread_id: str
    content: str


class IntentDetected(NoteEvent):
    """The intent of the prompt."""

    type: Literal["intent_detected"] = "intent_detected"
    topic: str
    audience: str
    goal: str
    tone: str
    requirement_clarity: Share


class ContentTypeDetected(NoteEvent):
    """The type of the note."""

    type: Literal["content_type_detected"] = "content_type_detected"
    content_type: str = Field(description="guide, review, tutorial, list, story or recommendation.")


class StateUpdate(NoteEvent):
    """A change of the state: the fields that changed."""

    type: Literal["state_update"] = "state_update"
    content: str | Absent = Field(None, description="The change in words.")
    status: Literal["running", "aborted"] | Absent = None
    thread_id: str | Absent = None
    creative_id: str | Absent = None
    reference_image_url: str | Absent = Field(None, description="The first of the reference images.")
    reference_images: list[str] | Absent = None
    reference_inputs: list[ReferenceDescription] | Absent = None
    layout_preference: str | Absent = None
    content_type: str | Absent = Field(None, description="As requested.")
    max_iterations: int | Absent = Field(None, description="How often work may be sent back, as requested.")
    brief_complete: bool | Absent = None
    evidence_complete: bool | Absent = None
    reference_intelligence_complete: bool | Absent = None
    content_complete: bool | Absent = None
    layout_complete: bool | Absent = None
    images_complete: bool | Absent = None
    evidence_pack: EvidenceJson | Absent = None
    reference_analyses: list[ReferenceJson] | Absent = None
    generated_image_asset_ids: list[str] | Absent = None
    iteration_count: int | Absent = Field(None, description="How often work was sent back.")
    last_error: ErrorJson | Absent = None
    superseded: bool | Absent = Field(None, description="Everything that this attempt of the step emitted is void.")
    retry_in: float | Absent = Field(None, description="Seconds until the step is retried; absent: it is not.")
    warning: ErrorJson | Absent = Field(None, description="Something failed, and the run continues without it.")
    budget: dict[str, Any] | Absent = None
    usage: dict[str, Any] | Absent = None


class WorkflowComplete(NoteEvent):
    """The note."""

    type: Literal["workflow_complete"] = "workflow_complete"
    title: str
    body: str
    tags: list[str]
    image_asset_ids: list[str]
    creative_id: str
    images: list[FinishedImage]
    missing: list[PlanJson] = Field(description="Planned images that could not be generated.")
    remarks: list[str] = Field(description="Remarks for the user.")
    changes: list[ChangeJson] = Field(description="What the last feedback requested, and what became of it.")


class ErrorEvent(NoteEvent):
    """The run failed, or the connection to it is lost; the stream ends after it."""

    type: Literal["error"] = "error"
    code: str
    message: str
    error: ErrorJson


EVENTS: tuple[type[NoteEvent], ...] = (
    AgentStart, AgentEnd, Message, Progress, ToolCall, ToolResult, SupervisorDecision, ContentUpdate, ImageProgress,
    WorkflowProgress, BriefReady, LayoutSpecReady, AlignmentMapReady, QualityScore, AskUser, WorkflowPaused,
    IntentDetected, ContentTypeDetected, StateUpdate, WorkflowComplete, ErrorEvent,
)  # fmt: skip


def events_schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of one event."""
    union: Any = EVENTS[0]
    for kind in EVENTS[1:]:
        union |= kind
    adapter: TypeAdapter[NoteEvent] = TypeAdapter(Annotated[union, Field(discriminator="type")])
    # ErrorEvent has another name in the published schema.
    published = json.dumps(adapter.json_schema()).replace(ErrorEvent.__name__, "ErrorTold")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "NoteEvent", **json.loads(published)}
