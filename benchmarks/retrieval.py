"""Retrieval over 100,000 entries of 512 dimensions: the store's PostgreSQL and LanceDB, same vectors, same run.

    uv run --with lancedb==0.40.0 python benchmarks/retrieval.py [--entries 100000] [--vectors FOLDER] [--json FILE]

The vectors are embeddings of generated image descriptions, Chinese and English, by the built-in model; the queries are
other descriptions of the same kind. Each side runs with the narrowest search that reaches a recall@10 of 0.99 against
an exact search in float32; one client, one query at a time, on the event loop of the services. The sides alternate
after all queries, in turn first, so that the caches of the processor have what a side itself uses, as in a service that
searches again and again. The ratio is also printed with the sides alternating after each query, which costs each side
the caches that the other one has filled.

Half of the entries belong to one of 50 scopes. The measurement is made twice: over the whole table, and with a filter,
where a search covers the shared half and the entries of its own scope, as in the service. Both use the same index.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import anyio.to_thread
import numpy as np
import numpy.typing as npt
import uvloop
from pgvector import HalfVector
from psycopg.types.json import Jsonb

from benchmarks.figures import median_ms, percentile_95, read_load
from services.common.database.embedded import embedded_postgres
from services.common.database.migrations import migrate
from services.common.database.pool import Connection, Pool, open_pool
from services.rag.adapters.embeddings import BuiltinEmbeddings, embed_texts
from services.rag.adapters.knowledge_table import EF_SEARCH
from services.rag.adapters.seed_data import load_seed_styles
from services.rag.adapters.statements import NEAREST_BY_INDEX, format_search
from services.rag.adapters.style_store import StyleStore
from services.rag.adapters.vector_indexes import ensure_index
from services.rag.domain.full_text import segment

ROOT = Path(__file__).parents[1]
K, QUERIES, ROUNDS, REQUIRED_RECALL, SEED = 10, 300, 10, 0.99, 11
SCOPES = 50
PART = 10_000
"""Texts in a file of vectors."""
VIEWER = "s7"
BREADTHS = (*range(20, 60, 2), 60, 65, 70, 80, 100, 150, 200, 400)
MODEL = BuiltinEmbeddings.name, BuiltinEmbeddings.dimensions
NEAREST_IN_SCOPE = format_search(*MODEL, K, statement=f"SELECT key FROM ({NEAREST_BY_INDEX}) found")
NEAREST = format_search(
    *MODEL,
    K,
    statement="""
        SELECT s.key FROM {table} s WHERE s.embedding_model = {model}
        ORDER BY s.embedding::halfvec({dimensions}) <=> %(vector)b LIMIT {depth}
    """,
)
Vectors = npt.NDArray[np.float32]
Search = Callable[[int], Awaitable[Sequence[str]]]
"""Returns the keys of the results for the query with a number."""
At = Callable[[int], Awaitable[Search]]
"""Returns the search with a given breadth (ef)."""


@dataclass(frozen=True, slots=True)
class Point:
    """One side at one setting: median and 95th percentile of single queries in milliseconds, and recall@10."""

    side: str
    setting: str
    median_ms: float
    recall: float
    percentile_95_ms: float
    filtered: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """A side with its setting."""

    side: str
    setting: str
    recall: float
    search: Search


@dataclass(frozen=True, slots=True)
class Corpus:
    """Entries, their vectors, query texts, their vectors, and the exact results as keys of the entries."""

    texts: list[str]
    vectors: Vectors
    queries: list[str]
    query_vectors: Vectors
    exact: list[set[str]]
    filtered: bool = False

    def for_scope(self) -> "Corpus":
        """Return the corpus as visible to VIEWER: the exact results are those of the visible entries."""
        visible = np.array([place_scope(place) in ("", VIEWER) for place in range(len(self.texts))])
        exact = [_nearest(np.where(visible, self.vectors @ query, -2.0)) for query in self.query_vectors]
        return replace(self, exact=exact, filtered=True)

    @property
    def viewer(self) -> str:
        """The owner of the searched scope."""
        return VIEWER if self.filtered else ""


def place_scope(place: int) -> str:
    """Return the scope of the entry at *place*: every second entry is shared."""
    return "" if place % 2 else f"s{place // 2 % SCOPES}"


def _nearest(similarities: Vectors) -> set[str]:
    return {f"k{place}" for place in np.argpartition(-similarities, K)[:K]}


def descriptions(count: int) -> list[str]:
    """Return *count* different image descriptions, half Chinese, half English; the same for every run."""
    draw = np.random.default_rng(SEED)
    styles = load_seed_styles()
    zh = [
        text.split()
        for text in (
            "猫 狐狸 老人 少女 机器人 灯塔 城堡 帆船 向日葵 雪山 宇航员 鲸鱼 火车 面馆 竹林 骆驼 "
            "乐队 图书馆 孔雀 苹果树",
            "在雨中 在清晨 在海边 在屋顶 在集市 在废墟里 在月光下 在沙漠里 在花园里 在车站 在雪地里 在舞台上",
            "奔跑 沉思 微笑 等待 发光 起舞 远去 相遇 倒映 沉睡",
        )
    ]
    en = [text.split(",") for text in (
        "a cat,a fox,an old man,a girl,a robot,a lighthouse,a castle,a sailing boat,a sunflower,a snowy peak,"
        "an astronaut,a whale,a steam train,a noodle shop,a bamboo grove,a camel,a jazz band,a library,a peacock",
        "in the rain,at dawn,by the sea,on a rooftop,in a market,among ruins,under the moon,in the desert,"
        "in a garden,at a station,in the snow,on a stage",
        "running,thinking,smiling,waiting,glowing,dancing,leaving,meeting a friend,mirrored in water,asleep",
    )]  # fmt: skip
    found: dict[str, None] = {}
    while len(found) < count:
        style = styles[draw.integers(len(styles))]
        chinese = len(found) % 2 == 0
        words = [part[draw.integers(len(part))] for part in (zh if chinese else en)]
        fragments = style.prompt_zh.rstrip("。").split("，") if chinese else style.prompt.split(", ")
        picked = draw.choice(len(fragments), size=min(2, len(fragments)), replace=False)
        joint = "，" if chinese else ", "
        found[joint.join(["".join(words) if chinese else " ".join(words), *(fragments[p] for p in picked)])] = None
    return list(found)


def make_corpus(entries: int, folder: Path | None) -> Corpus:
    """Return the corpus, with exact results in float32; its vectors are stored in *folder*, if there is one."""
    texts = descriptions(entries + QUERIES)
    vectors = _embed(texts, folder)
    order = np.random.default_rng(SEED).permutation(len(texts))
    texts, vectors = [texts[place] for place in order], vectors[order]
    stored, queries = vectors[:entries], vectors[entries:]
    exact = [_nearest(stored @ query) for query in queries]
    return Corpus(texts[:entries], stored, texts[entries:], queries, exact)


def _embed(texts: list[str], folder: Path | None) -> Vectors:
    """Return the vectors of *texts*, embedded with one process per core; whole parts that *folder* has are read.

    A part has the same texts whatever their number, so an interrupted or larger run continues where another ended.
    """
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes: one core each
    parts: list[Vectors] = []
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for start in range(0, len(texts), PART):
            part = texts[start : start + PART]
            file = folder / f"vectors_{start // PART:04}.npy" if folder is not None else None
            if file is not None and file.exists() and len(stored := np.load(file)) >= len(part):
                parts.append(stored[: len(part)])
                continue
            parts.append(
                np.vstack(list(pool.map(embed_texts, (part[at : at + 1000] for at in range(0, len(part), 1000)))))
            )
            if file is not None:
                unfinished = file.with_suffix(".unfinished.npy")
                np.save(unfinished, parts[-1])
                unfinished.rename(file)
    return np.vstack(parts)


async def recall_of(corpus: Corpus, search: Search) -> float:
    """Return the share of the exact results among those of *search*."""
    hits = [len(corpus.exact[number] & set(await search(number))) for number in range(QUERIES)]
    return sum(hits) / (K * QUERIES)


async def narrowest(side: str, corpus: Corpus, at: At, settings: Sequence[int]) -> Chosen:
    """Return the first of *settings*, from fast to slow, that reaches the required recall."""
    for breadth in settings:
        search = await at(breadth)
        recall = await recall_of(corpus, search)
        print(f"{side}, ef {breadth}: recall@10 {recall:.4f}", flush=True)
        if recall >= REQUIRED_RECALL:
            return Chosen(side, f"ef {breadth}", recall, search)
    raise SystemExit(f"{side} did not reach a recall of {REQUIRED_RECALL}")


async def race(chosen: Sequence[Chosen], *, filtered: bool, by_query: bool = False) -> list[Point]:
    """Return a point for each: the sides alternate round by round, or query by query."""
    times: dict[str, list[float]] = {one.side: [] for one in chosen}
    for each in range(ROUNDS):
        sides = chosen if each % 2 == 0 else chosen[::-1]
        queries = [(one, number) for one in sides for number in range(QUERIES)]
        for one, number in sorted(queries, key=lambda query: query[1]) if by_query else queries:
            start = time.perf_counter()
            await one.search(number)
            times[one.side].append(time.perf_counter() - start)
    return [
        Point(one.side, one.setting, median_ms(taken), one.recall, percentile_95(taken) * 1_000, filtered)
        for one in chosen
        for taken in [times[one.side]]
    ]


@asynccontextmanager
async def filled_store(corpus: Corpus, folder: Path) -> AsyncIterator[Pool]:
    """Yield a pool on a new PostgreSQL with the corpus in the table of styles."""
    async with embedded_postgres(folder) as url:
        await anyio.to_thread.run_sync(migrate, url, ROOT / "services" / "rag" / "migrations")
        async with await open_pool(url, min_size=2, max_size=2, name="bench", statement_timeout=1_200) as pool:
            async with pool.connection() as connection:
                await fill(connection, corpus)
            yield pool


async def fill(connection: Connection, corpus: Corpus) -> None:
    """Copy the corpus into the table, and build its vector index afterwards, which is faster."""
    await connection.execute("SET statement_timeout = 0")  # a million entries take more than half an hour
    await connection.execute("SET maintenance_work_mem = '4GB'")
    style = load_seed_styles()[0]
    statement = (
        "COPY styles (scope, key, revision, origin, record, names, words, embedding, embedding_model) FROM STDIN"
    )
    async with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for number, (text, vector) in enumerate(zip(corpus.texts, corpus.vectors, strict=True)):
            record = Jsonb(replace(style, key=f"k{number}", prompt=text).to_record())
            words = " ".join(f"'{word}'" for word in dict.fromkeys(segment(text).split()))
            key, names = f"k{number}", [f"entry {number}"]
            stored = HalfVector(vector), BuiltinEmbeddings.name
            await copy.write_row((place_scope(number), key, 1, "person", record, names, words, *stored))
    await ensure_index(connection, BuiltinEmbeddings.name, BuiltinEmbeddings.dimensions)
    await connection.execute("VACUUM ANALYZE styles")


def by_vector(connection: Connection, corpus: Corpus) -> At:
    """Return a search of the store's table by vector only, on one open connection."""
    statement = NEAREST_IN_SCOPE if corpus.filtered else NEAREST

    async def search(number: int) -> list[str]:
        values = {"vector": HalfVector(corpus.query_vectors[number]), "scope": corpus.viewer}
        cursor = await connection.execute(statement, values, prepare=True)
        return [key for (key,) in await cursor.fetchall()]

    async def at(breadth: int) -> Search:
        await connection.execute("SELECT set_config('hnsw.ef_search', %s, false)", (str(breadth),))
        await connection.execute("SET hnsw.iterative_scan = 'relaxed_order'")
        return search

    return at


