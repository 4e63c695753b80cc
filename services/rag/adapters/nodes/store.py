"""The node knowledge in PostgreSQL with pgvector."""

from collections.abc import Sequence
from dataclasses import dataclass

from pgvector import HalfVector
from psycopg.types.json import Jsonb

from engines.graph.node_types.json_form import dump, parse_node_type
from engines.graph.node_types.node_type import JSON
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.adapters import statements
from services.rag.adapters.knowledge_table import EF_SEARCH, KnowledgeTable, Row, Vector
from services.rag.adapters.nodes import statements as node_statements
from services.rag.adapters.tables import NODE_TYPES, format_statement
from services.rag.domain.names import drop_negated, phrases
from services.rag.domain.nodes.entry import NodeEntry, build_embedded_text, build_words
from services.rag.domain.nodes.selection import (
    IN_NAME,
    LEAST_WEIGHT,
    LITERAL,
    WORDS_WEIGHT,
    NodeCandidate,
    select_nodes,
)
from services.rag.domain.nodes.words import extract_meanings, list_literal

DEPTH = EF_SEARCH
"""Number of candidates by vector and by words: a type that is far from the best by each may be the best by both."""


@dataclass(frozen=True, slots=True)
class StoredNodeType:
    """A stored type: its JSON form, scope and revision."""

    record: dict[str, JSON]
    scope: str
    revision: int

    @property
    def key(self) -> str:
        return str(self.record["type"])

    @property
    def embedded_text(self) -> str:
        return build_embedded_text(parse_node_type(self.record))

    @property
    def definition(self) -> bytes:
        """The JSON form in UTF-8."""
        return dump(self.record)


@dataclass(frozen=True, slots=True)
class NodeMatch:
    """A matching type: similarity 1 if the query names it, the cosine, or 0 if it only shares words."""

    stored: StoredNodeType
    similarity: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Number of types, and the revision of the knowledge, which increases with every change."""

    types: int
    revision: int


class NodeStore(KnowledgeTable[NodeEntry, StoredNodeType]):
    """Types of nodes by scope and full name."""

    table = NODE_TYPES
    update_statement = node_statements.UPDATE_INDEX

    async def import_many(self, scope: str, entries: Sequence[NodeEntry], vectors: Vector, model: str) -> None:
        """Add or replace all *entries* in *scope*, or none of them; `vectors` is float32 (n, dimensions)."""
        await super().import_many(scope, entries, vectors, model)
        async with self._cursor() as cursor:
            await cursor.execute(format_statement(self.table, node_statements.ANALYZE))

    async def list_page(
        self, scope: str, *, after: str, limit: int, namespace: str | None = None
    ) -> tuple[StoredNodeType, ...]:
        """Return at most *limit* types (of *namespace*), by name, with names greater than *after*."""
        values = {"scope": scope, "after": after, "limit": limit, "namespace": namespace}
        return tuple(self._to_stored(row) for row in await self._rows(node_statements.PAGE, values))

    async def summarize(self, scope: str, namespace: str | None = None) -> Summary:
        """Return the number of types (of *namespace*) and the revision of the knowledge."""
        (row,) = await self._rows(node_statements.SUMMARY, {"scope": scope, "namespace": namespace})
        return Summary(row["types"], row["revision"])

    async def read_revision(self, scope: str) -> int:
        """Return the revision of the knowledge: cheaper than `summarize`, which counts the types."""
        (row,) = await self._rows(node_statements.REVISION, {"scope": scope})
        return int(row["revision"])

    async def get_many(self, scope: str, keys: Sequence[str]) -> dict[str, StoredNodeType]:
        """Return the types with *keys* that are visible to *scope*, by their full names."""
        rows = await self._rows(node_statements.GET_MANY, {"scope": scope, "keys": list(keys)})
        return {row["key"]: self._to_stored(row) for row in rows}

    async def list_names(self, scope: str) -> dict[str, list[str]]:
        """Return the names of every type that is visible to *scope*, by its full name."""
        return {row["key"]: row["names"] for row in await self._rows(node_statements.NAMES, {"scope": scope})}

    async def remove_many(self, scope: str, keys: Sequence[str]) -> None:
        """Remove the types with *keys* from *scope*, all or none. Raises NODE_TYPE_UNKNOWN."""
        async with self._cursor() as cursor, cursor.connection.transaction():
            for key in sorted(set(keys)):
                await cursor.execute(format_statement(self.table, statements.REMOVE), {"scope": scope, "key": key})
                if not await cursor.fetchall():
                    raise self._unknown_error(key)

    async def search(
        self, query: str, vector: Vector | None, model: str, *, scope: str, limit: int
    ) -> tuple[NodeMatch, ...]:
        """Return at most *limit* types that match *query*, best first (`domain.nodes.selection`).

        *query* is only used as a parameter of statements. *vector* is its embedding by *model*, float32 (dimensions,);
        without one, types match by name only.
        """
        rows = await self._find(query, vector, model, scope, max_found=limit)
        stored = {row["key"]: self._to_stored(row) for row in rows}
        found = [NodeCandidate(row["key"], row["names"], row["similarity"], row.get("share")) for row in rows]
        selected = select_nodes(drop_negated(query), found, limit=limit)
        return tuple(NodeMatch(stored[key], similarity) for key, similarity in selected)

    async def _find(self, query: str, vector: Vector | None, model: str, scope: str, *, max_found: int) -> list[Row]:
        """Return the candidates; negated parts of the query ("without saving") describe a node, but do not name one."""
        names = [phrase.text for phrase in phrases(drop_negated(query))]
        if vector is None:
            return await self._rows(statements.NAMED, {"scope": scope, "phrases": names})
        terms = [
            (number, term, term in list_literal(meaning))
            for number, meaning in enumerate(extract_meanings(query))
            for term in sorted(meaning)
        ]
        values = {
            "scope": scope,
            "phrases": names,
            "meanings": [number for number, _, _ in terms],
            "terms": [term for _, term, _ in terms],
            "literal": [is_literal for _, _, is_literal in terms],
            "in_name": IN_NAME,
            "literal_weight": LITERAL,
            "least_weight": LEAST_WEIGHT,
            "words_weight": WORDS_WEIGHT,
            "max_found": max_found,
        }
        statement = statements.format_search(model, len(vector), DEPTH, self.table, node_statements.SEARCH)
        return await self._search(statement, vector, values)

    def _to_parameters(self, entry: NodeEntry, vector: Vector, model: str) -> Row:
        return {
            "key": entry.key,
            "record": Jsonb(entry.record),
            "names": list(entry.names),
            "name_words": entry.name_words,
            "other_words": entry.other_words,
            "embedding": HalfVector(vector),
            "model": model,
        }

    def _to_index(self, stored: StoredNodeType) -> Row:
        name_words, other_words = build_words(parse_node_type(stored.record))
        return {"name_words": name_words, "other_words": other_words}

    def _to_stored(self, row: Row) -> StoredNodeType:
        return StoredNodeType(row["record"], row["scope"], row["revision"])

    def _unknown_error(self, key: str) -> ReflowError:
        return ReflowError(
            Code.NODE_TYPE_UNKNOWN,
            Text(
                f"没有“{key}”这种节点，请用 reflow nodes search 查找。",
                f'There is no type of nodes "{key}". Try `reflow nodes search`.',
            ),
            field="type",
        )
