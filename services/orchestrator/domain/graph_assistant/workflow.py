"""The graph assistant, as the engine sees it."""

from services.common.contract.components import AgentMessage, SuggestionChips, UiComponent
from services.common.contract.graphs.graph import GraphAssistantInput, GraphRevision
from services.common.contract.questions import Answer, Question
from services.common.errors import Code
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.graph_assistant import texts
from services.orchestrator.domain.graph_assistant.fold import evolve
from services.orchestrator.domain.graph_assistant.router import GraphRouter
from services.orchestrator.domain.graph_assistant.state import GraphAssistantState
from services.orchestrator.domain.remote_models import NO_REMOTE_MODELS, RemoteModels
from services.orchestrator.domain.status_message import build_status_message
from services.orchestrator.domain.workflow import Next, Step, Summary


class GraphAssistant:
    """The workflow `graph`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "graph"

    def __init__(self, limits: Limits, remote: RemoteModels = NO_REMOTE_MODELS) -> None:
        self._router = GraphRouter(limits)
        self._remote = remote

    def start(self, graph_input: GraphAssistantInput, locale: str, run_seed: int) -> GraphAssistantState:
        return GraphAssistantState(graph_input, Language(locale))

    def evolve(self, state: GraphAssistantState, event: Event) -> GraphAssistantState:
        return evolve(state, event)

    def route(self, state: GraphAssistantState) -> Next:
        return self._router.route(state)

    def build_components(self, state: GraphAssistantState, ended: bool) -> tuple[UiComponent, ...]:
        message = UiComponent("message", _message(state, ended))
        if state.failure is None or state.failure.code is not Code.INTENT_UNKNOWN:
            return (message,)
        examples = tuple(example.pick(state.language) for example in texts.EXAMPLES)
        return message, UiComponent("suggestions", SuggestionChips(examples))

    def summarize(self, state: GraphAssistantState) -> Summary:
        return Summary(state.input.text, build_reply(state), None)

    def validate_answer(self, state: GraphAssistantState, question: Question, answer: Answer) -> None:
        pass  # the engine validates decision and choice, and no question can be answered with MODIFY

    def uses_remote_model(self, state: GraphAssistantState, step: Step) -> bool:
        return False  # planner and critic have their own timeouts

    def uses_remote_models(self, state: GraphAssistantState) -> bool:
        return self._remote.roles

    def is_repeatable(self, state: GraphAssistantState, step: Step) -> bool:
        return False  # it stores changes of graphs


def build_reply(state: GraphAssistantState) -> str:
    """Return the final reply of the assistant; empty for a cancelled run."""
    if state.failure is not None:
        return state.failure.message
    if state.declined:
        return texts.DECLINED.pick(state.language)
    if state.revision is None or not state.delivered:
        return ""
    return _describe_change(state, state.revision)


def _describe_change(state: GraphAssistantState, revision: GraphRevision) -> str:
    """Return what was changed, and what was not understood, rebased or reviewed."""
    language, plan = state.language, state.plan
    change = revision.summary or (plan.explanation if plan else "")
    sentences = [texts.DONE.pick(language).format(revision=revision.revision, change=change)]
    if revision.rebased_from:
        sentences.append(texts.REBASED.pick(language).format(seen=revision.rebased_from))
    if plan is not None and plan.not_understood:
        parts = ", ".join(plan.not_understood)
        sentences.append(texts.PARTLY_DONE.pick(language).format(parts=parts))
    if state.verdict is not None and not state.verdict.judged and state.verdict.feedback:
        sentences.append(state.verdict.feedback)
    return " ".join(sentences)


def _message(state: GraphAssistantState, ended: bool) -> AgentMessage:
    working, cancelled = texts.WORKING.pick(state.language), texts.CANCELLED.pick(state.language)
    return build_status_message(state.failure, build_reply(state), ended=ended, working=working, cancelled=cancelled)
