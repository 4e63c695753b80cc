"""The events of a note's stream: one model for each type, and the JSON Schema of them all.

Each is one flat JSON object. A field that says nothing is left out.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from services.gateway.creation.parts import (
    Absent,
    AskContext,
    BindingProduct,
    BriefProduct,
    Choice,
    ErrorProduct,
    EvidenceProduct,
    FinishedImage,
    LayoutProduct,
    Part,
    PlanProduct,
    ReferenceProduct,
    Share,
    TextProduct,
)
from services.gateway.spelling import Json


class NoteEvent(Part):
    """One event. `agent`, `step` and `attempt` say whose it is."""

    timestamp: int = Field(0, description="Milliseconds since 1970.")
    agent: str | Absent = Field(None, description="supervisor, writer_agent, ...")
    step: str | Absent = Field(None, description="The step it is about, such as writer_agent-1.")
    attempt: int | Absent = Field(None, description="The try of the step, from 1. A later try voids an earlier one.")

    def plain(self) -> Json:
        """Return the event as it is sent."""
        return self.model_dump(by_alias=True, exclude_none=True)


class AgentStart(NoteEvent):
    """An agent begins; one for each picture where several are made side by side."""

    type: Literal["agent_start"] = "agent_start"
    content: str


class AgentEnd(NoteEvent):
    """An agent is done, or its try failed."""

    type: Literal["agent_end"] = "agent_end"
    content: str


class Message(NoteEvent):
    """Something said to the person."""

    type: Literal["message"] = "message"
    content: str


class Progress(NoteEvent):
    """How far an agent is, in words."""

    type: Literal["progress"] = "progress"
    content: str


class ToolCall(NoteEvent):
    """A tool is used."""

    type: Literal["tool_call"] = "tool_call"
    tool: str
    tool_call_id: str
    tool_input: dict[str, Any]


class ToolResult(NoteEvent):
    """What a tool answered."""

    type: Literal["tool_result"] = "tool_result"
    tool: str
    tool_call_id: str
    tool_output: dict[str, Any]


class SupervisorDecision(NoteEvent):
    """Who works next, and why."""

    type: Literal["supervisor_decision"] = "supervisor_decision"
    decision: str = Field(description="The agent that works next; finish; or ignored, for advice that was not taken.")
    reason: str
    advised: str | Absent = Field(None, description="With ignored: the agent that the advice named.")


class ContentUpdate(NoteEvent):
    """The text of the note as it is now."""

    type: Literal["content_update"] = "content_update"
    title: str
    body: str = Field(description="Paragraphs parted by an empty line.")
    tags: list[str] = Field(description="Without #.")
    draft: bool | Absent = Field(None, description="The built-in engine wrote it: a person should go over it.")
    engine: str | Absent = Field(None, description="builtin, person, or the name of the model.")


class ImageProgress(NoteEvent):
    """How far one picture is."""

    type: Literal["image_progress"] = "image_progress"
    task_id: str = Field(description="The id of its plan.")
    status: Literal["queued", "generating", "retrying", "complete", "failed"]
    progress: Share
    url: str | Absent = None
    error_message: str | Absent = None


class WorkflowProgress(NoteEvent):
    """How far the note is. It goes down when work is sent back."""

    type: Literal["workflow_progress"] = "workflow_progress"
    phase: Literal[
        "brief", "evidence", "references", "content", "layout", "image_plans", "images", "review", "complete"
    ]
    progress: Share
    current_agent: str


class BriefReady(NoteEvent):
    """What the note is to be."""

    type: Literal["brief_ready"] = "brief_ready"
    creative_brief: BriefProduct


class LayoutSpecReady(NoteEvent):
    """How its page is built."""

    type: Literal["layout_spec_ready"] = "layout_spec_ready"
    layout_spec: LayoutProduct


class AlignmentMapReady(NoteEvent):
    """Its pictures as they are planned."""

    type: Literal["alignment_map_ready"] = "alignment_map_ready"
    image_plans: list[PlanProduct]
    paragraph_image_bindings: list[BindingProduct]
    text_overlay_plan: list[TextProduct]


class QualityScore(NoteEvent):
    """What the reviewer says."""

    type: Literal["quality_score"] = "quality_score"
    overall: Share
    dimensions: dict[str, Share]
    passed: bool
    feedback: str
    suggestions: list[str]
    judged: bool = Field(description="false when the reviewer was not available.")


class AskUser(NoteEvent):
    """The run asks a person."""

    type: Literal["ask_user"] = "ask_user"
    question: str
    options: list[Choice] = Field(description="What can be chosen; of an approval, its decisions.")
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
    """What was understood of the wish."""

    type: Literal["intent_detected"] = "intent_detected"
    topic: str
    audience: str
    goal: str
    tone: str
    requirement_clarity: Share


class ContentTypeDetected(NoteEvent):
    """What kind of note it is to be."""

    type: Literal["content_type_detected"] = "content_type_detected"
    content_type: str = Field(description="guide, review, tutorial, list, story or recommendation.")


class StateUpdate(NoteEvent):
    """What changed, and nothing else."""

    type: Literal["state_update"] = "state_update"
    content: str | Absent = Field(None, description="The change in words.")
    status: Literal["running", "aborted"] | Absent = None
    thread_id: str | Absent = None
    creative_id: str | Absent = None
    reference_images: list[str] | Absent = None
    layout_preference: str | Absent = None
    brief_complete: bool | Absent = None
    evidence_complete: bool | Absent = None
    reference_intelligence_complete: bool | Absent = None
    content_complete: bool | Absent = None
    layout_complete: bool | Absent = None
    images_complete: bool | Absent = None
    evidence_pack: EvidenceProduct | Absent = None
    reference_analyses: list[ReferenceProduct] | Absent = None
    generated_image_asset_ids: list[str] | Absent = None
    iteration_count: int | Absent = Field(None, description="How often the work went back.")
    last_error: ErrorProduct | Absent = None
    superseded: bool | Absent = Field(None, description="All that this step and attempt told is void.")
    retry_in: float | Absent = Field(None, description="Seconds until the step is tried again; absent: it is not.")
    warning: ErrorProduct | Absent = Field(None, description="Something failed, and the run goes on without it.")
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
    missing: list[PlanProduct] = Field(description="Pictures that were planned and could not be made.")
    remarks: list[str] = Field(description="What the person should know of it.")


class ErrorTold(NoteEvent):
    """The run failed, or the connection to it is lost; the stream ends after it."""

    type: Literal["error"] = "error"
    code: str
    message: str
    error: ErrorProduct


EVENTS: tuple[type[NoteEvent], ...] = (
    AgentStart, AgentEnd, Message, Progress, ToolCall, ToolResult, SupervisorDecision, ContentUpdate, ImageProgress,
    WorkflowProgress, BriefReady, LayoutSpecReady, AlignmentMapReady, QualityScore, AskUser, WorkflowPaused,
    IntentDetected, ContentTypeDetected, StateUpdate, WorkflowComplete, ErrorTold,
)  # fmt: skip


def events_schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of one event."""
    union: Any = EVENTS[0]
    for kind in EVENTS[1:]:
        union |= kind
    adapter: TypeAdapter[NoteEvent] = TypeAdapter(Annotated[union, Field(discriminator="type")])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "NoteEvent", **adapter.json_schema()}
