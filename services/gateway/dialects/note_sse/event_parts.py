"""Types of the fields of a note's events: results of agents, and parts that several events share."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema
from reflow.v1 import note_workflow_pb2

from services.gateway.json_mapper.proto_json import message_schema
from services.gateway.json_mapper.values import Json

Absent: TypeAlias = SkipJsonSchema[None]
Share = Annotated[float, Field(ge=0, le=1)]

BriefJson = Annotated[dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.Brief.DESCRIPTOR))]
EvidenceJson = Annotated[dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.EvidencePack.DESCRIPTOR))]
ReferenceJson = Annotated[
    dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.ReferenceAnalysis.DESCRIPTOR))
]
LayoutJson = Annotated[dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.LayoutSpec.DESCRIPTOR))]
PlanJson = Annotated[dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.ImagePlan.DESCRIPTOR))]
BindingJson = Annotated[
    dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.ParagraphImageBinding.DESCRIPTOR))
]
OverlayJson = Annotated[dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.PlannedText.DESCRIPTOR))]
ChangeJson = Annotated[dict[str, Any], WithJsonSchema(message_schema(note_workflow_pb2.FeedbackChange.DESCRIPTOR))]
# The error object of HTTP responses; codes of newer services are allowed.
ErrorJson = Annotated[
    dict[str, Any],
    WithJsonSchema(
        {
            "type": "object",
            "description": "The error object of every answer: see ErrorObject in /openapi.json.",
            "required": ["code", "category", "level", "message", "timestamp", "recoverable", "retryable", "metadata"],
        }
    ),
]


def _describe_sent(schema: Json) -> None:
    """Make *schema* describe what is sent: type and timestamp always, and no null for what is left out."""
    properties = schema["properties"]
    for described in properties.values():
        if described.get("default", ...) is None:
            del described["default"]
    always = [name for name in ("type", "timestamp") if name in properties]
    schema["required"] = [*always, *(name for name in schema.get("required", ()) if name not in always)]


class Part(BaseModel):
    """Base of all parts: names in camelCase, no unknown fields."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True, json_schema_extra=_describe_sent
    )


class Choice(Part):
    """One option of a question."""

    id: str
    label: str


class AskContext(Part):
    """The context of a question; its answer names `digest`."""

    hitl: Literal[True] = Field(True, alias="__hitl")
    kind: str = Field(description="content, image_plans, or the subject of a clarification.")
    key: str
    digest: str
    decisions: list[str] = Field(description="The allowed answers: approve, reject, modify, choose.")
    shown: dict[str, Any] = Field(description="What the user reviews.")
    expires_at: int | Absent = Field(None, description="When the default applies, in ms; absent: never.")
    default: dict[str, Any] | Absent = Field(None, description="The answer that applies when the question expires.")


class ReferenceDescription(Part):
    """A reference image, with its description by the user."""

    asset_id: str
    url: str
    purpose: str | Absent = Field(None, description="style, composition, subject or palette.")
    note: str | Absent = None


class FinishedImage(Part):
    """An image of the note."""

    plan_id: str
    asset_id: str
    url: str | Absent = None
    plain_url: str | Absent = Field(None, description="The same without texts on it.")
    paragraph: int | Absent = Field(None, description="The paragraph it belongs to, counted from 0.")
