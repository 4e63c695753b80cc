"""Client of the style library."""

from collections.abc import Sequence

from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc

from services.cli.session.calls import CALL_SECONDS, IMPORT_SECONDS, Caller, collect_pages

PAGE_SIZE = 500


class StyleClient:
    """Styles of a running system. All calls raise ReflowError."""

    def __init__(self, styles: "knowledge_pb2_grpc.KnowledgeServiceAsyncStub", caller: Caller) -> None:
        self._styles = styles
        self._caller = caller

    async def list_all(self) -> list[knowledge_pb2.Style]:
        """Return every style, by key."""

        async def fetch(token: str) -> tuple[Sequence[knowledge_pb2.Style], str]:
            request = knowledge_pb2.ListStylesRequest(page_size=PAGE_SIZE, page_token=token)
            page = await self._caller.call(self._styles.ListStyles, request, CALL_SECONDS)
            return page.styles, page.next_page_token

        return await collect_pages(fetch)

    async def put(self, record: knowledge_pb2.Style) -> knowledge_pb2.Style:
        """Add a style, or replace the one of its key; return it as stored."""
        request = knowledge_pb2.PutStyleRequest(style=record)
        return (await self._caller.call(self._styles.PutStyle, request, CALL_SECONDS)).style

    async def import_all(self, records: Sequence[knowledge_pb2.Style]) -> int:
        """Add or replace all styles or none; return how many."""
        request = knowledge_pb2.ImportStylesRequest(styles=records)
        return (await self._caller.call(self._styles.ImportStyles, request, IMPORT_SECONDS)).count

    async def remove(self, key: str) -> None:
        """Remove a style. Raises STYLE_UNKNOWN."""
        await self._caller.call(self._styles.RemoveStyle, knowledge_pb2.RemoveStyleRequest(key=key), CALL_SECONDS)
