"""The interface of a workflow: a state, its fold, and its routing. All pure."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from services.common.contract.components import UiComponent
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Restore
from services.common.contract.questions import Answer, Question
from services.common.contract.requests import Call
from services.common.contract.role import Role
from services.common.contract.session import LastResult
from services.orchestrator.domain.events import Event


@dataclass(frozen=True, slots=True)
class Step:
    """A request to a role service, under a name that is unique in the run, for example "executor-2".

    `display_agent` names the agent that executes it, where that is not the role itself.
    """

    name: str
    role: Role
    call: Call
    display_agent: str = ""

    @property
    def agent(self) -> str:
        """The agent that executes the step."""
        return self.display_agent or self.role


@dataclass(frozen=True, slots=True)
class RunSteps:
    """Run these steps concurrently. Those in flight continue."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Record these events, then route again. They change the state, so that the loop ends."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class AskUser:
    """Ask the user, and pause until the answer. A repeated key is a bug."""

    question: Question


@dataclass(frozen=True, slots=True)
class Finish:
    """The run succeeded."""


@dataclass(frozen=True, slots=True)
class Fail:
    """The run failed."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class Summary:
    """What the session remembers of a run: its prompt, the reply, and the last image with its origin.

    `source_asset_id` is the image that the last one was changed from; `restores` where the run restored it.
    """

    prompt: str
    reply: str
    last_result: LastResult | None
    restores: Restore = Restore.UNSPECIFIED
    source_asset_id: str = ""


Next = RunSteps | Record | AskUser | Finish | Fail

State = TypeVar("State")


class Workflow(Protocol[State]):
    """A kind of run, as the engine sees it."""

    name: str

    def start(self, workflow_input: Any, locale: str, run_seed: int) -> State:
        """Return the initial state. *run_seed* derives from the id of the run."""
        ...

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after *event*."""
        ...

    def route(self, state: State) -> Next:
        """Return the next action. RunSteps is never empty."""
        ...

    def build_components(self, state: State, ended: bool) -> tuple[UiComponent, ...]:
        """Return all components to display, in order; *ended* when no event follows."""
        ...

    def summarize(self, state: State) -> Summary:
        """Return what the session remembers of the run."""
        ...

    def validate_answer(self, state: State, question: Question, answer: Answer) -> None:
        """Raise questions.AnswerInvalid when the content of *answer* cannot replace what the question displayed."""
        ...

    def uses_remote_model(self, state: State, step: Step) -> bool:
        """Whether a remote model executes *step*, which then gets a longer timeout."""
        ...

    def uses_remote_models(self, state: State) -> bool:
        """Whether the run uses remote models, and so gets a longer time limit."""
        ...

    def is_repeatable(self, state: State, step: Step) -> bool:
        """Whether *step* costs and changes nothing outside of the run, so that it may be called before it is recorded.

        When the process dies, or its run has moved on, such a step is called again by the next executor.
        """
        ...
