"""Image chat as the engine sees it."""

from services.common.language import Language, Text
from services.common.limits import Limits
from services.orchestrator.domain.calls import AdjustImage
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.image_chat.present import present, reply
from services.orchestrator.domain.image_chat.route import Router
from services.orchestrator.domain.image_chat.state import Delivery, ImageChatState, evolve
from services.orchestrator.domain.questions import Answer, Question, Unfit
from services.orchestrator.domain.remote import BUILT_IN, RemoteModels
from services.orchestrator.domain.values import Failure, ImageChatInput, Intent, LastResult, Role
from services.orchestrator.domain.workflow import Fail, Next, Step, Summary


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
        raise Unfit("decision", Text("图片对话不提问题", "an image chat asks nothing"))

    def remote(self, state: ImageChatState, step: Step) -> bool:
        adjusts = isinstance(step.call, AdjustImage)  # never a model's work
        return self._remote.paints(state.asked.preferred_model) and not adjusts

    def remote_run(self, state: ImageChatState) -> bool:
        return self._remote.roles or self._remote.paints(state.asked.preferred_model)

    def _unknown_engine(self, state: ImageChatState) -> Failure | None:
        return self._remote.unknown_engine(state.asked.preferred_model, state.language, Role.EXECUTOR)


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
