"""What the events of a note's stream are made of: products, and parts that several share."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema
from reflow.v1 import creations_pb2

from services.gateway.creation.products import product_schema
from services.gateway.spelling import Json

Absent: TypeAlias = SkipJsonSchema[None]
Share = Annotated[float, Field(ge=0, le=1)]

BriefProduct = Annotated[dict[str, Any], WithJsonSchema(product_schema(creations_pb2.Brief.DESCRIPTOR))]
EvidenceProduct = Annotated[dict[str, Any], WithJsonSchema(product_schema(creations_pb2.EvidencePack.DESCRIPTOR))]
ReferenceProduct = Annotated[dict[str, Any], WithJsonSchema(product_schema(creations_pb2.ReferenceAnalysis.DESCRIPTOR))]
LayoutProduct = Annotated[dict[str, Any], WithJsonSchema(product_schema(creations_pb2.LayoutSpec.DESCRIPTOR))]
PlanProduct = Annotated[dict[str, Any], WithJsonSchema(product_schema(creations_pb2.ImagePlan.DESCRIPTOR))]
BindingProduct = Annotated[
    dict[str, Any], WithJsonSchema(product_schema(creations_pb2.ParagraphImageBinding.DESCRIPTOR))
]
TextProduct = Annotated[dict[str, Any], WithJsonSchema(product_schema(creations_pb2.PlannedText.DESCRIPTOR))]
# The object that every answer of HTTP that failed has, too; codes of a newer service are let through.
ErrorProduct = Annotated[
    dict[str, Any],
    WithJsonSchema(
        {
            "type": "object",
            "description": "The error object of every answer: see ErrorObject in /openapi.json.",
            "required": ["code", "category", "level", "message", "timestamp", "recoverable", "retryable", "metadata"],
        }
    ),
]


def _as_sent(schema: Json) -> None:
    """Have *schema* say what is sent: type and time always, and no null for what is left out."""
    properties = schema["properties"]
    for described in properties.values():
        if described.get("default", ...) is None:
            del described["default"]
    named = [name for name in ("type", "timestamp") if name in properties]
    schema["required"] = [*named, *(name for name in schema.get("required", ()) if name not in named)]


class Part(BaseModel):
    """What all share: names in camelCase, nothing unknown."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True, json_schema_extra=_as_sent
    )


class Choice(Part):
    """One thing to choose."""

    id: str
    label: str


class AskContext(Part):
    """What is asked about; an answer names `digest`."""

    hitl: Literal[True] = Field(True, alias="__hitl")
    kind: str = Field(description="content, image_plans, or what a clarification is about.")
    key: str
    digest: str
    decisions: list[str] = Field(description="How it can be answered: approve, reject, modify, choose.")
    shown: dict[str, Any] = Field(description="What the person is to judge.")
    expires_at: int | Absent = Field(None, description="When the default is taken, in ms; absent: never.")
    default: dict[str, Any] | Absent = Field(None, description="The answer when the time is over.")


class FinishedImage(Part):
    """A picture of the note."""

    plan_id: str
    asset_id: str
    url: str | Absent = None
    plain_url: str | Absent = Field(None, description="The same without texts on it.")
    paragraph: int | Absent = Field(None, description="The paragraph it stands with, counted from 0.")
