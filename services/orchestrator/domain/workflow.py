"""What a workflow is to the engine: a state, its fold, and what to do next. All pure."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from services.orchestrator.domain.calls import Call
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.questions import Answer, Question
from services.orchestrator.domain.values import Failure, LastResult, Role


@dataclass(frozen=True, slots=True)
class Step:
    """A call to a role service under a name that is unique in the run, for example "executor-2".

    `told_as` names the agent whose work it is, where that is not the role itself.
    """

    name: str
    role: Role
    call: Call
    told_as: str = ""

    @property
    def agent(self) -> str:
        """The agent whose work it is."""
        return self.told_as or self.role


@dataclass(frozen=True, slots=True)
class RunSteps:
    """Run these, side by side; those that are running already go on."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Record these events, then ask again. They change the state, so this ends."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a person, and go on once they have answered. A key that was asked before is a bug."""

    question: Question


@dataclass(frozen=True, slots=True)
class Finish:
    """The job is done."""


@dataclass(frozen=True, slots=True)
class Fail:
    """The job cannot be done."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session remembers of a run: what was said on both sides, and the last picture."""

    asked: str
    answered: str
    last_result: LastResult | None


Next = RunSteps | Record | Ask | Finish | Fail

State = TypeVar("State")


class Workflow(Protocol[State]):
    """A kind of run. The engine knows workflows by this alone."""

    name: str

    def begin(self, asked: Any, locale: str, run_seed: int) -> State:
        """Return the first state. *asked* is this workflow's WorkflowInput, *run_seed* is drawn from the run's id."""
        ...

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after *event*."""
        ...

    def route(self, state: State) -> Next:
        """Return what to do next; RunSteps of nothing never."""
        ...

    def present(self, state: State, ended: bool) -> tuple[UiComponent, ...]:
        """Return all the person should see of *state*, in order; *ended* when nothing will follow."""
        ...

    def summarize(self, state: State) -> Summary:
        """Return what the session is to remember of the run."""
        ...

    def check_answer(self, state: State, question: Question, answer: Answer) -> None:
        """Raise questions.Unfit when the content of *answer* cannot take the place of what was shown."""
        ...

    def remote(self, state: State, step: Step) -> bool:
        """Whether a remote model does the work of the executor's *step*, which may then take longer."""
        ...

    def remote_run(self, state: State) -> bool:
        """Whether remote models have a part in the run, which may then take longer."""
        ...
