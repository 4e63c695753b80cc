"""What the planner does for a note: four capabilities, each done by rules or by a chat model held to a shape."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from services.common.models.values import Answer, ChatModel, Held, Piece, Question, Said, Spent
from services.planner import note_prompting as prompting
from services.planner.domain.note.advising import advise_route
from services.planner.domain.note.answers import (
    LONGEST_REPLY,
    CompiledBrief,
    PlannedLayout,
    PlannedPictures,
    RouteAdvice,
)
from services.planner.domain.note.briefing import compile_brief
from services.planner.domain.note.paging import plan_layout
from services.planner.domain.note.picturing import plan_images
from services.planner.domain.note.settling import settled_advice, settled_brief, settled_layout, settled_plans
from services.planner.domain.note.tasks import BriefTask, ImagesTask, LayoutTask, RouteTask
from services.planner.domain.note.values import Advice, Brief, ImagePlans, Layout
from services.planner.domain.spoken import Reply
from services.planner.parsing import Asking

TEMPERATURE = 0.3
"""Low, and above that of understanding a wish: a plan may have ideas."""

Task = TypeVar("Task")
Shape = TypeVar("Shape", bound=BaseModel)
Product = TypeVar("Product")


@dataclass(frozen=True, slots=True)
class Planned(Generic[Product]):
    """What was planned, who planned it, and whether it stands in for a model's."""

    product: Product
    engine: str
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class Capability(Generic[Task, Shape, Product]):
    """One thing that is planned.

    Attributes:
        by_rules: the built-in engine.
        shape: what a model must answer in.
        asked: the instructions and the data for a model.
        settled: what the model's answer comes to.

    """

    by_rules: Callable[[Task], Product]
    shape: type[Shape]
    asked: Callable[[Task], tuple[str, tuple[Said, ...]]]
    settled: Callable[[Shape, Task], Product]


BRIEF: Capability[BriefTask, CompiledBrief, Brief] = Capability(
    compile_brief, CompiledBrief, prompting.for_brief, settled_brief
)
LAYOUT: Capability[LayoutTask, PlannedLayout, Layout] = Capability(
    plan_layout, PlannedLayout, prompting.for_layout, settled_layout
)
IMAGES: Capability[ImagesTask, PlannedPictures, ImagePlans] = Capability(
    plan_images, PlannedPictures, prompting.for_images, settled_plans
)
ADVICE: Capability[RouteTask, RouteAdvice, Advice] = Capability(
    advise_route, RouteAdvice, prompting.for_advice, settled_advice
)


async def asked(
    model: ChatModel, capability: Capability[Task, Shape, Product], task: Task, asking: Asking
) -> AsyncGenerator[Held | Piece | Spent | Planned[Product], None]:
    """Yield what *model* tells on the way, and what its answer comes to last.

    Raises ReflowError when the model fails: LLM_... or CONTENT_REFUSED.
    """
    instructions, messages = capability.asked(task)
    question = Question(
        instructions,
        messages,
        asking.deadline,
        temperature=TEMPERATURE,
        idempotency_key=asking.idempotency_key,
        fresh=asking.fresh,
    )
    reply = Reply(LONGEST_REPLY)
    async with aclosing(model.answer(question, capability.shape)) as telling:
        async for told in telling:
            match told:
                case Answer(answer, _):
                    yield Planned(capability.settled(answer, task), model.name)
                case Piece(text):
                    if shown := reply.add(text):
                        yield Piece(shown)
                case _:
                    yield told
