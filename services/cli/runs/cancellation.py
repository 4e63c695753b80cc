"""`reflow runs cancel`: cancel a run."""

from pathlib import Path

from reflow.v1 import events_pb2

from services.cli.rendering.display import Spinner
from services.cli.rendering.statuses import FINAL_STATUSES, status_name
from services.cli.runs.lookup import find_run
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.text.language import Language, Text

_CANCELLED = Text("运行 {run_id} 已取消。", "The run {run_id} is cancelled.")
_ENDED = Text("运行 {run_id} 早已结束（{status}），没有取消。", "The run {run_id} has already ended ({status}).")
_CANCELLING = Text("运行 {run_id} 正在取消。", "The run {run_id} is being cancelled.")


async def cancel_run(folder: Path | None, run_id: str, language: Language) -> None:
    """Cancel a run and print its status; a run that has ended stays as it is. Raises RUN_UNKNOWN."""
    spinner = Spinner(language)
    with handle_signals(), spinner:
        async with open_client(find_data_folder(folder), spinner.show_startup, language) as client:
            run_id = await find_run(client, run_id)
            status = await client.cancel_run(run_id)
    print(_describe(status).pick(language).format(run_id=run_id, status=status_name(status).pick(language)))


def _describe(status: events_pb2.RunStatus.ValueType) -> Text:
    """Return the text about a run with *status* after the call: another replica may still be cancelling it."""
    if status == events_pb2.RUN_STATUS_CANCELLED:
        return _CANCELLED
    return _ENDED if status in FINAL_STATUSES else _CANCELLING
