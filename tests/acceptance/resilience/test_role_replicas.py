"""A role service with several replicas, one of which is killed during a call."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from reflow.v1 import events_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from services.cli.session.supervisor.ports import LOOPBACK, free_ports
from tests.fixtures.postgres.database import empty_database
from tests.fixtures.runs.orchestrator import final_status, step_attempts
from tests.fixtures.systems.prompted_system import process

TIMEOUT = 120.0
STEPS = ("planner-1", "rag-1", "executor-1", "critic-1")


@dataclass(frozen=True)
class Call:
    """A call that a replica accepted."""

    pid: int
    step: str
    attempt: int
    key: str


@dataclass(frozen=True)
class Replicas:
    """An orchestrator before two replicas of all role services."""

    orchestrator: str
    logs: tuple[Path, ...]

    def calls(self, step: str) -> list[Call]:
        """Return the calls of a step, by attempt."""
        lines = [line for log in self.logs for line in log.read_text().splitlines() if line.startswith("[")]
        calls = [Call(*json.loads(line)) for line in lines]
        return sorted((call for call in calls if call.step == step), key=lambda call: call.attempt)

    def called(self, step: str) -> Call:
        """Wait for the first call of a step."""
        deadline = time.monotonic() + TIMEOUT
        while not (calls := self.calls(step)):
            assert time.monotonic() < deadline, f"{step} was not called"
            time.sleep(0.02)
        return calls[0]


# The critic is not here: it is never attempted again (services/orchestrator/domain/retry_policy.py).
@pytest.fixture(params=["rag-1", "executor-1"])
def step(request: pytest.FixtureRequest) -> str:
    """The step whose first call never ends."""
    return str(request.param)


@pytest.fixture
def replicas(postgres_url: str, tmp_path: Path, step: str) -> Iterator[Replicas]:
    with ExitStack() as stack:
        ports, logs = free_ports(), []
        addresses = [f"{LOOPBACK}:{next(ports)}" for _ in range(3)]
        for address in addresses[:2]:
            folder = tmp_path / address
            folder.mkdir()
            reported = {"REFLOW_LISTEN": address, "REFLOW_STUCK_STEP": step}
            logs.append(
                stack.enter_context(process("tests.fixtures.runs.roles.keyed_roles", folder, "ready", reported))
            )
        settings = {
            f"REFLOW_{role}_ADDRESS": f"ipv4:{','.join(addresses[:2])}"
            for role in ("PLANNER", "RAG", "EXECUTOR", "CRITIC")
        }
        settings |= {"REFLOW_DATABASE_URL": stack.enter_context(empty_database(postgres_url))}
        # Nothing but the death of the replica ends the call.
        settings |= {
            f"REFLOW_LIMITS__{role}_SECONDS": "600" for role in ("PLANNER", "RAG", "EXECUTOR", "CRITIC", "RUN")
        }
        settings |= {"REFLOW_LIMITS__RETRY_PACE": "0.01", "REFLOW_LISTEN": addresses[2]}
        stack.enter_context(process("services.orchestrator", tmp_path, "service ready", settings))
        yield Replicas(addresses[2], tuple(logs))


def test_a_step_whose_replica_is_killed_is_executed_by_another_under_the_same_key_and_the_run_succeeds(
    replicas: Replicas, step: str
) -> None:
    with grpc.insecure_channel(replicas.orchestrator) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        requested = orchestrator_pb2.StartRunRequest(image_chat=events_pb2.ImageChatInput(text="画一只水墨猫"))
        run_id = stub.StartRun(requested, timeout=TIMEOUT).run_id
        os.kill(replicas.called(step).pid, signal.SIGKILL)
        watching = stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id), timeout=TIMEOUT)
        events = [event for response in watching for event in response.events]
    assert final_status(events) == ("SUCCEEDED", "")
    first, second = replicas.calls(step)
    assert first.pid != second.pid
    assert first.key == second.key != ""
    assert step_attempts(events, "step_finished") == [(each, 2 if each == step else 1) for each in STEPS]
