"""Base of all steps about notes: a chat model plans, or the built-in rules do."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from services.common.contract import requests
from services.common.contract.activity import ACTIVITIES, Activity, Thought
from services.common.contract.note import Advice, Brief, ImagePlanSet, LayoutSpec
from services.common.contract.step import StepCall
from services.common.llm.values import Completion
from services.common.text.language import Language
from services.planner import texts
from services.planner.application.structured_model import StructuredModel
from services.planner.prompts.prompt import Prompt

TEMPERATURE = 0.3
"""Low, but above that of parsing an intent: a plan may be creative."""

Request = TypeVar(
    "Request", bound=requests.CompileBrief | requests.PlanLayout | requests.PlanImages | requests.AdviseRoute
)
Schema = TypeVar("Schema", bound=BaseModel)
Result = TypeVar("Result", bound=Brief | LayoutSpec | ImagePlanSet | Advice)


class NoteStep(ABC, Generic[Request, Schema, Result]):
    """A step about a note, planned by *model*, or by the built-in rules if none is configured."""

    schema: type[Schema]

    def __init__(self, model: StructuredModel | None) -> None:
        self._model = model

    async def __call__(self, request: Request, call: StepCall) -> AsyncGenerator[Activity | Result, None]:
        """Yield activities, then the result. Raises the errors of a model: LLM_... or CONTENT_REFUSED."""
        request = self.normalize(request)
        yield Thought(self.announce(request, call.language))
        async with aclosing(self._plan(request, call)) as outcomes:
            async for outcome in outcomes:
                if not isinstance(outcome, ACTIVITIES):
                    yield Thought(self.summarize(outcome, call.language))
                yield outcome

    @abstractmethod
    def normalize(self, request: Request) -> Request:
        """Return *request* with known names and numbers in range."""

    @abstractmethod
    def announce(self, request: Request, language: Language) -> str:
        """Return the thought before the step."""

    @abstractmethod
    def summarize(self, result: Result, language: Language) -> str:
        """Return the thought about the result."""

    @abstractmethod
    def plan(self, request: Request, language: Language) -> Result:
        """Return the result of the built-in rules."""

    @abstractmethod
    def build_prompt(self, request: Request, language: Language) -> Prompt:
        """Return the prompt for the model."""

    @abstractmethod
    def to_result(self, answer: Schema, request: Request, language: Language) -> Result:
        """Return the result for a model's answer."""

    def needs_model(self, request: Request) -> bool:
        """Return whether *request* justifies a call of a model."""
        return True

    async def _plan(self, request: Request, call: StepCall) -> AsyncGenerator[Activity | Result, None]:
        if self._model is None or not self.needs_model(request):
            yield self.plan(request, call.language)
            return
        # Advice has no `builtin_only` of its own: to continue is always valid.
        if call.context.builtin_only or getattr(request, "builtin_only", False):
            yield Thought(texts.PLANNING_WITHOUT_MODEL.pick(call.language))
            yield _degrade(self.plan(request, call.language))
            return
        prompt = self.build_prompt(request, call.language)
        events = self._model.complete(prompt, self.schema, call, fresh=request.fresh, temperature=TEMPERATURE)
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Completion):
                    result = self.to_result(event.value, request, call.language)
                    yield replace(result, engine=self._model.name)
                else:
                    yield event


def _degrade(result: Any) -> Any:
    return result if isinstance(result, Advice) else replace(result, degraded=True)
