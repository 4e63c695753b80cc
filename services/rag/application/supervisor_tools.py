"""Use cases: the tools that the supervisor of a note calls, `managePrompt` and `recommendTemplates`."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from typing import Any, TypeVar

from services.common.contract import requests
from services.common.contract.activity import Activity
from services.common.contract.note import TemplateSet
from services.common.contract.prompts import PromptSet, PromptVersion
from services.common.contract.step import StepCall
from services.common.contract.tools import ToolName
from services.common.errors import Code, ReflowError
from services.rag.application.libraries.prompt_library import PromptLibrary, TemplateLibrary
from services.rag.application.tool_calls import CallResult, Outcome, ToolCalls, call_id_prefix, stream_calls

MAX_TEMPLATES = 3
MAX_TOPIC = 200

Result = TypeVar("Result", PromptSet, TemplateSet)


class SupervisorTool:
    """A tool call as a step; it may take *seconds* on *clock*."""

    def __init__(self, *, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock

    async def stream(
        self, work: Callable[[ToolCalls], Coroutine[Any, Any, Result]], call: StepCall
    ) -> AsyncGenerator[Activity | Result, None]:
        """Yield the activities of *work*, then its result."""
        deadline = call.deadline(self._seconds, self._clock)
        calls = stream_calls(work, deadline, self._clock, call.language, call_id_prefix(call.context))
        async with aclosing(calls) as events:
            async for event in events:
                yield event.value if isinstance(event, Outcome) else event


class LoadPrompts:
    """Loads the active version of the prompt of every agent from *prompts*."""

    def __init__(self, prompts: PromptLibrary, tool: SupervisorTool) -> None:
        self._prompts = prompts
        self._tool = tool

    async def __call__(
        self, request: requests.LoadPrompts, call: StepCall
    ) -> AsyncGenerator[Activity | PromptSet, None]:
        """Yield the tool call and its result, then the prompts. Raises VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT."""

        async def work(calls: ToolCalls) -> PromptSet:
            prompts = await calls.call(ToolName.MANAGE_PROMPT, {"action": "list"}, self._list)
            return _require(prompts, ToolName.MANAGE_PROMPT, calls)

        async with aclosing(self._tool.stream(work, call)) as outcomes:
            async for outcome in outcomes:
                yield outcome

    async def _list(self) -> CallResult[PromptSet]:
        prompts = await self._prompts.list_all()
        listed = [{"name": prompt.name, "version": prompt.active} for prompt in prompts]
        saved = (PromptVersion(one.name, one.active, one.versions[0].text) for one in prompts if one.versions)
        return CallResult(PromptSet(tuple(saved)), {"prompts": listed})


class SelectTemplates:
    """Selects templates from *templates*."""

    def __init__(self, templates: TemplateLibrary, tool: SupervisorTool) -> None:
        self._templates = templates
        self._tool = tool

    async def __call__(
        self, request: requests.SelectTemplates, call: StepCall
    ) -> AsyncGenerator[Activity | TemplateSet, None]:
        """Yield the tool call and its result, then the templates. Raises VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT."""
        topic, content_type = request.topic.replace("\0", " ")[:MAX_TOPIC], request.content_type

        async def select() -> CallResult[TemplateSet]:
            locale = call.language.value
            templates = await self._templates.recommend(topic, content_type, locale, MAX_TEMPLATES)
            listed = [{"key": one.key, "name": one.name} for one in templates]
            return CallResult(TemplateSet(tuple(templates)), {"templates": listed})

        async def work(calls: ToolCalls) -> TemplateSet:
            inputs = {"topic": topic, "contentType": content_type, "limit": MAX_TEMPLATES}
            templates = await calls.call(ToolName.RECOMMEND_TEMPLATES, inputs, select)
            return _require(templates, ToolName.RECOMMEND_TEMPLATES, calls)

        async with aclosing(self._tool.stream(work, call)) as outcomes:
            async for outcome in outcomes:
                yield outcome


def _require(result: Result | None, tool: ToolName, calls: ToolCalls) -> Result:
    """Return *result*. Raises the error of *tool* when there is none."""
    if result is None:
        raise calls.store_errors.get(tool) or ReflowError(Code.VECTOR_DB_ERROR, details=calls.reasons[tool])
    return result
