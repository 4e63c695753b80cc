"""Every call and every input has the fields of its message."""

from dataclasses import dataclass
from datetime import date
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflow.v1 import components_pb2, notes_pb2, planner_pb2

from services.common.contract.components import MaskRequest, UiComponent
from services.common.contract.image_chat import Action, Intent
from services.common.contract.proto_mapper import from_proto, set_fields, to_proto
from services.common.contract.requests import Call, ParseIntent
from services.orchestrator.adapters.grpc_roles import REQUEST_CLASSES
from tests.unit.orchestrator.strategies import mirrored


@dataclass(frozen=True)
class Span:
    """Mirrors reflow.v1.TrendSpan in part."""

    first_day: date
    last_day: date


@pytest.mark.parametrize("kind", get_args(Call), ids=lambda kind: kind.__name__)
def test_every_call_becomes_its_request_and_back(kind: Any) -> None:
    @given(mirrored(kind))
    @settings(max_examples=20)
    def comes_back(call: Any) -> None:
        assert from_proto(to_proto(call, REQUEST_CLASSES[kind]), kind) == call

    comes_back()


def test_every_call_has_a_request() -> None:
    assert set(REQUEST_CLASSES) == set(get_args(Call))


@given(st.integers(5, 2**31 - 1))
def test_a_member_that_this_version_does_not_know_is_unknown(number: int) -> None:
    assert from_proto(planner_pb2.Intent(action=number), Intent).action is Action.UNKNOWN  # type: ignore[arg-type]


def test_a_union_is_a_oneof_and_a_date_is_a_string() -> None:
    component = UiComponent("c", MaskRequest("a", "?"))
    assert from_proto(to_proto(component, components_pb2.UiComponent), UiComponent) == component
    span = Span(date(2026, 4, 1), date(2026, 4, 30))
    message = to_proto(span, notes_pb2.TrendSpan)
    assert message.first_day == "2026-04-01"
    assert from_proto(message, Span) == span


def test_a_oneof_without_a_member_is_rejected() -> None:
    with pytest.raises(ValueError, match="UiComponent has no widget that this version knows"):
        from_proto(components_pb2.UiComponent(id="c"), UiComponent)


def test_a_field_that_the_message_does_not_have_is_reported_by_name() -> None:
    with pytest.raises(TypeError, match=r"ParseIntent\.text is no field of reflow\.v1\.Intent"):
        to_proto(ParseIntent("", False, False, (), None, False, False), planner_pb2.Intent)


def test_fields_are_set_from_mapped_values_and_none_leaves_a_field_unset() -> None:
    report = notes_pb2.GetTrendReportResponse()
    spans = [Span(date(2026, 1, 1), date(2026, 1, 31)), notes_pb2.TrendSpan(first_day="2026-02-01")]
    set_fields(report, spans=spans)
    assert [span.first_day for span in report.spans] == ["2026-01-01", "2026-02-01"]
    component = components_pb2.UiComponent()
    set_fields(component, mask_request=None, time=None)
    assert component == components_pb2.UiComponent()
