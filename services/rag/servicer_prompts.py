"""PromptService: prompts that operators give the agents, and templates of notes."""

from reflow.v1 import prompts_pb2, prompts_pb2_grpc

from services.common.rpc import Context
from services.rag.application.libraries.prompt_library import PromptLibrary, TemplateLibrary
from services.rag.domain.template import parse_content_type, parse_locale
from services.rag.proto_mapper import prompt_to_proto, template_from_proto
from services.rag.records import template_to_proto

DEFAULT_RECOMMENDED = 3


class PromptServicer(prompts_pb2_grpc.PromptServiceServicer):
    """Serves *prompts* and *templates*."""

    def __init__(self, prompts: PromptLibrary, templates: TemplateLibrary) -> None:
        self._prompts = prompts
        self._templates = templates

    async def ListPrompts(
        self, request: prompts_pb2.ListPromptsRequest, context: Context
    ) -> prompts_pb2.ListPromptsResponse:
        prompts = await self._prompts.list_all()
        return prompts_pb2.ListPromptsResponse(prompts=[prompt_to_proto(prompt) for prompt in prompts])

    async def GetPrompt(self, request: prompts_pb2.GetPromptRequest, context: Context) -> prompts_pb2.GetPromptResponse:
        return prompts_pb2.GetPromptResponse(prompt=prompt_to_proto(await self._prompts.get(request.name)))

    async def SavePrompt(
        self, request: prompts_pb2.SavePromptRequest, context: Context
    ) -> prompts_pb2.SavePromptResponse:
        prompt = await self._prompts.save(request.name, request.text)
        return prompts_pb2.SavePromptResponse(prompt=prompt_to_proto(prompt))

    async def ActivatePrompt(
        self, request: prompts_pb2.ActivatePromptRequest, context: Context
    ) -> prompts_pb2.ActivatePromptResponse:
        prompt = await self._prompts.activate(request.name, request.version)
        return prompts_pb2.ActivatePromptResponse(prompt=prompt_to_proto(prompt))

    async def ListTemplates(
        self, request: prompts_pb2.ListTemplatesRequest, context: Context
    ) -> prompts_pb2.ListTemplatesResponse:
        templates = await self._templates.list_all(parse_locale(request.locale) if request.locale else "")
        return prompts_pb2.ListTemplatesResponse(templates=[template_to_proto(one) for one in templates])

    async def PutTemplate(
        self, request: prompts_pb2.PutTemplateRequest, context: Context
    ) -> prompts_pb2.PutTemplateResponse:
        stored = await self._templates.put(template_from_proto(request.template))
        return prompts_pb2.PutTemplateResponse(template=template_to_proto(stored))

    async def RemoveTemplate(
        self, request: prompts_pb2.RemoveTemplateRequest, context: Context
    ) -> prompts_pb2.RemoveTemplateResponse:
        await self._templates.remove(request.key, parse_locale(request.locale))
        return prompts_pb2.RemoveTemplateResponse()

    async def RecommendTemplates(
        self, request: prompts_pb2.RecommendTemplatesRequest, context: Context
    ) -> prompts_pb2.RecommendTemplatesResponse:
        templates = await self._templates.recommend(
            request.topic,
            parse_content_type(request.content_type),
            parse_locale(request.locale),
            request.limit or DEFAULT_RECOMMENDED,
        )
        return prompts_pb2.RecommendTemplatesResponse(templates=[template_to_proto(one) for one in templates])
