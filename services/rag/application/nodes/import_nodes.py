"""Use case: import a catalog of node types, all of it or nothing."""

from collections.abc import Awaitable, Callable, Sequence

from engines.graph.node_types.catalog import parse_catalog
from engines.graph.node_types.catalog_error import CatalogError
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.adapters.embeddings import FallbackEmbeddings
from services.rag.adapters.nodes.store import NodeStore
from services.rag.application.style_search import map_store_errors
from services.rag.domain.nodes.entry import NodeEntry, build_entry

Parse = Callable[[Callable[[bytes, str], Sequence[NodeEntry]], bytes, str], Awaitable[Sequence[NodeEntry]]]
"""Runs a blocking module-level function in a worker process: `await parse(function, data, namespace)`."""
Fetch = Callable[[str], Awaitable[bytes]]
"""Returns the object_info of a ComfyUI server."""
MEGABYTE = 1024 * 1024


class ImportNodes:
    """Stores the types of a catalog in *scope*."""

    def __init__(
        self,
        store: NodeStore,
        embeddings: FallbackEmbeddings,
        scope: str,
        *,
        parse: Parse,
        fetch: Fetch,
        max_bytes: int,
        on_change: Callable[[], None],
    ) -> None:
        """Parse in a worker, fetch URLs with *fetch*; call *on_change* after types were stored."""
        self.max_bytes = max_bytes
        self._store = store
        self._embeddings = embeddings
        self._scope = scope
        self._parse = parse
        self._fetch = fetch
        self._on_change = on_change

    async def __call__(self, data: bytes, url: str, namespace: str, deadline: float) -> int:
        """Store the types in *data*, or at *url*, which takes precedence; return their number.

        Raises INVALID_INPUT_FORMAT with the place of the first error in the catalog; nothing is stored then.
        """
        if url:
            data = await self._fetch(url)
        if len(data) > self.max_bytes:
            most = f"{self.max_bytes / MEGABYTE:g} MB"
            raise _to_error("", Text(f"超过 {most}，请分几次导入", f"larger than {most}: import it in several parts"))
        try:
            entries = await self._parse(build_entries, data, namespace)
        except CatalogError as error:
            raise _to_error(error.field, error.text) from error
        embedded = await self._embeddings.embed([entry.embedded_text for entry in entries], deadline)
        async with map_store_errors():
            await self._store.import_many(self._scope, entries, embedded.vectors, embedded.model)
        self._on_change()
        return len(entries)


def build_entries(data: bytes, namespace: str) -> tuple[NodeEntry, ...]:
    """Return the entries of a catalog. Blocking: seconds for a large one. Raises CatalogError."""
    return tuple(build_entry(node_type) for node_type in parse_catalog(data, namespace))


def _to_error(pointer: str, text: Text) -> ReflowError:
    place_zh, place_en = (f"的 {pointer}", f" at {pointer}") if pointer else ("", "")
    return ReflowError(
        Code.INVALID_INPUT_FORMAT,
        Text(
            f"节点目录{place_zh}：{text.zh}。没有导入任何节点。",
            f"The node catalog{place_en}: {text.en}. Nothing was imported.",
        ),
        field=f"catalog{pointer}",
    )
