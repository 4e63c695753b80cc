"""What the states of a run are called, and the colour each has."""

from reflow.v1 import events_pb2

from services.common.language import Text

STATUSES = {
    events_pb2.RUN_STATUS_WAITING: (Text("排队", "waiting"), "yellow"),
    events_pb2.RUN_STATUS_RUNNING: (Text("进行中", "running"), "cyan"),
    events_pb2.RUN_STATUS_PAUSED: (Text("待回答", "paused"), "magenta"),
    events_pb2.RUN_STATUS_SUCCEEDED: (Text("完成", "succeeded"), "green"),
    events_pb2.RUN_STATUS_FAILED: (Text("失败", "failed"), "red"),
    events_pb2.RUN_STATUS_CANCELLED: (Text("已取消", "cancelled"), "yellow"),
}
_UNTOLD = (Text("未知", "unknown"), "dim")
ENDED = (events_pb2.RUN_STATUS_SUCCEEDED, events_pb2.RUN_STATUS_FAILED, events_pb2.RUN_STATUS_CANCELLED)
# The longest of them: a column of it is never cut.
STATUS_WIDTH = 9


def status_name(status: events_pb2.RunStatus.ValueType) -> Text:
    """Return what a status is called."""
    return STATUSES.get(status, _UNTOLD)[0]


def typed_status(status: events_pb2.RunStatus.ValueType) -> str:
    """Return a status as it is typed, for programs: "succeeded", in every language."""
    return events_pb2.RunStatus.Name(status).removeprefix("RUN_STATUS_").lower()


def status_colour(status: events_pb2.RunStatus.ValueType) -> str:
    """Return the colour of a status."""
    return STATUSES.get(status, _UNTOLD)[1]
