"""The execution of a graph, as the engine sees it."""

from services.common.contract.components import AgentMessage, ImageCard, UiComponent
from services.common.contract.graphs.graph_execution import GraphExecutionInput, GraphOutput
from services.common.contract.image_chat import ImageResult, TaskType
from services.common.contract.questions import Answer, Question
from services.common.text.language import Language
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.graph_execution import texts
from services.orchestrator.domain.graph_execution.router import route
from services.orchestrator.domain.graph_execution.state import GraphExecutionState, evolve
from services.orchestrator.domain.remote_models import NO_REMOTE_MODELS, RemoteModels
from services.orchestrator.domain.status_message import build_status_message
from services.orchestrator.domain.workflow import Next, Step, Summary

# Cards of a run: the components that a client displays are limited, too.
MAX_CARDS = 50


class GraphExecution:
    """The workflow `graph_execution`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "graph_execution"

    def __init__(self, remote: RemoteModels = NO_REMOTE_MODELS) -> None:
        self._remote = remote

    def start(self, execution_input: GraphExecutionInput, locale: str, run_seed: int) -> GraphExecutionState:
        return GraphExecutionState(execution_input, Language(locale))

    def evolve(self, state: GraphExecutionState, event: Event) -> GraphExecutionState:
        return evolve(state, event)

    def route(self, state: GraphExecutionState) -> Next:
        return route(state)

    def build_components(self, state: GraphExecutionState, ended: bool) -> tuple[UiComponent, ...]:
        components = [UiComponent("message", _message(state, ended))]
        if state.delivered and state.outputs is not None:
            images = [output for output in state.outputs.outputs if output.asset is not None][:MAX_CARDS]
            components += [
                UiComponent(f"image-{number}", ImageCard(_to_image(output), None))
                for number, output in enumerate(images, start=1)
            ]
        return tuple(components)

    def summarize(self, state: GraphExecutionState) -> Summary:
        return Summary(texts.REQUEST.pick(state.language), build_reply(state), None)

    def validate_answer(self, state: GraphExecutionState, question: Question, answer: Answer) -> None:
        pass  # it asks nothing

    def uses_remote_model(self, state: GraphExecutionState, step: Step) -> bool:
        return self.uses_remote_models(state)

    def uses_remote_models(self, state: GraphExecutionState) -> bool:
        engines = self._remote.engines
        return bool(state.input.server) or self._remote.default_image or engines is None or len(engines) > 1

    def is_repeatable(self, state: GraphExecutionState, step: Step) -> bool:
        return False  # the requests of a ComfyUI server have no idempotency key


def build_reply(state: GraphExecutionState) -> str:
    """Return the final reply; empty for a cancelled run."""
    if state.failure is not None:
        return state.failure.message
    if not state.delivered or state.outputs is None:
        return ""
    names = ", ".join(output.name for output in state.outputs.outputs)
    return texts.DONE.pick(state.language).format(count=len(state.outputs.outputs), names=names)


def _message(state: GraphExecutionState, ended: bool) -> AgentMessage:
    working, cancelled = texts.WORKING.pick(state.language), texts.CANCELLED.pick(state.language)
    return build_status_message(state.failure, build_reply(state), ended=ended, working=working, cancelled=cancelled)


def _to_image(output: GraphOutput) -> ImageResult:
    assert output.asset is not None
    return ImageResult(output.asset, TaskType.GRAPH_OUTPUT, "", 0, output.name)
