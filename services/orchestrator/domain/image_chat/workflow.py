"""The image chat workflow, as the engine sees it."""

from dataclasses import replace

from services.common.contract.components import UiComponent
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Action, ImageChatInput, Intent
from services.common.contract.questions import Answer, Question
from services.common.contract.requests import AdjustImage
from services.common.contract.role import Role
from services.common.contract.session import LastResult
from services.common.limits import Limits
from services.common.text.language import Language, Text
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.image_chat.components import build_components, build_reply
from services.orchestrator.domain.image_chat.router import ImageChatRouter
from services.orchestrator.domain.image_chat.state import ImageChatState, ReviewedImage, evolve
from services.orchestrator.domain.questions import AnswerInvalid
from services.orchestrator.domain.remote_models import NO_REMOTE_MODELS, RemoteModels
from services.orchestrator.domain.workflow import Fail, Next, Step, Summary


class ImageChat:
    """The workflow `image_chat`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "image_chat"

    def __init__(self, limits: Limits, remote: RemoteModels = NO_REMOTE_MODELS) -> None:
        self._router = ImageChatRouter(limits)
        self._remote = remote

    def start(self, image_input: ImageChatInput, locale: str, run_seed: int) -> ImageChatState:
        return ImageChatState(image_input, Language(locale), run_seed if image_input.seed is None else image_input.seed)

    def evolve(self, state: ImageChatState, event: Event) -> ImageChatState:
        return evolve(state, event)

    def route(self, state: ImageChatState) -> Next:
        unknown = self._unknown_model(state) if state.intent is None and state.failure is None else None
        return Fail(unknown) if unknown else self._router.route(state)

    def build_components(self, state: ImageChatState, ended: bool) -> tuple[UiComponent, ...]:
        return build_components(state, ended)

    def summarize(self, state: ImageChatState) -> Summary:
        delivered = state.delivered
        last_result = _last_result(state, state.intent, delivered) if state.intent and delivered else None
        if last_result is None or state.intent is None:
            return Summary(state.input.text, build_reply(state), last_result)
        is_new = state.intent.action is Action.GENERATE_IMAGE
        source = "" if is_new or state.restored else state.image_asset_id
        return Summary(state.input.text, build_reply(state), last_result, state.intent.restores, source)

    def validate_answer(self, state: ImageChatState, question: Question, answer: Answer) -> None:
        raise AnswerInvalid("decision", Text("图像对话不提问题", "an image chat has no questions"))

    def uses_remote_model(self, state: ImageChatState, step: Step) -> bool:
        adjusts = isinstance(step.call, AdjustImage)  # never executed by a model
        return self._remote.is_remote_model(state.input.preferred_model) and not adjusts

    def uses_remote_models(self, state: ImageChatState) -> bool:
        return self._remote.roles or self._remote.is_remote_model(state.input.preferred_model)

    def is_repeatable(self, state: ImageChatState, step: Step) -> bool:
        return not self.uses_remote_models(state)

    def _unknown_model(self, state: ImageChatState) -> Failure | None:
        return self._remote.unknown_model(state.input.preferred_model, state.language, Role.EXECUTOR)


def _last_result(state: ImageChatState, intent: Intent, best: ReviewedImage) -> LastResult:
    asset = best.result.asset
    if state.restored is not None:
        return replace(state.restored.image, width=asset.width, height=asset.height)
    before = state.edited if intent.action is not Action.GENERATE_IMAGE else None
    style = "" if intent.action is Action.INPAINTING and before else intent.style  # an area is not the image
    return LastResult(
        asset_id=asset.asset_id,
        # The prompt "brighter" does not describe an adjusted upload.
        prompt=intent.prompt or (before.prompt if before else ""),
        subject=intent.subject or (before.subject if before else ""),
        style=style or (before.style if before else _find_retrieved_style(state)),
        seed=best.result.seed,
        width=asset.width,
        height=asset.height,
        parameters=best.result.parameters,
    )


def _find_retrieved_style(state: ImageChatState) -> str:
    """Return the style in which an image was painted that names none; "" for an area of an unknown image."""
    is_new = state.intent is not None and state.intent.action is Action.GENERATE_IMAGE
    return state.prompt.retrieved[0].style if is_new and state.prompt and state.prompt.retrieved else ""
