"""Choose the minimum similarity for the built-in embeddings: precision and recall over labeled queries.

    uv run python benchmarks/calibration/styles.py [--json FILE]

Every query of tests/unit/rag/queries/labelled_queries.jsonl goes through the store's own search, on a new
PostgreSQL with the seed library; docs/retrieval.md explains the metrics and has the table.
"""

import argparse
import asyncio
import json
import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import anyio.to_thread

from services.common.database.embedded import embedded_postgres
from services.common.database.migrations import migrate
from services.common.database.pool import open_pool
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings, Vectors
from services.rag.adapters.seed_data import ensure_styles, load_seed_styles
from services.rag.adapters.style_store import StyleStore
from services.rag.domain.names import has_han
from services.rag.domain.rank_fusion import Match, select_matches

ROOT = Path(__file__).parents[2]
QUERIES = ROOT / "tests" / "unit" / "rag" / "queries" / "labelled_queries.jsonl"
MAX_STYLES = 3
"""Maximum number of styles of a run."""
MAX_PLACE = 1_000


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query, its kind (names a style, describes one, names none, nearly names one), and the correct styles."""

    text: str
    language: str
    kind: str
    expected: frozenset[str]


@dataclass(frozen=True, slots=True)
class Score:
    """Results of the search at one threshold.

    Attributes:
        precision: of the queries with a result, the share with a correct first style.
        recall: of the queries that request a style, the share with a correct one in the result.
        false_alarms: of the queries that request none, the share with a result.

    """

    threshold: float
    precision: float
    recall: float
    false_alarms: float


@dataclass(frozen=True, slots=True)
class NameFound:
    """Whether a bare name ranks its style first: by vector only, fused with words, by the whole search."""

    language: str
    by_vector: bool
    fused: bool
    whole: bool


Found = tuple[tuple[LabelledQuery, tuple[Match, ...]], ...]


def labelled_queries() -> tuple[LabelledQuery, ...]:
    """Return the labeled queries."""
    rows = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]
    return tuple(LabelledQuery(row["text"], row["language"], row["kind"], frozenset(row["expected"])) for row in rows)


async def find_all(store: StyleStore, embeddings: Embeddings) -> Found:
    """Return all matches of each query, without a minimum similarity."""
    queries = labelled_queries()
    found = []
    embedded = await embeddings.embed([query.text for query in queries], math.inf)
    for query, vector in zip(queries, embedded.vectors, strict=True):
        matches = await store.search(query.text, vector, embeddings.name, scope="", limit=20, min_similarity=-1.0)
        found.append((query, matches))
    return tuple(found)


async def find_names(store: StyleStore, embeddings: Embeddings) -> list[NameFound]:
    """Return, by name and alias, the first results of vectors only, of vectors with words, and of the whole search."""
    rows = []
    pairs = [(style, name) for style in load_seed_styles() for name in (style.name_zh, style.name_en, *style.aliases)]
    embedded = await embeddings.embed([name for _, name in pairs], math.inf)
    for (style, name), vector in zip(pairs, embedded.vectors, strict=True):
        candidates = await store.fetch_candidates(name, vector, embeddings.name, scope="")
        nameless = [replace(candidate, names=()) for candidate in candidates]
        by_vector = min(candidates, key=lambda candidate: candidate.rank_by_vector or MAX_PLACE)
        ((fused, _),) = select_matches(name, nameless, min_similarity=-1.0, limit=1)
        ((whole, _),) = select_matches(name, candidates, min_similarity=-1.0, limit=1)
        firsts = tuple(key == style.key for key in (by_vector.key, fused, whole))
        rows.append(NameFound("zh" if has_han(name) else "en", *firsts))
    return rows


def score(found: Found, threshold: float) -> Score:
    """Return the metrics at *threshold*."""
    answers = [(query, _answer(matches, threshold)) for query, matches in found]
    answered = [(query, keys) for query, keys in answers if keys]
    requesting = [(query, keys) for query, keys in answers if query.expected]
    others = [keys for query, keys in answers if not query.expected]
    return Score(
        threshold,
        precision=_share([keys[0] in query.expected for query, keys in answered]),
        recall=_share([bool(query.expected & set(keys)) for query, keys in requesting]),
        false_alarms=_share([bool(keys) for keys in others]),
    )


def chosen(found: Found, *, of: Callable[[LabelledQuery], bool]) -> Found:
    """Return the part of *found* with queries that *of* accepts."""
    return tuple((query, matches) for query, matches in found if of(query))


def _answer(matches: Sequence[Match], threshold: float) -> list[str]:
    return [match.style.key for match in matches if match.similarity >= threshold][:MAX_STYLES]


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 1.0


async def _in_thread(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
    return await anyio.to_thread.run_sync(function, texts)


async def measure(folder: Path) -> tuple[Found, list[NameFound]]:
    """Return the matches in a new library, for the labeled queries and for bare names."""
    embeddings = BuiltinEmbeddings(_in_thread)
    async with embedded_postgres(folder) as url:
        await anyio.to_thread.run_sync(migrate, url, ROOT / "services" / "rag" / "migrations")
        async with await open_pool(url, min_size=1, max_size=1, name="calibrate") as pool:
            store = StyleStore(pool)
            await ensure_styles(store, embeddings)
            return await find_all(store, embeddings), await find_names(store, embeddings)


REQUIRED_PRECISION = 0.97
"""A style that was not requested changes the whole image; a missed one only leaves the prompt as it is."""
THRESHOLDS = [round(0.20 + step * 0.02, 2) for step in range(21)]
PARTS: dict[str, Callable[[LabelledQuery], bool]] = {
    "all": lambda query: True,
    "zh": lambda query: query.language == "zh",
    "en": lambda query: query.language == "en",
    "zh, no style named": lambda query: query.language == "zh" and query.kind != "named",
    "en, no style named": lambda query: query.language == "en" and query.kind != "named",
}


def main() -> None:
    """Print the tables, and write them to the file of --json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the tables here")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reflow-calibrate-") as folder:
        Path(folder).chmod(0o711)  # as root the server runs as another user, which must be able to traverse it
        found, names = asyncio.run(measure(Path(folder) / "postgres"))
    table = {part: [score(chosen(found, of=of), threshold) for threshold in THRESHOLDS] for part, of in PARTS.items()}
    for part, rows in table.items():
        print(f"\n{part} ({len(chosen(found, of=PARTS[part]))} queries)\nmin    precision  recall  false alarms")
        for row in rows:
            print(f"{row.threshold:.2f}   {row.precision:9.3f} {row.recall:7.3f} {row.false_alarms:13.3f}")
    print_halves(found)
    print_names(names)
    if arguments.json:
        tables = {part: [asdict(row) for row in rows] for part, rows in table.items()}
        arguments.json.write_text(json.dumps({"queries": tables, "names": [asdict(name) for name in names]}))


def print_halves(found: Found) -> None:
    """Print the results of a threshold chosen on one half of the queries on the other half."""
    for here, there in ((found[::2], found[1::2]), (found[1::2], found[::2])):
        least = next(t for t in THRESHOLDS if score(here, t).precision >= REQUIRED_PRECISION)
        other = score(there, least)
        print(f"\nchosen on one half: {least:.2f}; on the other: precision {other.precision:.3f}, ", end="")
        print(f"recall {other.recall:.3f}, false alarms {other.false_alarms:.3f}")


def print_names(names: Sequence[NameFound]) -> None:
    """Print how often a bare name ranks its style first."""
    print("\nbare names found first   vector  with words  whole search")
    for language in ("zh", "en"):
        rows = [name for name in names if name.language == language]
        shares = (_share([row.by_vector for row in rows]), _share([row.fused for row in rows]))
        print(
            f"{language} ({len(rows)}) {shares[0]:21.3f} {shares[1]:11.3f} {_share([row.whole for row in rows]):13.3f}"
        )


if __name__ == "__main__":
    main()
