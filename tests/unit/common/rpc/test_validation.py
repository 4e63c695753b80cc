"""Limits of requests: each field has one, and nested values are counted before anything is built from them."""

import importlib
import math
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
import reflow.v1
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import (
    critic_pb2,
    executor_pb2,
    note_workflow_pb2,
    orchestrator_pb2,
    planner_pb2,
    questions_pb2,
    rag_pb2,
    steps_pb2,
)

from services.common.errors import Code, ReflowError
from services.common.rpc.patterns import describe_pattern
from services.common.rpc.validation import find_limit, is_map, validate


def list_request_fields() -> Iterator[FieldDescriptor]:
    """Yield every field that a request of any RPC can carry, however deep."""
    names = [module.name for module in pkgutil.iter_modules(reflow.v1.__path__) if module.name.endswith("_pb2")]
    files = [importlib.import_module(f"reflow.v1.{name}").DESCRIPTOR for name in names]
    methods = [rpc for file in files for service in file.services_by_name.values() for rpc in service.methods]
    seen, messages = set[str](), [method.input_type for method in methods]
    while messages:
        message: Descriptor = messages.pop()
        if message.full_name in seen or not message.full_name.startswith("reflow."):
            continue
        seen.add(message.full_name)
        yield from message.fields
        messages.extend(field.message_type for field in message.fields if field.message_type and not is_map(field))


def is_unlimited(field: FieldDescriptor) -> bool:
    """Return whether *field* can be of any size or length."""
    limit, kind = find_limit(field), field.message_type.full_name if field.message_type else ""
    if kind == "google.protobuf.Struct":
        return not (limit.max_length and limit.max_items and limit.max_depth)
    if kind == "google.protobuf.Duration":
        return not limit.HasField("maximum")
    has_texts = field.cpp_type == FieldDescriptor.CPPTYPE_STRING or is_map(field)
    return bool((field.is_repeated and not limit.max_items) or (has_texts and not limit.max_length))


def test_every_text_list_and_nested_object_of_every_request_has_a_limit() -> None:
    fields = list(list_request_fields())
    assert len(fields) > 200, "all requests were walked"
    assert [field.full_name for field in fields if is_unlimited(field)] == []


def answered(content: Any) -> orchestrator_pb2.AnswerRunRequest:
    """Return an answer with *content*."""
    struct = Struct()
    struct.update({"a": content})
    return orchestrator_pb2.AnswerRunRequest(run_id="r", answer=questions_pb2.Answer(content=struct))


def nested(depth: int) -> Any:
    """Return lists in lists."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


CONTEXT = steps_pb2.StepContext(run_id="r", step="s", idempotency_key="k")
OVERFLOWING = Duration(seconds=2**62)
REJECTED: dict[str, tuple[Message, str]] = {
    "many values": (answered([1] * 2_001), "answer.content"),
    "many bytes": (answered("x" * 600_000), "answer.content"),
    "deep objects": (answered(nested(17)), "answer.content"),
    "infinity in an object": (answered(math.inf), "answer.content"),
    "a long option": (
        orchestrator_pb2.AnswerRunRequest(run_id="r", answer=questions_pb2.Answer(chosen=["a", "x" * 1_001])),
        "answer.chosen[1]",
    ),
    "an overflowing window": (orchestrator_pb2.GetErrorStatisticsRequest(window=OVERFLOWING), "window"),
    "a duration of two signs": (
        orchestrator_pb2.GetErrorStatisticsRequest(window=Duration(seconds=1, nanos=-1)), "window",
    ),
    "an overflowing time to answer": (
        orchestrator_pb2.StartRunRequest(note=note_workflow_pb2.NoteInput(text="a", answer_within=OVERFLOWING)),
        "note.answer_within",
    ),
    "a time beyond year 9999": (
        planner_pb2.ParseIntentRequest(
            context=CONTEXT, messages=[planner_pb2.ChatMessage(time=Timestamp(seconds=2**60))]
        ),
        "messages[0].time",
    ),
    "an unknown locale": (
        planner_pb2.ParseIntentRequest(
            context=steps_pb2.StepContext(run_id="r", step="s", idempotency_key="k", locale="fr")
        ),
        "context.locale",
    ),
    "a malformed color": (
        rag_pb2.Look(palette=["#000000", "red"]), "palette[1]",
    ),
    "an empty entry where each has a form": (
        rag_pb2.Look(palette=["#000000", ""]), "palette[1]",
    ),
    "a path as asset": (
        rag_pb2.AnalyzeReferencesRequest(context=CONTEXT, asset_ids=["../secret"]), "asset_ids[0]",
    ),
    "a number that is none": (
        critic_pb2.ReviewImageRequest(
            context=CONTEXT, result=executor_pb2.ImageResult(), parameters={"brightness": math.nan}
        ),
        "parameters.brightness",
    ),
}  # fmt: skip


def test_the_longest_label_of_an_option_can_be_chosen() -> None:
    label = "x" * find_limit(questions_pb2.Option.DESCRIPTOR.fields_by_name["label"]).max_length
    validate(orchestrator_pb2.AnswerRunRequest(run_id="r", answer=questions_pb2.Answer(chosen=[label])))


@pytest.mark.parametrize(("message", "field"), REJECTED.values(), ids=REJECTED)
def test_a_value_over_its_limit_is_rejected_by_its_path(message: Message, field: str) -> None:
    with pytest.raises(ReflowError) as caught:
        validate(message)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, field)


def test_an_object_at_its_limits_is_accepted() -> None:
    validate(answered([nested(13), *[1] * 1_900]))


def test_every_pattern_of_the_contract_is_described_in_words() -> None:
    patterns = {find_limit(field).pattern for field in list_request_fields()} - {""}
    assert patterns and not [one for one in patterns if "match" in describe_pattern(one).en]
