"""KnowledgeService: the style library, listed, changed and imported."""

from google.protobuf.json_format import MessageToDict
from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc, rag_pb2

from services.common.serving import Context
from services.rag.adapters.embeddings import Embeddings
from services.rag.adapters.store import StoredStyle, StyleStore
from services.rag.domain.style import Style, parse_style
from services.rag.retrieval import store_errors

DEFAULT_PAGE = 100


class KnowledgeServicer(knowledge_pb2_grpc.KnowledgeServiceServicer):
    """Keeps the styles of *scope* beside the shipped ones."""

    def __init__(self, store: StyleStore, embeddings: Embeddings, scope: str) -> None:
        self._store = store
        self._embeddings = embeddings
        self._scope = scope

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
        vectors = await self._embeddings.embed([style.embedded_text])
        async with store_errors():
            stored = await self._store.put(self._scope, style, vectors[0], self._embeddings.name)
        return knowledge_pb2.PutStyleResponse(style=_message(stored))

    async def ImportStyles(
        self, request: knowledge_pb2.ImportStylesRequest, context: Context
    ) -> knowledge_pb2.ImportStylesResponse:
        styles = [_style(message, line) for line, message in enumerate(request.styles, start=1)]
        vectors = await self._embeddings.embed([style.embedded_text for style in styles])
        async with store_errors():
            await self._store.import_many(self._scope, styles, vectors, self._embeddings.name)
        return knowledge_pb2.ImportStylesResponse(count=len(styles))

    async def RemoveStyle(
        self, request: knowledge_pb2.RemoveStyleRequest, context: Context
    ) -> knowledge_pb2.RemoveStyleResponse:
        async with store_errors():
            await self._store.remove(self._scope, request.key)
        return knowledge_pb2.RemoveStyleResponse()


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
