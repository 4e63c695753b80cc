"""PlannerService: gRPC in, domain, gRPC out."""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import replace

from reflow.v1 import planner_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Language
from services.common.models.values import ChatModel
from services.common.serving import Context
from services.common.serving.activities import thought, told_by_model
from services.common.serving.deadlines import SHARE_OF_A_MODEL, step_deadline
from services.planner import wording
from services.planner.domain.intent import Action, Intent, LastResult, Message, Wish
from services.planner.domain.phrase import has_words, read
from services.planner.parsing import Asking, IntentParser
from services.planner.servicer_note import QUOTED, NoteServicer

_ACTIONS = {
    Action.GENERATE_IMAGE: planner_pb2.ACTION_GENERATE_IMAGE,
    Action.INPAINTING: planner_pb2.ACTION_INPAINTING,
    Action.ADJUST_PARAMETERS: planner_pb2.ACTION_ADJUST_PARAMETERS,
    Action.UNKNOWN: planner_pb2.ACTION_UNKNOWN,
}
# How sure the rules may be where a model should have answered.
DEGRADED_CONFIDENCE = 0.6


class PlannerServicer(NoteServicer):
    """Understands wishes with *builtin*, or with *model* where one is configured; each may take *seconds*.

    Notes are planned by rules, or with *chat* where one is configured.
    """

    def __init__(
        self,
        builtin: IntentParser,
        model: IntentParser | None,
        chat: ChatModel | None,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(chat, seconds, clock)
        self._builtin = builtin
        self._model = model
        self._seconds = seconds
        self._clock = clock

    async def ParseIntent(
        self, request: planner_pb2.ParseIntentRequest, context: Context
    ) -> AsyncIterator[planner_pb2.ParseIntentResponse]:
        work = request.context
        language = Language(work.locale or Language.CHINESE)
        yield _thinking(_reading(request.text, language))
        deadline = step_deadline(context, self._seconds, self._clock, share=SHARE_OF_A_MODEL)
        asking = Asking(deadline, work.idempotency_key, language, request.fresh)
        parser = self._parser(request)
        if self._model is not None and _builtin_only(request):
            yield _thinking(wording.WITHOUT_MODEL.pick(language))
        async with aclosing(parser.parse(_wish(request), asking)) as telling:
            async for told in telling:
                if not isinstance(told, Intent):
                    yield planner_pb2.ParseIntentResponse(activity=told_by_model(told, language))
                    continue
                intent = self._agreed(told, request)
                yield _thinking(wording.understood(intent, language))
                yield planner_pb2.ParseIntentResponse(intent=_message(intent, parser.name))

    def _parser(self, request: planner_pb2.ParseIntentRequest) -> IntentParser:
        """Return who is to understand *request*. Where nothing is said in words, no model is asked and paid."""
        if self._model is None or _builtin_only(request) or not has_words(read(request.text).written):
            return self._builtin
        return self._model

    def _agreed(self, intent: Intent, request: planner_pb2.ParseIntentRequest) -> Intent:
        """Return what the run goes on with. Raises MASK_DATA_MISSING for a repaint of no area."""
        if intent.action is Action.INPAINTING and not request.has_mask:
            raise ReflowError(Code.MASK_DATA_MISSING, field="mask", node="planner")
        if self._model is not None and _builtin_only(request):
            return _degraded(intent, has_mask=request.has_mask)
        return intent


def _builtin_only(request: planner_pb2.ParseIntentRequest) -> bool:
    """Return whether a model failed before, or its budget is spent."""
    return request.builtin_only or request.context.builtin_only


def _thinking(text: str) -> planner_pb2.ParseIntentResponse:
    return planner_pb2.ParseIntentResponse(activity=thought(text))


def _reading(text: str, language: Language) -> str:
    if not text:
        return wording.ONLY_A_MASK.pick(language)
    quoted = text if len(text) <= QUOTED else f"{text[:QUOTED]}…"
    return wording.READING.pick(language).format(text=quoted)


def _degraded(intent: Intent, *, has_mask: bool) -> Intent:
    """Return *intent* as what stands in for a model's answer: less sure, unless it is unknown or a mask decides."""
    if intent.action is Action.UNKNOWN or has_mask:
        return replace(intent, degraded=True)
    return replace(intent, degraded=True, confidence=DEGRADED_CONFIDENCE)


def _wish(request: planner_pb2.ParseIntentRequest) -> Wish:
    last = request.last_result
    return Wish(
        text=request.text,
        has_mask=request.has_mask,
        has_image=request.has_image,
        messages=tuple(
            Message("assistant" if message.role == "assistant" else "user", message.content)
            for message in request.messages
        ),
        last=LastResult(
            asset_id=last.asset_id,
            prompt=last.prompt,
            subject=last.subject,
            style=last.style,
            seed=last.seed,
            width=last.width,
            height=last.height,
            parameters=dict(last.parameters),
        )
        if request.HasField("last_result")
        else None,
    )


def _message(intent: Intent, engine: str) -> planner_pb2.Intent:
    return planner_pb2.Intent(
        action=_ACTIONS[intent.action],
        subject=intent.subject,
        style=intent.style,
        confidence=intent.confidence,
        raw_response=intent.raw_response,
        parameters=dict(intent.parameters),
        prompt=intent.prompt,
        engine=engine,
        degraded=intent.degraded,
    )
