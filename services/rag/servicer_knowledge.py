"""KnowledgeService: the style library, listed, changed and imported."""

from collections.abc import Callable, Sequence

from google.protobuf.json_format import MessageToDict
from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc, rag_pb2

from services.common.serving import Context
from services.common.serving.deadlines import step_deadline
from services.rag.adapters.embeddings import SteadyEmbeddings, Vectored
from services.rag.adapters.store import StoredStyle, StyleStore
from services.rag.domain.style import Style, parse_style
from services.rag.retrieval import store_errors

DEFAULT_PAGE = 100


class KnowledgeServicer(knowledge_pb2_grpc.KnowledgeServiceServicer):
    """Keeps the styles of *scope* beside the shipped ones."""

    def __init__(
        self,
        store: StyleStore,
        embeddings: SteadyEmbeddings,
        scope: str,
        *,
        changed: Callable[[], None],
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Call *changed* after styles were stored; a remote model is given so many *seconds* on *clock*."""
        self._store = store
        self._embeddings = embeddings
        self._scope = scope
        self._changed = changed
        self._seconds = seconds
        self._clock = clock

    async def ListStyles(
        self, request: knowledge_pb2.ListStylesRequest, context: Context
    ) -> knowledge_pb2.ListStylesResponse:
        async with store_errors():
            styles = await self._store.all(self._scope)
        after = [stored for stored in styles if stored.style.key > request.page_token]
        page = after[: request.page_size or DEFAULT_PAGE]
        token = page[-1].style.key if len(page) < len(after) else ""
        return knowledge_pb2.ListStylesResponse(styles=[_message(stored) for stored in page], next_page_token=token)

    async def PutStyle(
        self, request: knowledge_pb2.PutStyleRequest, context: Context
    ) -> knowledge_pb2.PutStyleResponse:
        style = _style(request.style)
        made = await self._vectors([style], context)
        async with store_errors():
            stored = await self._store.put(self._scope, style, made.vectors[0], made.model)
        self._changed()
        return knowledge_pb2.PutStyleResponse(style=_message(stored))

    async def ImportStyles(
        self, request: knowledge_pb2.ImportStylesRequest, context: Context
    ) -> knowledge_pb2.ImportStylesResponse:
        styles = [_style(message, line) for line, message in enumerate(request.styles, start=1)]
        made = await self._vectors(styles, context)
        async with store_errors():
            await self._store.import_many(self._scope, styles, made.vectors, made.model)
        self._changed()
        return knowledge_pb2.ImportStylesResponse(count=len(styles))

    async def RemoveStyle(
        self, request: knowledge_pb2.RemoveStyleRequest, context: Context
    ) -> knowledge_pb2.RemoveStyleResponse:
        async with store_errors():
            await self._store.remove(self._scope, request.key)
        return knowledge_pb2.RemoveStyleResponse()

    async def _vectors(self, styles: Sequence[Style], context: Context) -> Vectored:
        deadline = step_deadline(context, self._seconds, self._clock)
        return await self._embeddings.embed([style.embedded_text for style in styles], deadline)


def _style(message: knowledge_pb2.Style, line: int | None = None) -> Style:
    """Return the style of *message*. Raises INVALID_INPUT_FORMAT naming line and field."""
    fields = MessageToDict(message, preserving_proto_field_name=True)
    fields.pop("revision", None)
    fields.update(fields.pop("look", {}))
    return parse_style(fields, line=line)


def _message(stored: StoredStyle) -> knowledge_pb2.Style:
    style = stored.style
    return knowledge_pb2.Style(
        key=style.key,
        name_zh=style.name_zh,
        name_en=style.name_en,
        aliases=style.aliases,
        prompt=style.prompt,
        look=rag_pb2.Look(medium=style.medium.value, palette=style.palette),
        tags=style.tags,
        revision=stored.revision,
        prompt_zh=style.prompt_zh,
    )
