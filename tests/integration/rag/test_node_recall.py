"""The expected type is among the first five of the search, for texts and names in both languages."""

from collections.abc import Sequence

import pytest

from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.node_type import NodeType
from services.common.database.pool import Pool
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.nodes.store import NodeStore
from services.rag.domain.nodes.entry import build_entry
from tests.fixtures.nodes.retrieval_cases import PAIRS, load_described_types, load_queries

FIRST = 5
FLOORS = dict(zip(PAIRS, (0.80, 0.84, 0.94, 0.97), strict=True))
"""Below the measured figures (docs/nodes.md): the texts do not reach the 97 % of the names."""


@pytest.fixture
def nodes(pool: Pool) -> NodeStore:
    return NodeStore(pool)


async def fill(nodes: NodeStore, embeddings: BuiltinEmbeddings, types: Sequence[NodeType]) -> None:
    entries = [build_entry(node_type) for node_type in types]
    embedded = await embeddings.embed([entry.embedded_text for entry in entries])
    await nodes.import_many("mine", entries, embedded.vectors, embeddings.name)


async def measure(nodes: NodeStore, embeddings: BuiltinEmbeddings, *, held_out: bool) -> dict[str, float]:
    """Return the recall among the first five for each pair, and print what was missed in the open half."""
    cases = load_queries(held_out=held_out)
    shares = {}
    for column, pair in enumerate(PAIRS):
        texts = [case.queries[column] for case in cases]
        vectors = (await embeddings.embed(texts)).vectors
        hits = 0
        for case, text, vector in zip(cases, texts, vectors, strict=True):
            matches = await nodes.search(text, vector, embeddings.name, scope="mine", limit=FIRST)
            found = [match.stored.key for match in matches]
            hits += case.expected in found
            if case.expected not in found and not held_out:
                print(f"missed: {text} -> {case.expected}, found {found}")  # noqa: T201  # for the reader of -s
        shares[pair] = hits / len(cases)
    print("held out" if held_out else "open", {pair: f"{share:.1%}" for pair, share in shares.items()})  # noqa: T201
    return shares


async def test_texts_and_names_find_their_type_in_both_languages(
    nodes: NodeStore, embeddings: BuiltinEmbeddings
) -> None:
    types = [*load_core_types().values(), *load_described_types()]
    assert len(types) >= 300
    await fill(nodes, embeddings, types)
    for held_out in (False, True):
        shares = await measure(nodes, embeddings, held_out=held_out)
        assert all(shares[pair] >= floor for pair, floor in FLOORS.items()), shares
