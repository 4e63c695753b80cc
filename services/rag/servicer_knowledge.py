"""KnowledgeService: list, add, replace, import and remove styles."""

import asyncio
from collections.abc import Callable

from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.deadlines import step_deadline
from services.rag.application.libraries.style_library import StyleLibrary
from services.rag.domain.style import Style
from services.rag.proto_mapper import style_from_proto, style_to_proto

DEFAULT_PAGE = 100


class KnowledgeServicer(knowledge_pb2_grpc.KnowledgeServiceServicer):
    """Serves the styles of *library*."""

    def __init__(self, library: StyleLibrary, *, seconds: float, clock: Callable[[], float]) -> None:
        """Give a remote model *seconds* on *clock*."""
        self._library = library
        self._seconds = seconds
        self._clock = clock

    async def ListStyles(
        self, request: knowledge_pb2.ListStylesRequest, context: Context
    ) -> knowledge_pb2.ListStylesResponse:
        following = await self._library.list_after(request.page_token)
        page = following[: request.page_size or DEFAULT_PAGE]
        token = page[-1].style.key if len(page) < len(following) else ""
        return knowledge_pb2.ListStylesResponse(
            styles=[style_to_proto(stored) for stored in page], next_page_token=token
        )

    async def PutStyle(
        self, request: knowledge_pb2.PutStyleRequest, context: Context
    ) -> knowledge_pb2.PutStyleResponse:
        stored = await self._library.put(style_from_proto(request.style), self._deadline(context))
        return knowledge_pb2.PutStyleResponse(style=style_to_proto(stored))

    async def ImportStyles(
        self, request: knowledge_pb2.ImportStylesRequest, context: Context
    ) -> knowledge_pb2.ImportStylesResponse:
        # In a thread: two thousand styles take a tenth of a second.
        styles = await asyncio.to_thread(_parse_styles, request)
        await self._library.import_many(styles, self._deadline(context))
        return knowledge_pb2.ImportStylesResponse(count=len(styles))

    async def RemoveStyle(
        self, request: knowledge_pb2.RemoveStyleRequest, context: Context
    ) -> knowledge_pb2.RemoveStyleResponse:
        await self._library.remove(request.key)
        return knowledge_pb2.RemoveStyleResponse()

    def _deadline(self, context: Context) -> float:
        return step_deadline(context, self._seconds, self._clock)


def _parse_styles(request: knowledge_pb2.ImportStylesRequest) -> list[Style]:
    return [style_from_proto(message, line) for line, message in enumerate(request.styles, start=1)]
