"""Image chat as the engine sees it."""

from dataclasses import dataclass

from services.common.errors import Code
from services.common.language import Language
from services.common.limits import Limits
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.image_chat.present import present, reply
from services.orchestrator.domain.image_chat.route import Router
from services.orchestrator.domain.image_chat.state import Delivery, ImageChatState, evolve
from services.orchestrator.domain.image_chat.wording import NO_SUCH_ENGINE
from services.orchestrator.domain.questions import Answer, Question, Unfit
from services.orchestrator.domain.values import Action, Agent, Failure, ImageChatInput, Intent, LastResult
from services.orchestrator.domain.workflow import Fail, Next, Summary

BUILTIN = "builtin"


@dataclass(frozen=True, slots=True)
class RemoteModels:
    """What is configured: whether a role asks a remote model, and whether who names no image engine gets one.

    `engines` are the image engines there are; None where only the executor knows.
    """

    roles: bool
    default_image: bool
    engines: tuple[str, ...] | None = None


BUILT_IN = RemoteModels(roles=False, default_image=False)


class ImageChat:
    """The workflow `image_chat`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "image_chat"

    def __init__(self, limits: Limits, remote: RemoteModels = BUILT_IN) -> None:
        self._router = Router(limits)
        self._remote = remote

    def begin(self, asked: ImageChatInput, locale: str, run_seed: int) -> ImageChatState:
        return ImageChatState(asked, Language(locale), run_seed if asked.seed is None else asked.seed)

    def evolve(self, state: ImageChatState, event: Event) -> ImageChatState:
        return evolve(state, event)

    def route(self, state: ImageChatState) -> Next:
        unknown = self._unknown_engine(state) if state.intent is None and state.failure is None else None
        return Fail(unknown) if unknown else self._router.route(state)

    def present(self, state: ImageChatState, ended: bool) -> tuple[UiComponent, ...]:
        return present(state, ended)

    def summarize(self, state: ImageChatState) -> Summary:
        delivered = state.delivered
        last_result = _last_result(state, state.intent, delivered) if state.intent and delivered else None
        return Summary(state.asked.text, reply(state), last_result)

    def check_answer(self, state: ImageChatState, question: Question, answer: Answer) -> None:
        raise Unfit("decision", "an image chat asks nothing")

    def remote(self, state: ImageChatState) -> bool:
        adjusts = state.intent is not None and state.intent.action is Action.ADJUST_PARAMETERS  # never a model's work
        return self._remote_engine(state) and not adjusts

    def remote_run(self, state: ImageChatState) -> bool:
        return self._remote.roles or self._remote_engine(state)

    def _unknown_engine(self, state: ImageChatState) -> Failure | None:
        """Return why the engine asked for cannot be had: before anything is paid for, and as the executor says it."""
        wanted, engines = state.asked.preferred_model, self._remote.engines
        if not wanted or engines is None or wanted in engines:
            return None
        told = NO_SUCH_ENGINE.pick(state.language).format(wanted=wanted[:64], engines=", ".join(engines))
        return Failure(Code.MODEL_UNKNOWN, told, node=Agent.EXECUTOR)

    def _remote_engine(self, state: ImageChatState) -> bool:
        preferred = state.asked.preferred_model
        return self._remote.default_image if not preferred else preferred != BUILTIN


def _last_result(state: ImageChatState, intent: Intent, best: Delivery) -> LastResult:
    asset = best.result.asset
    last = state.last_result
    return LastResult(
        asset_id=asset.asset_id,
        # Of an adjusted upload nobody said what it shows: "brighter" is not it.
        prompt=intent.prompt or (last.prompt if last else ""),
        subject=intent.subject or (last.subject if last else ""),
        style=intent.style or (last.style if last else ""),
        seed=best.result.seed,
        width=asset.width,
        height=asset.height,
        parameters=best.result.parameters,
    )
