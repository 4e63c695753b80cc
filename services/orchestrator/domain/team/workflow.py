"""The agent team, as the engine sees it."""

from services.common.contract.agent_team.team import AgentTeamInput, StageStatus
from services.common.contract.components import AgentMessage, UiComponent
from services.common.contract.questions import Answer, Question
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.remote_models import NO_REMOTE_MODELS, RemoteModels
from services.orchestrator.domain.status_message import build_status_message
from services.orchestrator.domain.team import texts
from services.orchestrator.domain.team.fold import evolve
from services.orchestrator.domain.team.router import TeamRouter
from services.orchestrator.domain.team.state import TeamState
from services.orchestrator.domain.workflow import Next, Step, Summary


class AgentTeam:
    """The workflow `team`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "team"

    def __init__(self, limits: Limits, remote: RemoteModels = NO_REMOTE_MODELS) -> None:
        self._router = TeamRouter(limits, remote.roles)
        self._budget_tokens = limits.budget_tokens
        self._remote = remote

    def start(self, team_input: AgentTeamInput, locale: str, run_seed: int) -> TeamState:
        return TeamState(team_input, Language(locale), self._budget_tokens)

    def evolve(self, state: TeamState, event: Event) -> TeamState:
        return evolve(state, event)

    def route(self, state: TeamState) -> Next:
        return self._router.route(state)

    def build_components(self, state: TeamState, ended: bool) -> tuple[UiComponent, ...]:
        return (UiComponent("message", _message(state, ended)),)

    def summarize(self, state: TeamState) -> Summary:
        return Summary(state.input.text, build_reply(state), None)

    def validate_answer(self, state: TeamState, question: Question, answer: Answer) -> None:
        pass  # no question can be answered with MODIFY

    def uses_remote_model(self, state: TeamState, step: Step) -> bool:
        return self._remote.roles

    def uses_remote_models(self, state: TeamState) -> bool:
        return self._remote.roles

    def is_repeatable(self, state: TeamState, step: Step) -> bool:
        return False  # tools of MCP servers may change anything


def build_reply(state: TeamState) -> str:
    """Return the final reply; empty for a cancelled run."""
    if state.failure is not None:
        return state.failure.message
    if not state.delivered or state.verdict is None:
        return ""
    language, contexts = state.language, state.contexts
    files = sum(len(context.generated_files) for context in contexts)
    done = sum(context.status is StageStatus.DONE for context in contexts)
    sentences = [texts.DONE.pick(language).format(done=done, total=len(contexts), files=files)]
    for context in contexts:
        if context.status is not StageStatus.DONE:
            sentences.append(texts.LEFT_OUT.pick(language).format(stage=context.stage_id, reason=context.reason))
    if not state.verdict.passed:
        sentences.append(texts.NOT_ACCEPTED.pick(language).format(feedback=state.verdict.feedback))
    return " ".join(sentences)


def _message(state: TeamState, ended: bool) -> AgentMessage:
    working, cancelled = texts.WORKING.pick(state.language), texts.CANCELLED.pick(state.language)
    return build_status_message(state.failure, build_reply(state), ended=ended, working=working, cancelled=cancelled)
