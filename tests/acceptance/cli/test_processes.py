"""`reflow up --processes`: its processes are killed, one by one and all at once."""

import signal
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import psutil
import pytest

from services.cli.session.announcement import find_running
from tests.fixtures.gateway.note_client import Thread
from tests.fixtures.systems.command_line import PATIENT, CommandLine
from tests.fixtures.systems.system import SseEvent, System, read_events, running

# Time that the start of Python may add on a busy machine.
TIMEOUT = 120.0
READERS = 4


def wait_until(predicate: Callable[[], object]) -> None:
    """Wait until *predicate* is true."""
    deadline = time.monotonic() + TIMEOUT
    while not predicate():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.05)


def serving(system: System, service: str) -> list[psutil.Process]:
    """Return the processes that run one service."""
    children = psutil.Process(system.process.pid).children()
    return [child for child in children if f"services.{service}" in _command(child)]


def _command(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:  # it has ended
        return []


def everything(system: System) -> list[psutil.Process]:
    """Return all processes of a system, including its database and workers."""
    return list(psutil.Process(system.process.pid).children(recursive=True))


def socket_folder(processes: Iterable[psutil.Process]) -> Path:
    """Return the folder of the socket of the database among *processes*."""
    words = [word for process in processes for word in _command(process)]
    (folder,) = [word.partition("=")[2] for word in words if word.startswith("--unix_socket_directories=")]
    return Path(folder)


def has_gone(process: psutil.Process) -> bool:
    """Return whether a process has ended; also one whose parent has not collected its status."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.fixture(scope="module")
def supervised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """A system with a process for each service, and two orchestrators. No web search responds."""
    settings = {"REFLOW_LIMITS__RETRY_PACE": "0.1", "REFLOW_WEB_SEARCH_URL": "http://127.0.0.1:1"}
    with running(tmp_path_factory.mktemp("processes"), "--processes", **PATIENT, **settings) as system:
        yield system


def test_when_an_orchestrator_is_killed_every_reader_sees_each_event_once_and_every_run_succeeds(
    supervised: System,
) -> None:
    painting = Event()

    def read(number: int) -> list[SseEvent]:
        seen = []
        body = {"text": f"水墨山水 {number}", "width": 1024, "height": 1024}
        with supervised.http.stream("POST", "/api/agent/chat", json=body) as response:
            for event in read_events(response.iter_lines()):
                seen.append(event)
                if event.type == "progress" and event.data["node"] == "executor":
                    painting.set()
        return seen

    killed, other = serving(supervised, "orchestrator")
    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read, number) for number in range(READERS)]
        assert painting.wait(TIMEOUT)
        killed.kill()
        logs = [reader.result() for reader in readers]
    for events in logs:
        run_id = str(events[0].body["runId"])
        assert [event.id for event in events] == [event.id for event in supervised.events(run_id)]
        assert len({event.id for event in events}) == len(events)
        assert events[-1].type == "stream_end"
        assert supervised.state(run_id)["status"] == "succeeded"
    wait_until(lambda: len(serving(supervised, "orchestrator")) == 2)
    assert other in serving(supervised, "orchestrator")


def test_only_the_gateway_has_a_port_and_no_other_user_reaches_the_sockets(supervised: System) -> None:
    for process in everything(supervised):
        try:
            connections, is_gateway = process.net_connections("tcp"), "services.gateway" in _command(process)
        except psutil.NoSuchProcess:
            continue  # A worker of the orchestrator that the test before killed.
        ports = [one for one in connections if one.status == psutil.CONN_LISTEN]
        assert bool(ports) == is_gateway, process
    running_system = find_running(supervised.data)
    assert running_system is not None
    sockets = [Path(path) for path in running_system.orchestrator.removeprefix("unix:").split(",")]
    assert all(path.is_socket() for path in sockets)
    assert {stat.S_IMODE(path.parent.stat().st_mode) for path in sockets} == {0o700}


def test_a_killed_role_service_is_restarted_and_a_run_that_needs_it_succeeds(supervised: System) -> None:
    (killed,) = serving(supervised, "planner")
    killed.kill()
    wait_until(lambda: [process for process in serving(supervised, "planner") if process != killed])
    assert supervised.chat({"text": "a flower"})[-1].type == "stream_end"


def test_the_errors_of_every_process_are_counted_and_a_restart_loses_none(supervised: System) -> None:
    def count(code: str) -> int:
        response = supervised.http.get("/api/errors", params={"code": code})
        assert response.status_code == 200, response.text
        assert response.json()["count"] == sum(rate["count"] for rate in response.json()["rates"])
        return int(response.json()["total"])

    thread = Thread(supervised.http)
    thread.request_note("写一篇杭州春游攻略", seed=7)
    thread.cancel()
    supervised.chat({"text": "a cat", "preferredModel": "nope"})
    assert supervised.http.get(f"/api/assets/{'0' * 64}/info").status_code == 404
    assert supervised.http.get("/nope").status_code == 404
    # Raised in rag, in an orchestrator, in the executor and in the gateway.
    codes = ("TOOL_FAILED", "MODEL_UNKNOWN", "ASSET_UNKNOWN", "INVALID_INPUT_FORMAT")
    wait_until(lambda: all(map(count, codes)))
    counted = {code: count(code) for code in codes}
    killed = [*serving(supervised, "orchestrator"), *serving(supervised, "rag")]
    for process in killed:
        process.kill()
    wait_until(lambda: len(set(serving(supervised, "orchestrator")) - set(killed)) == 2)
    wait_until(lambda: supervised.http.get("/readyz").status_code == 200)
    assert {code: count(code) for code in codes} == counted
    assert supervised.http.get("/api/errors?code=NOPE").json()["error"]["metadata"]["field"] == "code"


def test_a_command_on_the_same_folder_uses_the_running_system(supervised: System, tmp_path: Path) -> None:
    ended = CommandLine(supervised.data, tmp_path).run("画一只猫", "--json")
    assert ended.status == 0
    assert ended.events[-1]["runEnded"]["status"] == "RUN_STATUS_SUCCEEDED"
    assert supervised.state(ended.events[0]["runId"])["status"] == "succeeded"


def test_ctrl_c_during_startup_exits_with_130(tmp_path: Path) -> None:
    process = CommandLine(tmp_path, tmp_path).start("up", "--processes", "--port", "0")
    assert process.stderr is not None
    assert process.stderr.readline() == "正在准备…\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, out, err.splitlines()[-1]) == (130, "", "已取消。")


def test_no_process_is_left_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, "--processes", "--orchestrators", "1") as system:
        check_nothing_is_left(system, System.kill)


# Last, because it stops the system that the other tests share: a start of all processes takes longer than any test.
def test_no_process_is_left_when_the_supervisor_is_stopped(supervised: System) -> None:
    check_nothing_is_left(supervised, System.stop)


def check_nothing_is_left(system: System, end: Callable[[System], object]) -> None:
    """Stop a system after a run; fail unless its processes, sockets and announcement are gone."""
    system.chat({"text": "a cat"})  # workers have been started
    processes = everything(system)
    sockets = socket_folder(processes)
    assert sockets.exists()
    end(system)
    wait_until(lambda: all(map(has_gone, processes)))
    assert not sockets.exists()
    assert find_running(system.data) is None