def whole_search(pool: Pool, corpus: Corpus) -> Search:
    """Return the search of the service, by name, vector and words; the result is the nearest by vector."""
    store = StyleStore(pool)

    async def search(number: int) -> list[str]:
        query, vector = corpus.queries[number], corpus.query_vectors[number]
        found = await store.fetch_candidates(query, vector, BuiltinEmbeddings.name, scope=corpus.viewer)
        return [one.key for one in found if one.rank_by_vector is not None and one.rank_by_vector <= K]

    return search


def create_lancedb_table(corpus: Corpus, folder: Path) -> Any:
    """Return a table of LanceDB: IVF_HNSW_SQ, cosine, its default number of partitions, its synchronous client."""
    import lancedb
    import pyarrow as pa

    flat = pa.array(corpus.vectors.reshape(-1), type=pa.float32())
    column = pa.FixedSizeListArray.from_arrays(flat, corpus.vectors.shape[1])
    keys = pa.array([f"k{number}" for number in range(len(corpus.texts))])
    scopes = pa.array([place_scope(number) for number in range(len(corpus.texts))])
    rows = pa.table({"key": keys, "vector": column, "scope": scopes})
    table = lancedb.connect(folder).create_table("styles", rows)
    table.create_index("vector", config=lancedb.index.HnswSq(distance_type="cosine"))
    table.create_scalar_index("scope", index_type="BITMAP")
    return table


