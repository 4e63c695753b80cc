"""The planner's part in notes: gRPC in, one capability, gRPC out."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel
from reflow.v1 import planner_pb2, planner_pb2_grpc, steps_pb2

from services.common.language import Language, Text
from services.common.models.values import ChatModel
from services.common.serving import Context
from services.common.serving.activities import thought, told_by_model
from services.common.serving.deadlines import SHARE_OF_A_MODEL, step_deadline
from services.planner import note_messages, note_wording
from services.planner.domain.note.values import BUILTIN
from services.planner.domain.phrase import has_words, read
from services.planner.note_planning import ADVICE, BRIEF, IMAGES, LAYOUT, Capability, Planned, asked
from services.planner.parsing import Asking

# A thought shows the beginning of a long wish, not all of it.
QUOTED = 60

Task = TypeVar("Task")
Shape = TypeVar("Shape", bound=BaseModel)
Product = TypeVar("Product")


@dataclass(frozen=True, slots=True)
class _Work:
    """How a call is to be done: for which step, until when, in which language, and by the rules alone or not."""

    asking: Asking
    builtin_only: bool
    opening: str


class NoteServicer(planner_pb2_grpc.PlannerServiceServicer):
    """Plans notes by rules, or with *chat* where one is configured; each step may take *seconds*."""

    def __init__(self, chat: ChatModel | None, seconds: float, clock: Callable[[], float]) -> None:
        self._chat = chat
        self._note_seconds = seconds
        self._note_clock = clock

    async def CompileBrief(
        self, request: planner_pb2.CompileBriefRequest, context: Context
    ) -> AsyncIterator[planner_pb2.CompileBriefResponse]:
        task = note_messages.brief_task(request)
        quoted = request.text if len(request.text) <= QUOTED else f"{request.text[:QUOTED]}…"
        work = self._work(request, context, note_wording.COMPILING, text=quoted)
        spoken = has_words(read(request.text).written) or bool(task.clarified)
        async with aclosing(self._planned(BRIEF, task, work, model=self._chat if spoken else None)) as telling:
            async for told in telling:
                if not isinstance(told, Planned):
                    yield planner_pb2.CompileBriefResponse(activity=told)
                    continue
                ending = thought(note_wording.compiled(told.product, task.language))
                yield planner_pb2.CompileBriefResponse(activity=ending)
                brief = note_messages.brief_message(told.product, told.engine, degraded=told.degraded)
                yield planner_pb2.CompileBriefResponse(brief=brief)

    async def PlanLayout(
        self, request: planner_pb2.PlanLayoutRequest, context: Context
    ) -> AsyncIterator[planner_pb2.PlanLayoutResponse]:
        task = note_messages.layout_task(request)
        count = len(task.note.paragraphs)
        opening = note_wording.LAYING_OUT_ONE if count == 1 else note_wording.LAYING_OUT
        work = self._work(request, context, opening, count=count)
        async with aclosing(self._planned(LAYOUT, task, work, model=self._chat)) as telling:
            async for told in telling:
                if not isinstance(told, Planned):
                    yield planner_pb2.PlanLayoutResponse(activity=told)
                    continue
                ending = thought(note_wording.laid_out(told.product, task.language))
                yield planner_pb2.PlanLayoutResponse(activity=ending)
                layout = note_messages.layout_message(told.product, told.engine, degraded=told.degraded)
                yield planner_pb2.PlanLayoutResponse(layout=layout)

    async def PlanImages(
        self, request: planner_pb2.PlanImagesRequest, context: Context
    ) -> AsyncIterator[planner_pb2.PlanImagesResponse]:
        task = note_messages.images_task(request)
        work = self._work(request, context, note_wording.PICTURING)
        async with aclosing(self._planned(IMAGES, task, work, model=self._chat)) as telling:
            async for told in telling:
                if not isinstance(told, Planned):
                    yield planner_pb2.PlanImagesResponse(activity=told)
                    continue
                ending = thought(note_wording.pictured(told.product, task.language))
                yield planner_pb2.PlanImagesResponse(activity=ending)
                plans = note_messages.plans_message(told.product, told.engine, degraded=told.degraded)
                yield planner_pb2.PlanImagesResponse(plans=plans)

    async def AdviseRoute(
        self, request: planner_pb2.AdviseRouteRequest, context: Context
    ) -> AsyncIterator[planner_pb2.AdviseRouteResponse]:
        task = note_messages.route_task(request)
        work = self._work(request, context, note_wording.ADVISING, finished=request.finished)
        async with aclosing(self._planned(ADVICE, task, work, model=self._chat)) as telling:
            async for told in telling:
                if not isinstance(told, Planned):
                    yield planner_pb2.AdviseRouteResponse(activity=told)
                    continue
                ending = thought(note_wording.advised(told.product, task.language))
                yield planner_pb2.AdviseRouteResponse(activity=ending)
                yield planner_pb2.AdviseRouteResponse(advice=note_messages.advice_message(told.product, told.engine))

    async def _planned(
        self, capability: Capability[Task, Shape, Product], task: Task, work: _Work, *, model: ChatModel | None
    ) -> AsyncGenerator[steps_pb2.Activity | Planned[Product], None]:
        """Yield what is told on the way, and what was planned last. Raises ReflowError when the model fails."""
        language = work.asking.language
        yield thought(work.opening)
        degraded = model is not None and work.builtin_only
        if degraded:
            yield thought(note_wording.WITHOUT_MODEL.pick(language))
        if model is None or work.builtin_only:
            yield Planned(capability.by_rules(task), BUILTIN, degraded)
            return
        async with aclosing(asked(model, capability, task, work.asking)) as telling:
            async for told in telling:
                yield told if isinstance(told, Planned) else told_by_model(told, language)

    def _work(
        self,
        request: planner_pb2.CompileBriefRequest
        | planner_pb2.PlanLayoutRequest
        | planner_pb2.PlanImagesRequest
        | planner_pb2.AdviseRouteRequest,
        context: Context,
        opening: Text,
        **said: object,
    ) -> _Work:
        """Return how *request* is to be done. Advice knows no `builtin_only` of its own: going on is always right."""
        step = request.context
        language = Language(step.locale or Language.CHINESE)
        deadline = step_deadline(context, self._note_seconds, self._note_clock, share=SHARE_OF_A_MODEL)
        own = not isinstance(request, planner_pb2.AdviseRouteRequest) and request.builtin_only
        return _Work(
            Asking(deadline, step.idempotency_key, language, request.fresh),
            own or step.builtin_only,
            opening.pick(language).format(**said),
        )
