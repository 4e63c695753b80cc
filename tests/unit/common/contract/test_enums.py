"""Members of the contract's enums by their short names."""

from enum import Enum

import pytest
from reflow.v1 import events_pb2, schedules_pb2

from services.common.contract.proto_values.enums import enum_member, enum_name, enum_number

STATUS, POLICY = events_pb2.RunStatus.DESCRIPTOR, schedules_pb2.MissedPolicy.DESCRIPTOR


class Status(Enum):
    PAUSED = "paused"


def test_a_number_is_found_by_the_name_that_users_type() -> None:
    assert enum_number(STATUS, "succeeded") == events_pb2.RUN_STATUS_SUCCEEDED
    assert enum_number(POLICY, "run-once") == schedules_pb2.MISSED_POLICY_RUN_ONCE


@pytest.mark.parametrize("number", [0, 999])
def test_zero_and_unknown_numbers_have_the_default_name(number: int) -> None:
    assert enum_name(STATUS, number, "none") == "none"


def test_a_number_is_the_member_of_its_name() -> None:
    assert enum_member(STATUS, events_pb2.RUN_STATUS_PAUSED, Status) is Status.PAUSED


@pytest.mark.parametrize("number", [0, 999, events_pb2.RUN_STATUS_FAILED])
def test_a_number_without_a_member_is_rejected(number: int) -> None:
    with pytest.raises(ValueError, match="RunStatus has no member"):
        enum_member(STATUS, number, Status)
