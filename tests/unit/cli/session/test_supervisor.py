"""Plan of the processes, texts about them, and delays before restarts."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from services.cli.errors import BAD_INPUT, FAILED, CommandFailed
from services.cli.session.supervisor import texts
from services.cli.session.supervisor.backoff import next_delay
from services.cli.session.supervisor.ports import LOOPBACK, free_ports
from services.cli.session.supervisor.process_plan import Scale, SystemConfig, SystemPlan, plan_system
from services.cli.session.up import parse_scale
from services.common.text.language import Language

SITE = SystemConfig("postgresql://db/reflow", "file:///blobs", "/data/models.toml", "127.0.0.1", 8080)
SOCKETS = Path("/sockets")
FOLDER = Path("/data/postgres")


def planned(scale: Scale, folder: Path | None = FOLDER) -> SystemPlan:
    """Return a plan with the sockets of /sockets."""
    return plan_system(SITE, scale, SOCKETS, folder)


def test_the_gateway_is_stopped_first_then_orchestrators_then_roles_then_the_database() -> None:
    groups = [[process.name for process in group] for group in planned(Scale()).groups]
    assert groups == [
        ["gateway"],
        ["orchestrator-1", "orchestrator-2"],
        ["planner", "rag", "executor", "critic"],
        ["database"],
    ]


def test_an_external_database_is_not_started() -> None:
    plan = planned(Scale(), folder=None)
    assert "database" not in {process.name for group in plan.groups for process in group}


def test_callers_know_all_replicas_and_each_listens_on_its_own_socket() -> None:
    plan = planned(Scale(orchestrators=2, replicas=2))
    processes = {process.name: process for group in plan.groups for process in group}
    executors = [processes[f"executor-{number}"].settings["REFLOW_LISTEN"] for number in (1, 2)]
    assert executors == ["unix:/sockets/executor-1", "unix:/sockets/executor-2"]
    assert plan.addresses.executor == "unix:/sockets/executor-1,/sockets/executor-2"
    for caller in ("orchestrator-1", "orchestrator-2", "gateway"):
        assert processes[caller].settings["REFLOW_EXECUTOR_ADDRESS"] == plan.addresses.executor
    assert processes["gateway"].settings["REFLOW_ORCHESTRATOR_ADDRESS"] == plan.addresses.orchestrator
    listening = [
        process.settings["REFLOW_LISTEN"] for process in processes.values() if "REFLOW_LISTEN" in process.settings
    ]
    assert len(set(listening)) == 10


@pytest.mark.parametrize(
    "scale", [Scale(orchestrators, replicas) for orchestrators in range(1, 5) for replicas in range(1, 5)]
)
def test_all_processes_together_use_no_more_connections_than_the_embedded_database_allows(scale: Scale) -> None:
    processes = [process for group in planned(scale).groups for process in group]
    pools = sum(int(process.settings.get("REFLOW_POOL_SIZE", 0)) for process in processes)
    # An orchestrator has 7 in addition to its pool; 4 are for commands and maintenance.
    assert pools + 7 * scale.orchestrators + 4 <= 60


def test_models_and_stores_reach_every_service() -> None:
    services = [process for group in planned(Scale()).groups[:3] for process in group]
    for process in services:
        assert process.settings["REFLOW_MODELS"] == SITE.models
        assert process.settings["REFLOW_BLOBS_URL"] == SITE.blobs_url
        assert process.settings["REFLOW_DATABASE_URL"] == SITE.database_url


def test_the_delay_before_a_restart_grows_to_five_seconds_and_is_reset_after_a_stable_time() -> None:
    pauses, pause = [], 0.0
    for _ in range(7):
        pause = next_delay(pause, uptime=1)
        pauses.append(pause)
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert next_delay(pause, uptime=60) == 0.2


def test_a_port_in_use_is_not_yielded() -> None:
    port = next(free_ports())
    with socket.socket() as listener:
        listener.bind((LOOPBACK, port))
        listener.listen()
        assert port not in set(free_ports())


@pytest.mark.parametrize(
    ("output", "quoted"),
    [
        ("REFLOW_A: missing\nREFLOW_B: wrong\n", "REFLOW_A: missing; REFLOW_B: wrong"),
        (
            '{"event": "service ready"}\nTraceback (most recent call last):\n  x\na.b.Broken: no such thing\n',
            "no such thing",
        ),
        ('{"event": "service ready"}\n', ""),
    ],
)
def test_the_failure_of_a_process_that_does_not_start_quotes_the_end_of_its_output(output: str, quoted: str) -> None:
    failure = texts.start_failure("rag", output, Path("/logs/rag.log"), 1)
    assert failure.text.en == " ".join(f"rag did not start (status 1). {quoted} Its log: /logs/rag.log".split())
    assert failure.status == FAILED


def test_invalid_settings_of_a_process_are_bad_input() -> None:
    assert texts.start_failure("rag", "", Path("/l"), BAD_INPUT).status == BAD_INPUT


def test_the_end_of_a_process_is_described_in_both_languages() -> None:
    text = texts.ended_text("planner", -9, 0.2, "noise", Path("/logs/planner.log"))
    assert text.pick(Language.CHINESE) == "planner 意外结束（信号 SIGKILL），0.2 秒后重启。"
    assert text.pick(Language.ENGLISH) == "planner has ended (signal SIGKILL); it is started again in 0.2 s."


def test_the_text_about_a_process_that_ended_by_itself_quotes_its_output_and_names_its_log() -> None:
    text = texts.ended_text("rag", 1, 0.2, "Traceback:\n  x\na.Broken: no such thing\n", Path("/logs/rag.log"))
    assert text.zh == "rag 意外结束（退出码 1），0.2 秒后重启。 no such thing 日志：/logs/rag.log"
    assert text.en == ("rag has ended (status 1); it is started again in 0.2 s. no such thing Its log: /logs/rag.log")


def test_a_pool_size_set_by_the_operator_is_not_overridden() -> None:
    plan = plan_system(replace(SITE, pool_size="7"), Scale(), SOCKETS, FOLDER)
    assert not any("REFLOW_POOL_SIZE" in process.settings for group in plan.groups for process in group)


def test_numbers_of_processes_are_rejected_without_separate_processes() -> None:
    assert parse_scale(processes=False, orchestrators=None, replicas=None) is None
    assert parse_scale(processes=True, orchestrators=3, replicas=None) == Scale(3, 1)
    with pytest.raises(CommandFailed):
        parse_scale(processes=False, orchestrators=3, replicas=None)
