"""KnowledgeService: list, add, replace, import and remove styles."""

import asyncio
from collections.abc import Callable, Sequence

from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.deadlines import step_deadline
from services.rag.adapters.embeddings import EmbeddedTexts, FallbackEmbeddings
from services.rag.adapters.style_store import StyleStore
from services.rag.application.style_retrieval import map_store_errors
from services.rag.domain.style import Style
from services.rag.proto_mapper import style_from_proto, style_to_proto

DEFAULT_PAGE = 100


class KnowledgeServicer(knowledge_pb2_grpc.KnowledgeServiceServicer):
    """Manages the styles of *scope*; seed data is visible too."""

    def __init__(
        self,
        store: StyleStore,
        embeddings: FallbackEmbeddings,
        scope: str,
        *,
        on_change: Callable[[], None],
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Call *on_change* after styles were stored; a remote model has *seconds* on *clock*."""
        self._store = store
        self._embeddings = embeddings
        self._scope = scope
        self._on_change = on_change
        self._seconds = seconds
        self._clock = clock

    async def ListStyles(
        self, request: knowledge_pb2.ListStylesRequest, context: Context
    ) -> knowledge_pb2.ListStylesResponse:
        async with map_store_errors():
            styles = await self._store.list_all(self._scope)
        following = [stored for stored in styles if stored.style.key > request.page_token]
        page = following[: request.page_size or DEFAULT_PAGE]
        token = page[-1].style.key if len(page) < len(following) else ""
        return knowledge_pb2.ListStylesResponse(
            styles=[style_to_proto(stored) for stored in page], next_page_token=token
        )

    async def PutStyle(
        self, request: knowledge_pb2.PutStyleRequest, context: Context
    ) -> knowledge_pb2.PutStyleResponse:
        style = style_from_proto(request.style)
        embedded = await self._embed([style], context)
        async with map_store_errors():
            stored = await self._store.put(self._scope, style, embedded.vectors[0], embedded.model)
        self._on_change()
        return knowledge_pb2.PutStyleResponse(style=style_to_proto(stored))

    async def ImportStyles(
        self, request: knowledge_pb2.ImportStylesRequest, context: Context
    ) -> knowledge_pb2.ImportStylesResponse:
        # In a thread: two thousand styles take a tenth of a second.
        styles = await asyncio.to_thread(_parse_styles, request)
        embedded = await self._embed(styles, context)
        async with map_store_errors():
            await self._store.import_many(self._scope, styles, embedded.vectors, embedded.model)
        self._on_change()
        return knowledge_pb2.ImportStylesResponse(count=len(styles))

    async def RemoveStyle(
        self, request: knowledge_pb2.RemoveStyleRequest, context: Context
    ) -> knowledge_pb2.RemoveStyleResponse:
        async with map_store_errors():
            await self._store.remove(self._scope, request.key)
        return knowledge_pb2.RemoveStyleResponse()

    async def _embed(self, styles: Sequence[Style], context: Context) -> EmbeddedTexts:
        deadline = step_deadline(context, self._seconds, self._clock)
        return await self._embeddings.embed([style.embedded_text for style in styles], deadline)


def _parse_styles(request: knowledge_pb2.ImportStylesRequest) -> list[Style]:
    return [style_from_proto(message, line) for line, message in enumerate(request.styles, start=1)]
