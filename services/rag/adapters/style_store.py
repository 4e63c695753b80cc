"""The style library in PostgreSQL with pgvector."""

import asyncio
from dataclasses import dataclass

from pgvector import HalfVector
from psycopg.types.json import Jsonb

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.adapters.knowledge_table import DEPTH, KnowledgeTable, Row, Vector, to_candidates
from services.rag.adapters.tables import STYLES
from services.rag.domain.full_text import extract_search_words, segment
from services.rag.domain.names import drop_negated, phrases
from services.rag.domain.rank_fusion import Candidate, Match, select_matches
from services.rag.domain.style import Style, parse_style


@dataclass(frozen=True, slots=True)
class StoredStyle:
    """A style with its scope and revision; `is_seed` for unchanged seed data."""

    style: Style
    scope: str
    revision: int
    is_seed: bool

    @property
    def key(self) -> str:
        return self.style.key

    @property
    def embedded_text(self) -> str:
        return self.style.embedded_text


class StyleStore(KnowledgeTable[Style, StoredStyle]):
    """Styles by scope and key."""

    table = STYLES

    async def search(
        self, query: str, vector: Vector | None, model: str, *, scope: str, limit: int, min_similarity: float
    ) -> tuple[Match, ...]:
        """Return at most *limit* styles that match *query*, best first.

        Args:
            query: only used as a parameter of statements. Names in it match exactly.
            vector: its embedding by *model*, float32 (dimensions,); styles with a vector of another model match by
                name only. None: all styles match by name only.
            model: `Embeddings.name`.
            scope: its styles and seed data are searched.
            limit: maximum number of matches.
            min_similarity: the cosine from which a style matches that the query does not name.

        """
        positive = drop_negated(query)
        rows = await self._find_rows(positive, vector, model, scope, max(DEPTH, limit))
        selected = await asyncio.to_thread(
            select_matches, positive, to_candidates(rows), min_similarity=min_similarity, limit=limit
        )
        records = {row["key"]: row["record"] for row in rows}
        return tuple(Match(parse_style(records[key]), similarity) for key, similarity in selected)

    async def fetch_candidates(
        self, query: str, vector: Vector | None, model: str, *, scope: str, depth: int = DEPTH
    ) -> tuple[Candidate, ...]:
        """Return candidates for *query*: styles that it names, and the *depth* best by vector and by words each."""
        return to_candidates(await self._find_rows(query, vector, model, scope, depth))

    async def _find_rows(self, query: str, vector: Vector | None, model: str, scope: str, depth: int) -> list[Row]:
        names, words = await asyncio.to_thread(_read_query, query)
        return await self._find_candidates(words, names, vector, model, scope, depth)

    def _to_parameters(self, entry: Style, vector: Vector, model: str) -> Row:
        return {
            "key": entry.key,
            "record": Jsonb(entry.to_record()),
            "names": list(entry.names),
            "name_words": segment(" ".join((entry.name_zh, entry.name_en, *entry.aliases))),
            "other_words": segment(" ".join(entry.tags)),
            "embedding": HalfVector(vector),
            "model": model,
        }

    def _to_stored(self, row: Row) -> StoredStyle:
        return StoredStyle(parse_style(row["record"]), row["scope"], row["revision"], row["origin"] == "library")

    def _unknown_error(self, key: str) -> ReflowError:
        return ReflowError(
            Code.STYLE_UNKNOWN,
            Text(
                f"没有“{key}”这个风格，请用 reflow styles list 查看。",
                f'There is no style "{key}". See `reflow styles list`.',
            ),
            field="key",
        )


def _read_query(query: str) -> tuple[set[str], tuple[str, ...]]:
    """Return the possible names in *query*, and its words. The time grows with the query: call it in a thread."""
    return {phrase.text for phrase in phrases(query)}, extract_search_words(query)
