"""Hypothesis strategies for everything that can occur in a run."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from services.common.contract import activity
from services.common.contract import components as ui
from services.common.contract.activity import Usage
from services.common.contract.assets import Asset
from services.common.contract.failure import Failure
from services.common.contract.image_chat import (
    Action,
    EnhancedPrompt,
    ImageChatInput,
    ImageResult,
    Intent,
    Look,
    RetrievedStyle,
    TaskType,
    Verdict,
)
from services.common.contract.note import ComposedNote, NoteInput
from services.common.contract.questions import Answer, Decision, Option, Question, Selection
from services.common.contract.role import Role
from services.common.contract.session import ChatMessage, LastResult
from services.common.errors import Code
from services.orchestrator.adapters.event_mapper import RESULT_KINDS
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.usage import Resource

# Protobuf strings hold any Unicode except unpaired surrogates.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
numbers = st.floats(allow_nan=False, allow_infinity=False)
shares = st.floats(0, 1)
uint32 = st.integers(0, 2**32 - 1)
uint64 = st.integers(0, 2**64 - 1)
parameters = st.dictionaries(texts, numbers, max_size=3)
# Durations travel as whole nanoseconds, retries as whole microseconds.
seconds = st.integers(0, 10**12).map(lambda nanoseconds: nanoseconds / 1e9)
waits = st.integers(0, 10**10).map(lambda microseconds: microseconds / 1e6)
times = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds are naive

codes = st.sampled_from(Code)
agents = st.sampled_from(Role)
failures = st.builds(Failure, codes, texts, texts, texts, st.none() | seconds, texts)
chat_messages = st.builds(ChatMessage, st.sampled_from(("user", "assistant")), texts)
last_results = st.builds(LastResult, texts, texts, texts, texts, uint64, uint32, uint32, parameters)
inputs = st.builds(
    ImageChatInput, texts, texts, texts, texts, uint32, uint32, st.none() | st.integers(0, 2**53 - 1), st.booleans()
)
intents = st.builds(
    Intent, st.sampled_from(Action), texts, texts, shares, texts, parameters, texts, texts, st.booleans()
)
looks = st.builds(Look, texts, st.lists(texts, max_size=6).map(tuple))
styles = st.builds(RetrievedStyle, texts, texts, texts, shares, looks)
prompts = st.builds(EnhancedPrompt, texts, st.lists(styles, max_size=3).map(tuple), texts)
assets = st.builds(Asset, texts, uint32, uint32, uint64, texts, texts)
images = st.builds(ImageResult, assets, st.sampled_from(TaskType), texts, uint64, texts, parameters, uint32)
lines = st.lists(texts, max_size=3).map(tuple)
verdicts = st.builds(Verdict, st.booleans(), shares, parameters, texts, lines, texts, lines, st.booleans())


def mirrored(kind: Any) -> st.SearchStrategy[Any]:
    """Return any value of *kind*: a dataclass of the domain, or the type of one of its fields."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(kind, **{field.name: mirrored(hints[field.name]) for field in fields(kind)})  # type: ignore[arg-type]
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*(mirrored(part) for part in get_args(kind)))
    if get_origin(kind) is tuple:
        return st.lists(mirrored(get_args(kind)[0]), max_size=2).map(tuple)
    if get_origin(kind) is Mapping:
        return parameters
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    return OF_TYPE[kind]


OF_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    str: texts, bytes: st.binary(max_size=50),
    int: uint32, float: waits, bool: st.booleans(), type(None): st.none(), datetime: times,
}  # fmt: skip
note_products = st.one_of(*(mirrored(kind) for kind in RESULT_KINDS.values()))
results = intents | prompts | images | verdicts | note_products

values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda children: st.lists(children, max_size=3) | st.dictionaries(texts, children, max_size=3),
    max_leaves=5,
)
structs = st.dictionaries(texts, values, max_size=3)
usages = st.builds(Usage, texts, texts, uint64, uint64, uint32, numbers, texts, uint32)
activities = (
    st.builds(activity.Thought, texts)
    | st.builds(activity.Message, texts)
    | st.builds(activity.Progress, st.sampled_from(activity.Phase), shares, texts)
    | st.builds(activity.ToolCall, texts, texts, structs)
    | st.builds(activity.ToolResult, texts, texts, structs)
    | usages
)

widgets = (
    st.builds(ui.AgentMessage, st.sampled_from(ui.MessageState), texts)
    | st.builds(ui.ImageCard, images, st.none() | shares)
    | st.builds(
        ui.ParameterPanel,
        texts,
        st.lists(st.builds(ui.Parameter, texts, texts, numbers, numbers, numbers), max_size=2).map(tuple),
    )
    | st.builds(ui.SuggestionChips, lines)
    | st.builds(ui.MaskRequest, texts, texts)
)
components = st.builds(ui.UiComponent, texts, widgets)

answers = st.builds(Answer, st.sampled_from(Decision), texts, lines, structs)
questions = st.builds(
    Question, texts, texts, texts, st.lists(st.sampled_from(Decision), max_size=4).map(tuple),
    st.lists(st.builds(Option, texts, texts), max_size=3).map(tuple), st.sampled_from(Selection), st.booleans(),
    structs, st.none() | waits, st.none() | answers,
)  # fmt: skip

attempts = st.integers(1, 9)
# A step has a name; what is reported under none is reported by no step.
names = texts.filter(bool)
EVENTS = {
    ev.RunStarted: st.builds(
        ev.RunStarted, inputs | mirrored(NoteInput), st.sampled_from(("zh", "en")), st.none() | waits
    ),
    ev.SessionRecalled: st.builds(
        ev.SessionRecalled, st.lists(chat_messages, max_size=3).map(tuple), st.none() | last_results
    ),
    ev.RunResumed: st.builds(ev.RunResumed, st.integers(1, 2**63 - 1)),
    ev.StepStarted: st.builds(ev.StepStarted, texts, agents.map(str), attempts),
    ev.ActivityEmitted: st.builds(ev.ActivityEmitted, names, agents.map(str), attempts, activities),
    ev.AgentActivityEmitted: st.builds(ev.AgentActivityEmitted, texts, activities),
    ev.RouteDecided: st.builds(ev.RouteDecided, texts, texts, st.booleans()),
    ev.WorkDelivered: st.builds(ev.WorkDelivered, mirrored(ComposedNote)),
    ev.StepFinished: st.builds(ev.StepFinished, texts, agents.map(str), attempts, results),
    ev.StepFailed: st.builds(ev.StepFailed, texts, agents.map(str), attempts, failures, st.none() | waits),
    ev.RunReflowed: st.builds(ev.RunReflowed, st.integers(1, 9), texts, shares, texts),
    ev.ComponentShown: st.builds(ev.ComponentShown, components),
    ev.WarningRecorded: st.builds(ev.WarningRecorded, failures),
    ev.ErrorRaised: st.builds(ev.ErrorRaised, failures),
    ev.BudgetReached: st.builds(
        ev.BudgetReached, st.sampled_from(Resource), numbers, numbers, st.sampled_from(ev.BudgetAction), texts
    ),
    ev.QuestionAsked: st.builds(ev.QuestionAsked, questions, texts, st.none() | times),
    ev.QuestionAnswered: st.builds(ev.QuestionAnswered, texts, answers, st.booleans(), texts),
    ev.RunEnded: st.builds(ev.RunEnded, st.sampled_from(ev.RunStatus), st.none() | failures),
}
recorded = st.builds(ev.RecordedEvent, st.integers(1, 2**63 - 1), times, st.one_of(*EVENTS.values()))
