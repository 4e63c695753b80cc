"""Every call and every input has the fields of its message."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflow.v1 import planner_pb2

from services.orchestrator.adapters.grpc_roles import _REQUESTS
from services.orchestrator.adapters.mirror import message_of, value_of
from services.orchestrator.domain.calls import Call, ParseIntent
from services.orchestrator.domain.values import Action, Intent
from tests.unit.orchestrator.strategies import mirrored


@pytest.mark.parametrize("kind", get_args(Call), ids=lambda kind: kind.__name__)
def test_every_call_becomes_its_request_and_back(kind: Any) -> None:
    @given(mirrored(kind))
    @settings(max_examples=20)
    def comes_back(call: Any) -> None:
        assert value_of(message_of(call, _REQUESTS[kind]), kind) == call

    comes_back()


def test_every_call_has_a_request() -> None:
    assert set(_REQUESTS) == set(get_args(Call))


@given(st.integers(5, 2**31 - 1))
def test_a_member_that_this_version_does_not_know_is_unknown(number: int) -> None:
    assert value_of(planner_pb2.Intent(action=number), Intent).action is Action.UNKNOWN  # type: ignore[arg-type]


def test_a_field_that_the_message_does_not_have_is_told_by_name() -> None:
    with pytest.raises(TypeError, match=r"ParseIntent\.text is no field of reflow\.v1\.Intent"):
        message_of(ParseIntent("", False, False, (), None, False, False), planner_pb2.Intent)
