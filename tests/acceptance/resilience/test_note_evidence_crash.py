"""kill -9 of the rag process during the evidence step of a note: the step is repeated, and the note has its facts."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import grpc
import pytest
from reflow.v1 import events_pb2, note_workflow_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from services.cli.session.supervisor.ports import LOOPBACK, free_ports
from tests.fixtures.postgres.database import empty_database
from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.module_process import ModuleProcess
from tests.fixtures.systems.prompted_system import PAUSE_SECONDS, START_SECONDS, process

TIMEOUT = 240.0
READY = "service ready"
BRIEF, RESEARCH, WRITER = "brief_compiler_agent-1", "research_evidence_agent-", "writer_agent-1"


class Rag:
    """The rag service as a process of its own, which can be killed and started again at the same address."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self._folder, self._settings, self._count = folder, settings, 0
        self.process = self._start()

    def restart(self) -> None:
        """Start the service again after it was killed."""
        self.process = self._start()

    def _start(self) -> ModuleProcess:
        self._count += 1
        log = self._folder / f"rag-{self._count}.log"
        log.touch()
        running = ModuleProcess("services.rag", without_settings(os.environ) | self._settings, log)
        deadline = time.monotonic() + START_SECONDS
        while READY not in log.read_text():
            assert running.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(PAUSE_SECONDS)
        return running


@contextmanager
def _running_rag(folder: Path, settings: dict[str, str]) -> Iterator[Rag]:
    rag = Rag(folder, settings)
    try:
        yield rag
    finally:
        rag.process.kill()
        rag.process.wait(TIMEOUT)


@pytest.fixture
def system(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Rag, str]]:
    """The services of a note as processes: the rag service, and the address of the orchestrator."""
    with ExitStack() as stack:
        ports = free_ports()
        addresses = {name: f"{LOOPBACK}:{next(ports)}" for name in ("planner", "rag", "executor", "orchestrator")}
        shared = {
            "REFLOW_DATABASE_URL": stack.enter_context(empty_database(postgres_url)),
            "REFLOW_BLOBS_URL": (tmp_path / "blobs").as_uri(),
        }
        rag = stack.enter_context(_running_rag(tmp_path, shared | {"REFLOW_LISTEN": addresses["rag"]}))
        for name in ("planner", "executor"):
            stack.enter_context(
                process(f"services.{name}", tmp_path, READY, shared | {"REFLOW_LISTEN": addresses[name]})
            )
        roles = {f"REFLOW_{name.upper()}_ADDRESS": address for name, address in addresses.items()}
        # A stopped process is no reason to give up: nothing but its death ends the call.
        limits = {f"REFLOW_LIMITS__{name}_SECONDS": "600" for name in ("PLANNER", "RAG", "EXECUTOR", "RUN")}
        own = {"REFLOW_CRITIC_ADDRESS": addresses["executor"], "REFLOW_LISTEN": addresses["orchestrator"]}
        stack.enter_context(process("services.orchestrator", tmp_path, READY, shared | roles | limits | own))
        yield rag, addresses["orchestrator"]


def test_a_note_whose_rag_process_is_killed_during_the_evidence_step_still_has_its_facts(
    system: tuple[Rag, str],
) -> None:
    rag, address = system
    with grpc.insecure_channel(address) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        note = note_workflow_pb2.NoteInput(text="新手养猫第一周要准备什么", skip_clarification=True)
        run_id = stub.StartRun(orchestrator_pb2.StartRunRequest(note=note), timeout=TIMEOUT).run_id
        events, killed = list[events_pb2.RunEvent](), False
        for event in _watch(stub, run_id):
            events.append(event)
            if event.HasField("step_started") and event.step == BRIEF:
                rag.process.send_signal(signal.SIGSTOP)  # so that the evidence step cannot end before the kill
            if event.HasField("step_started") and event.step.startswith(RESEARCH) and not killed:
                killed = True
                rag.process.kill()
                assert rag.process.wait(TIMEOUT) == -signal.SIGKILL
                rag.restart()
            if event.HasField("question_asked"):
                break
        stub.CancelRun(orchestrator_pb2.CancelRunRequest(run_id=run_id), timeout=TIMEOUT)
    started = [event.step for event in events if event.HasField("step_started")]
    finished = {event.step: event.step_finished for event in events if event.HasField("step_finished")}
    evidence = [result.evidence for step, result in finished.items() if step.startswith(RESEARCH)]
    assert sum(step.startswith(RESEARCH) for step in started) >= 2, started
    assert len(evidence) == 1 and evidence[0].sources, started
    content = finished[WRITER].content
    assert content.body.count("来源：《") + content.body.count("（同上）") >= 3


def _watch(stub: orchestrator_pb2_grpc.OrchestratorServiceStub, run_id: str) -> Iterator[events_pb2.RunEvent]:
    watching = stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id), timeout=TIMEOUT)
    yield from (event for response in watching for event in response.events)