def search_lancedb(table: Any, corpus: Corpus) -> At:
    """Return a search of the table, prefiltered if the corpus has a filter."""

    async def at(breadth: int) -> Search:
        async def search(number: int) -> list[str]:
            query = table.search(corpus.query_vectors[number]).distance_type("cosine").limit(K).ef(breadth)
            if corpus.filtered:
                query = query.where(f"scope IN ('', '{corpus.viewer}')", prefilter=True)
            return list(query.select(["key", "_distance"]).to_arrow()["key"].to_pylist())

        return search

    return at


async def measure(entries: int, vectors: Path | None, folder: Path) -> list[Point]:
    """Return the points of both sides, over the whole table and in a scope, and of the whole hybrid search there."""
    report = _start_report()
    corpus = await anyio.to_thread.run_sync(make_corpus, entries, vectors)
    report(f"{entries} descriptions embedded and searched exactly")
    async with filled_store(corpus, folder / "postgres") as pool, pool.connection() as connection:
        report("filled and indexed")
        table = await anyio.to_thread.run_sync(create_lancedb_table, corpus, folder / "lance")
        report("LanceDB filled and indexed")
        points = await compare(await choose_settings(corpus, connection, table), filtered=False)
        scoped = corpus.for_scope()
        points += await compare(await choose_settings(scoped, connection, table), filtered=True)
        hybrid = whole_search(pool, scoped)
        found = Chosen("reflow, whole hybrid search", f"ef {EF_SEARCH}", await recall_of(scoped, hybrid), hybrid)
        return points + await race([found], filtered=True)


