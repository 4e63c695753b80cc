"""Names and colors of the statuses of a run."""

from reflow.v1 import events_pb2

from services.common.contract.proto_values.enums import enum_name
from services.common.text.language import Text

STATUSES = {
    events_pb2.RUN_STATUS_WAITING: (Text("排队", "waiting"), "yellow"),
    events_pb2.RUN_STATUS_RUNNING: (Text("进行中", "running"), "cyan"),
    events_pb2.RUN_STATUS_PAUSED: (Text("待回答", "paused"), "magenta"),
    events_pb2.RUN_STATUS_SUCCEEDED: (Text("完成", "succeeded"), "green"),
    events_pb2.RUN_STATUS_FAILED: (Text("失败", "failed"), "red"),
    events_pb2.RUN_STATUS_CANCELLED: (Text("已取消", "cancelled"), "yellow"),
}
_UNKNOWN = (Text("未知", "unknown"), "dim")
FINAL_STATUSES = (events_pb2.RUN_STATUS_SUCCEEDED, events_pb2.RUN_STATUS_FAILED, events_pb2.RUN_STATUS_CANCELLED)
# The width of the longest name: its column is never truncated.
STATUS_WIDTH = 9


def status_name(status: events_pb2.RunStatus.ValueType) -> Text:
    """Return the name of a status."""
    return STATUSES.get(status, _UNKNOWN)[0]


def status_keyword(status: events_pb2.RunStatus.ValueType) -> str:
    """Return the keyword of a status for programs: "succeeded", in every language."""
    return enum_name(events_pb2.RunStatus.DESCRIPTOR, status)


def status_color(status: events_pb2.RunStatus.ValueType) -> str:
    """Return the color of a status."""
    return STATUSES.get(status, _UNKNOWN)[1]
