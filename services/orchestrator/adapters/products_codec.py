"""What runs begin with and what steps make, to the fields of the contract that hold them and back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from google.protobuf.message import Message
from reflow.v1 import events_pb2

from services.orchestrator.adapters.mirror import message_of, value_of
from services.orchestrator.domain.note.values import (
    Advice,
    Brief,
    ComposedNote,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    ReferenceAnalyses,
)
from services.orchestrator.domain.products import StepResult, Work, WorkflowInput
from services.orchestrator.domain.values import EnhancedPrompt, ImageChatInput, ImageResult, Intent, Verdict

# By the name of the field in the `oneof` of the message that holds one of them.
INPUTS: Mapping[str, type[Any]] = MappingProxyType({"image_chat": ImageChatInput, "note": NoteInput})
RESULTS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "intent": Intent,
        "prompt": EnhancedPrompt,
        "image": ImageResult,
        "verdict": Verdict,
        "brief": Brief,
        "evidence": EvidencePack,
        "references": ReferenceAnalyses,
        "content": NoteContent,
        "layout": LayoutSpec,
        "plans": ImagePlanSet,
        "note_image": NoteImage,
        "advice": Advice,
    }
)
WORKS: Mapping[str, type[Any]] = MappingProxyType({"note": ComposedNote})
_RESULT_FIELDS = {kind: name for name, kind in RESULTS.items()}
_INPUT_FIELDS = {kind: name for name, kind in INPUTS.items()}
_WORK_FIELDS = {kind: name for name, kind in WORKS.items()}
# Results by their message, for answers of role services, whose fields are called otherwise.
_FIELDS: Mapping[str, Any] = events_pb2.StepFinished.DESCRIPTOR.fields_by_name
_RESULT_KINDS = {_FIELDS[name].message_type.full_name: kind for name, kind in RESULTS.items()}


def hold_result(message: events_pb2.StepFinished, result: StepResult) -> None:
    """Put *result* into *message*."""
    _hold(message, _RESULT_FIELDS[type(result)], result)


def held_result(message: events_pb2.StepFinished) -> StepResult:
    """Return the result that *message* holds. Raises ValueError for none."""
    result: StepResult = _held(message, "result", RESULTS)
    return result


def told_result(message: Message) -> StepResult | None:
    """Return the result that *message* is; None for a message that is no result this version knows."""
    kind = _RESULT_KINDS.get(message.DESCRIPTOR.full_name)
    result: StepResult | None = value_of(message, kind) if kind else None
    return result


def hold_input(message: events_pb2.RunStarted, asked: WorkflowInput) -> None:
    """Put what is *asked* of a workflow into *message*."""
    _hold(message, _INPUT_FIELDS[type(asked)], asked)


def held_input(message: Message) -> WorkflowInput:
    """Return what *message*, with an `input` of a workflow, asks. Raises ValueError for nothing."""
    asked: WorkflowInput = _held(message, "input", INPUTS)
    return asked


def hold_work(message: events_pb2.WorkDelivered, work: Work) -> None:
    """Put the *work* that a run delivers into *message*."""
    _hold(message, _WORK_FIELDS[type(work)], work)


def held_work(message: events_pb2.WorkDelivered) -> Work:
    """Return the work that *message* delivers. Raises ValueError for none."""
    work: Work = _held(message, "work", WORKS)
    return work


def _hold(message: Any, field: str, value: Any) -> None:
    part = getattr(message, field)
    part.CopyFrom(message_of(value, type(part)))
    part.SetInParent()


def _held(message: Any, oneof: str, kinds: Mapping[str, type[Any]]) -> Any:
    name = message.WhichOneof(oneof)
    if name is None:
        raise ValueError(f"{message.DESCRIPTOR.name} holds no {oneof} this version knows")
    return value_of(getattr(message, name), kinds[name])
