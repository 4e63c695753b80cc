"""The style library in PostgreSQL with pgvector."""

from dataclasses import dataclass

from pgvector import HalfVector
from psycopg.types.json import Jsonb

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.adapters.shelf import DEPTH, Row, Shelf, Vector, candidates_of
from services.rag.adapters.tables import STYLES
from services.rag.domain.names import phrases, without_refused
from services.rag.domain.ranking import Candidate, Match, choose
from services.rag.domain.style import Style, parse_style
from services.rag.domain.words import search_words, segment


@dataclass(frozen=True, slots=True)
class StoredStyle:
    """A style with its scope and revision; `shipped` while nobody has changed it since it came with reflow."""

    style: Style
    scope: str
    revision: int
    shipped: bool

    @property
    def key(self) -> str:
        return self.style.key

    @property
    def embedded_text(self) -> str:
        return self.style.embedded_text


class StyleStore(Shelf[Style, StoredStyle]):
    """Styles by scope and key."""

    table = STYLES

    async def search(
        self, query: str, vector: Vector | None, model: str, *, scope: str, limit: int, least_similarity: float
    ) -> tuple[Match, ...]:
        """Return at most *limit* styles that fit *query*, best first.

        Args:
            query: what is looked for; it is only ever a parameter of a statement. Names in it are matched exactly.
            vector: its embedding, float32 (dimensions,), made by *model*; a style whose vector another model made
                is found by its name alone. None where there is none: then every style is.
            model: `Embeddings.name`.
            scope: whose styles, beside the shipped ones.
            limit: matches at most.
            least_similarity: the cosine from which on a style counts that is not called by name.

        """
        wanted = without_refused(query)
        rows = await self._named_or_near(wanted, vector, model, scope, max(DEPTH, limit))
        chosen = choose(wanted, candidates_of(rows), least_similarity=least_similarity, limit=limit)
        records = {row["key"]: row["record"] for row in rows}
        return tuple(Match(parse_style(records[key]), similarity) for key, similarity in chosen)

    async def candidates(
        self, query: str, vector: Vector | None, model: str, *, scope: str, depth: int = DEPTH
    ) -> tuple[Candidate, ...]:
        """Return what may count for *query*: styles it names, and the *depth* best by meaning and by words each."""
        return candidates_of(await self._named_or_near(query, vector, model, scope, depth))

    async def _named_or_near(self, query: str, vector: Vector | None, model: str, scope: str, depth: int) -> list[Row]:
        called = {phrase.text for phrase in phrases(query)}
        return await self._found(search_words(query), called, vector, model, scope, depth)

    def _columns(self, entry: Style, vector: Vector, model: str) -> Row:
        return {
            "key": entry.key,
            "record": Jsonb(entry.as_mapping()),
            "names": list(entry.names),
            "name_words": segment(" ".join((entry.name_zh, entry.name_en, *entry.aliases))),
            "other_words": segment(" ".join(entry.tags)),
            "embedding": HalfVector(vector),
            "model": model,
        }

    def _stored(self, row: Row) -> StoredStyle:
        return StoredStyle(parse_style(row["record"]), row["scope"], row["revision"], row["origin"] == "library")

    def _unknown(self, key: str) -> ReflowError:
        return ReflowError(
            Code.STYLE_UNKNOWN,
            Text(
                f"没有“{key}”这个风格，请用 reflow styles list 查看。",
                f'There is no style "{key}". See `reflow styles list`.',
            ),
            field="key",
        )
