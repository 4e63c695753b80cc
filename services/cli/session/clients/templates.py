"""Client of the templates of notes."""

from collections.abc import Sequence

from reflow.v1 import note_workflow_pb2, prompts_pb2, prompts_pb2_grpc

from services.cli.session.calls import LIBRARY_SECONDS, Caller


class TemplateClient:
    """Templates of a running system. All calls raise ReflowError."""

    def __init__(self, templates: "prompts_pb2_grpc.PromptServiceAsyncStub", caller: Caller) -> None:
        self._templates = templates
        self._caller = caller

    async def list_all(self, locale: str = "") -> Sequence[note_workflow_pb2.NoteTemplate]:
        """Return every template in *locale*, of both languages for "", by key."""
        request = prompts_pb2.ListTemplatesRequest(locale=locale)
        return (await self._caller.call(self._templates.ListTemplates, request, LIBRARY_SECONDS)).templates

    async def put(self, record: note_workflow_pb2.NoteTemplate) -> note_workflow_pb2.NoteTemplate:
        """Add a template, or replace the one of its key and language; return it as stored."""
        request = prompts_pb2.PutTemplateRequest(template=record)
        return (await self._caller.call(self._templates.PutTemplate, request, LIBRARY_SECONDS)).template

    async def import_all(self, records: Sequence[note_workflow_pb2.NoteTemplate]) -> int:
        """Add or replace all templates, one after the other; return how many."""
        for record in records:
            await self.put(record)
        return len(records)

    async def remove(self, key: str, locale: str) -> None:
        """Remove a template. Raises TEMPLATE_UNKNOWN."""
        request = prompts_pb2.RemoveTemplateRequest(key=key, locale=locale)
        await self._caller.call(self._templates.RemoveTemplate, request, LIBRARY_SECONDS)

    async def recommend(
        self, request: prompts_pb2.RecommendTemplatesRequest
    ) -> Sequence[note_workflow_pb2.NoteTemplate]:
        """Return the templates that match, best first."""
        return (await self._caller.call(self._templates.RecommendTemplates, request, LIBRARY_SECONDS)).templates