async def compare(chosen: Sequence[Chosen], *, filtered: bool) -> list[Point]:
    """Return a point for each side, and print the ratio if they alternate after each query."""
    ours, theirs = await race(chosen, filtered=filtered, by_query=True)
    scope = ", filtered" if filtered else ""
    print(
        f"query by query{scope}: {ours.median_ms:.2f} and {theirs.median_ms:.2f} ms, "
        f"{theirs.median_ms / ours.median_ms:.2f}",
        flush=True,
    )
    return await race(chosen, filtered=filtered)


def _start_report() -> Callable[[str], None]:
    """Return a function that prints what was done, and the seconds since the last time, of all cores too."""
    last = [time.perf_counter(), _cpu_seconds()]

    def report(what: str) -> None:
        now = [time.perf_counter(), _cpu_seconds()]
        passed, worked = (after - before for after, before in zip(now, last, strict=True))
        print(f"{what} in {passed:.0f} s, {worked:.0f} s of CPU without PostgreSQL", flush=True)
        last[:] = now

    return report


def _cpu_seconds() -> float:
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system


async def choose_settings(corpus: Corpus, connection: Connection, table: Any) -> list[Chosen]:
    """Return both sides, each with the narrowest search of *corpus* that reaches the required recall."""
    return [
        await narrowest("reflow", corpus, by_vector(connection, corpus), BREADTHS),
        await narrowest("LanceDB", corpus, search_lancedb(table, corpus), BREADTHS),
    ]


def main() -> None:
    """Print the table and the ratio, and write the points to the file of --json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--vectors", type=Path, help="keep the vectors in this folder, and read those that it has")
    parser.add_argument("--json", type=Path, help="write the points here")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reflow-retrieval-") as folder:
        Path(folder).chmod(0o711)  # as root the server runs as another user, who has to get through
        points = uvloop.run(measure(arguments.entries, arguments.vectors, Path(folder)))
    print(f"\n{'side':28} {'setting':8} {'median ms':>9} {'95th ms':>8} {'recall@10':>9} filter")
    for point in points:
        print(
            f"{point.side:28} {point.setting:8} {point.median_ms:9.2f} {point.percentile_95_ms:8.2f} "
            f"{point.recall:9.4f} {'scope' if point.filtered else '-'}"
        )
    for filtered in (False, True):
        ours, theirs, *_ = (point for point in points if point.filtered is filtered)
        print(f"LanceDB / reflow{', filtered' if filtered else ''}: {theirs.median_ms / ours.median_ms:.2f}")
    print(read_load())
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(point) for point in points], indent=1))


if __name__ == "__main__":
    main()
