"""Calls to the prompts and templates of a running system, as plain async functions that raise ReflowError."""

from collections.abc import Sequence

from reflow.v1 import creations_pb2, prompts_pb2, prompts_pb2_grpc

from services.cli.calling import LIBRARY_SECONDS, reflow_errors
from services.common.language import Language


class PromptsClient:
    """What the command line asks of prompts and templates, its texts in one language."""

    def __init__(self, prompts: "prompts_pb2_grpc.PromptServiceAsyncStub", language: Language) -> None:
        self._prompts = prompts
        self._metadata = (("accept-language", language.value),)

    async def list(self) -> Sequence[prompts_pb2.Prompt]:
        """Return every prompt, by name, with the version in use."""
        request = prompts_pb2.ListPromptsRequest()
        with reflow_errors():
            answer = await self._prompts.ListPrompts(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
            return answer.prompts

    async def get(self, name: str) -> prompts_pb2.Prompt:
        """Return a prompt with all its versions. Raises PROMPT_UNKNOWN."""
        request = prompts_pb2.GetPromptRequest(name=name)
        with reflow_errors():
            return (await self._prompts.GetPrompt(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)).prompt

    async def save(self, name: str, text: str) -> prompts_pb2.Prompt:
        """Save a text as the next version and put it to use; return the prompt. Raises PROMPT_UNKNOWN."""
        request = prompts_pb2.SavePromptRequest(name=name, text=text)
        with reflow_errors():
            return (await self._prompts.SavePrompt(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)).prompt

    async def use(self, name: str, version: int) -> prompts_pb2.Prompt:
        """Put a version to use, 0 for the agent's own; return the prompt. Raises PROMPT_UNKNOWN."""
        request = prompts_pb2.ActivatePromptRequest(name=name, version=version)
        with reflow_errors():
            answer = await self._prompts.ActivatePrompt(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
            return answer.prompt

    async def templates(self, locale: str) -> Sequence[creations_pb2.NoteTemplate]:
        """Return every template in *locale*, of both languages for "", by key."""
        request = prompts_pb2.ListTemplatesRequest(locale=locale)
        with reflow_errors():
            answer = await self._prompts.ListTemplates(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
            return answer.templates

    async def put_template(self, template: creations_pb2.NoteTemplate) -> creations_pb2.NoteTemplate:
        """Add a template, or replace the one of its key and language; return it as stored."""
        request = prompts_pb2.PutTemplateRequest(template=template)
        with reflow_errors():
            answer = await self._prompts.PutTemplate(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
            return answer.template

    async def remove_template(self, key: str, locale: str) -> None:
        """Remove a template. Raises TEMPLATE_UNKNOWN."""
        request = prompts_pb2.RemoveTemplateRequest(key=key, locale=locale)
        with reflow_errors():
            await self._prompts.RemoveTemplate(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)

    async def recommend(self, request: prompts_pb2.RecommendTemplatesRequest) -> Sequence[creations_pb2.NoteTemplate]:
        """Return the templates that fit, best first."""
        with reflow_errors():
            answer = await self._prompts.RecommendTemplates(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
            return answer.templates
