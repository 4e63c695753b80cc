"""Planning of a task: the data that the planner reads first, and templates that are matched by their meaning."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import (
    MAX_READINGS,
    READING_TOOLS,
    AgentIteration,
    AgentTeamInput,
    AgentToolCall,
    FileKind,
    RankedCandidates,
    Stage,
    TaskCandidate,
    TaskCandidates,
    TeamFile,
)
from services.common.contract.failure import Failure
from services.common.errors import Code
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.team import AgentTeam
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.simulation import SimulatedRun, simulate, started
from tests.unit.orchestrator.team.team_roles import CATALOG, LIMITS, PASSED, Reported, make_iteration, make_plan

FILE = TeamFile("a.py", FileKind.TEXT, content=b"secret = 1\n")
REQUEST = AgentTeamInput("split what a.py describes", attachments=(FILE,))
CALL = AgentToolCall("call00101", "read_file", b'{"path":"a.py"}')
READING = AgentIteration("what is in it?", tool_calls=(CALL,), done=False)
READ = replace(READING, tool_calls=(replace(CALL, result=b'{"text":"secret = 1"}'),))
PLAN = make_plan(Stage("a", "coder"))
RANKED = RankedCandidates(("template:code-map",))
FOUND = TaskCandidates((TaskCandidate("template:code-map", ("Map a code base",)),))


@dataclass
class Played:
    """A run, and the steps that were called for it."""

    run: SimulatedRun
    calls: list[Step]

    @property
    def names(self) -> list[str]:
        return [step.name for step in self.calls]

    @property
    def failure(self) -> Failure:
        assert self.run.run.failure is not None
        return self.run.run.failure

    def find(self, name: str) -> team_requests.PlanTask:
        """Return the request for a plan of the step *name*."""
        (call,) = [step.call for step in self.calls if step.name == name]
        assert isinstance(call, team_requests.PlanTask)
        return call


def play(
    *answers: Reported,
    read: Reported = READ,
    rank: Reported = RANKED,
    log: Sequence[ev.RecordedEvent] = (started(REQUEST),),
) -> Played:
    """Continue from *log*; the planner returns *answers*, one per reading and ranking, then repeats the last one."""
    calls = list[Step]()

    def answer(step: Step, _: int) -> Reported:
        calls.append(step)
        match step.call:
            case team_requests.PlanTask(readings=readings, ranked=ranked):
                return answers[min(len(readings) + (ranked is not None), len(answers) - 1)]
            case team_requests.RankCandidates():
                return rank
            case team_requests.EvaluateTask():
                return PASSED
            case _:
                return read if step.name.startswith("read-") else make_iteration()

    return Played(simulate(log, answer, LIMITS, workflow=AgentTeam(LIMITS)), calls)


def test_the_planner_reads_as_steps_of_the_run_and_its_next_step_has_the_results() -> None:
    played = play(READING, READING, PLAN)
    assert played.run.run.status is ev.RunStatus.SUCCEEDED
    assert played.names == ["plan-1", "read-1", "plan-1-2", "read-2", "plan-1-3", "a-0-1-1-1", "evaluate-1"]
    reading, planning = played.calls[1].call, played.find("plan-1-3")
    assert isinstance(reading, team_requests.RunAgent)
    assert reading.task.agent.tools == READING_TOOLS
    assert reading.task.workflow.attachments == (FILE,)
    assert [one.tool_calls[0].result for one in planning.readings] == [b'{"text":"secret = 1"}'] * 2
    assert not any(file.content for file in planning.attachments)


def test_the_reading_tools_are_those_of_the_planner_that_ships() -> None:
    assert CATALOG.agents["planner"].tools == READING_TOOLS


def test_a_planner_that_never_stops_reading_ends_in_one_error() -> None:
    played = play(READING)
    assert played.failure.code is Code.WORKFLOW_ERROR
    assert len([name for name in played.names if name.startswith("read-")]) == MAX_READINGS


def test_files_that_cannot_be_read_leave_a_warning_and_the_planner_learns_of_it() -> None:
    played = play(replace(READING, duration_ms=7), PLAN, read=Failure(Code.ASSET_UNKNOWN, "gone"))
    assert played.run.run.status is ev.RunStatus.SUCCEEDED
    assert len(played.run.of(ev.WarningRecorded)) == 1
    (unread,) = played.find("plan-1-2").readings
    assert unread.tool_calls[0].failed and unread.duration_ms == 7


def test_candidates_are_ranked_and_the_planner_plans_with_the_ranking() -> None:
    played = play(FOUND, PLAN)
    assert played.run.run.status is ev.RunStatus.SUCCEEDED
    assert played.names == ["plan-1", "rank", "plan-1-2", "a-0-1-1-1", "evaluate-1"]
    assert played.calls[1].call == team_requests.RankCandidates(REQUEST.text, FOUND.candidates)
    assert played.find("plan-1-2").ranked == RANKED


def test_a_failed_ranking_is_the_failure_of_the_run() -> None:
    played = play(FOUND, PLAN, rank=Failure(Code.VECTOR_DB_ERROR, "no model"))
    assert played.failure.code is Code.VECTOR_DB_ERROR
    assert set(played.names) == {"plan-1", "rank"}


def test_a_planner_that_requests_a_second_ranking_ends_in_one_error() -> None:
    again = play(FOUND)
    assert again.failure.code is Code.WORKFLOW_ERROR
    assert again.names == ["plan-1", "rank", "plan-1-2"]


@pytest.mark.parametrize("answers", [(READING, PLAN), (FOUND, PLAN)], ids=["reading", "ranking"])
def test_a_run_cut_during_planning_continues_and_repeats_no_finished_step(answers: tuple[Reported, ...]) -> None:
    whole = play(*answers)
    for cut in range(1, len(whole.run.log)):
        log = whole.run.log[:cut]
        done = {one.event.step for one in log if isinstance(one.event, ev.StepFinished)}
        rest = play(*answers, log=log)
        assert rest.run.run.status is ev.RunStatus.SUCCEEDED
        assert not done.intersection(rest.names)
