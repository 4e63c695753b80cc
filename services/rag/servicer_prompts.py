"""PromptService: the prompts that an operator gives the agents, and the templates of notes."""

from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import prompts_pb2, prompts_pb2_grpc

from services.common.limits import MEGABYTE
from services.common.serving import Context
from services.rag.domain.prompt import Prompt, purpose_of
from services.rag.domain.template import locale_of, type_of
from services.rag.prompts import Prompts, Templates
from services.rag.template_messages import read_template, template_message

DEFAULT_RECOMMENDED = 3
MOST_TEXT = 3 * MEGABYTE
"""Bytes of texts in one answer, which is one message: beyond it the oldest versions are told without their text."""


class PromptServicer(prompts_pb2_grpc.PromptServiceServicer):
    """Answers for *prompts* and *templates*."""

    def __init__(self, prompts: Prompts, templates: Templates) -> None:
        self._prompts = prompts
        self._templates = templates

    async def ListPrompts(
        self, request: prompts_pb2.ListPromptsRequest, context: Context
    ) -> prompts_pb2.ListPromptsResponse:
        return prompts_pb2.ListPromptsResponse(prompts=[_message(one) for one in await self._prompts.all()])

    async def GetPrompt(self, request: prompts_pb2.GetPromptRequest, context: Context) -> prompts_pb2.GetPromptResponse:
        return prompts_pb2.GetPromptResponse(prompt=_message(await self._prompts.get(request.name)))

    async def SavePrompt(
        self, request: prompts_pb2.SavePromptRequest, context: Context
    ) -> prompts_pb2.SavePromptResponse:
        saved = await self._prompts.save(request.name, request.text)
        return prompts_pb2.SavePromptResponse(prompt=_message(saved))

    async def ActivatePrompt(
        self, request: prompts_pb2.ActivatePromptRequest, context: Context
    ) -> prompts_pb2.ActivatePromptResponse:
        used = await self._prompts.activate(request.name, request.version)
        return prompts_pb2.ActivatePromptResponse(prompt=_message(used))

    async def ListTemplates(
        self, request: prompts_pb2.ListTemplatesRequest, context: Context
    ) -> prompts_pb2.ListTemplatesResponse:
        templates = await self._templates.all(locale_of(request.locale) if request.locale else "")
        return prompts_pb2.ListTemplatesResponse(templates=[template_message(one) for one in templates])

    async def PutTemplate(
        self, request: prompts_pb2.PutTemplateRequest, context: Context
    ) -> prompts_pb2.PutTemplateResponse:
        stored = await self._templates.put(read_template(request.template))
        return prompts_pb2.PutTemplateResponse(template=template_message(stored))

    async def RemoveTemplate(
        self, request: prompts_pb2.RemoveTemplateRequest, context: Context
    ) -> prompts_pb2.RemoveTemplateResponse:
        await self._templates.remove(request.key, locale_of(request.locale))
        return prompts_pb2.RemoveTemplateResponse()

    async def RecommendTemplates(
        self, request: prompts_pb2.RecommendTemplatesRequest, context: Context
    ) -> prompts_pb2.RecommendTemplatesResponse:
        found = await self._templates.recommend(
            request.topic,
            type_of(request.content_type),
            locale_of(request.locale),
            request.limit or DEFAULT_RECOMMENDED,
        )
        return prompts_pb2.RecommendTemplatesResponse(templates=[template_message(one) for one in found])


def _message(prompt: Prompt) -> prompts_pb2.Prompt:
    purpose, left = purpose_of(prompt.name), MOST_TEXT
    versions = []
    for one in prompt.versions:
        left -= len(one.text.encode())
        made = Timestamp()
        made.FromDatetime(one.created_at)
        text = one.text if left >= 0 else ""
        versions.append(prompts_pb2.SavedPrompt(version=one.version, text=text, created_at=made))
    return prompts_pb2.Prompt(
        name=prompt.name, purpose=f"{purpose.zh} / {purpose.en}", active=prompt.active, versions=versions
    )
