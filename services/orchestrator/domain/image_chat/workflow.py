"""Image chat as the engine sees it."""

from dataclasses import dataclass

from services.common.language import Language
from services.common.limits import Limits
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.image_chat.present import present, reply
from services.orchestrator.domain.image_chat.route import Router
from services.orchestrator.domain.image_chat.state import Delivery, ImageChatState, evolve
from services.orchestrator.domain.values import ImageChatInput, Intent, LastResult
from services.orchestrator.domain.workflow import Next, Summary

BUILTIN = "builtin"


@dataclass(frozen=True, slots=True)
class RemoteModels:
    """What is configured: whether a role asks a remote model, and whether who names no image engine gets one."""

    roles: bool
    default_image: bool


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
        return self._router.route(state)

    def present(self, state: ImageChatState, ended: bool) -> tuple[UiComponent, ...]:
        return present(state, ended)

    def summarize(self, state: ImageChatState) -> Summary:
        delivered = state.delivered
        last_result = _last_result(state, state.intent, delivered) if state.intent and delivered else None
        return Summary(state.asked.text, reply(state), last_result)

    def remote(self, state: ImageChatState) -> bool:
        preferred = state.asked.preferred_model
        return self._remote.default_image if not preferred else preferred != BUILTIN

    def remote_run(self, state: ImageChatState) -> bool:
        return self._remote.roles or self.remote(state)


def _last_result(state: ImageChatState, intent: Intent, best: Delivery) -> LastResult:
    asset = best.result.asset
    last = state.last_result
    return LastResult(
        asset_id=asset.asset_id,
        prompt=intent.prompt or (last.prompt if last else state.asked.text),
        subject=intent.subject or (last.subject if last else ""),
        style=intent.style or (last.style if last else ""),
        seed=best.result.seed,
        width=asset.width,
        height=asset.height,
        parameters=best.result.parameters,
    )
