"""The built-in embeddings put texts of one meaning near each other, across languages, through the worker they get."""

from collections.abc import Callable

import numpy as np

from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors, embed_texts


def test_vectors_are_unit_float32_of_512() -> None:
    vectors = embed_texts(["水墨画", "a cat", ""])
    assert vectors.shape == (3, 512)
    assert vectors.dtype == np.dtype("float32")
    assert np.allclose(np.linalg.norm(vectors[:2], axis=1), 1, atol=1e-5)
    assert np.isfinite(vectors).all()


def test_the_same_text_gives_the_same_vector_alone_and_among_others() -> None:
    (alone,) = embed_texts(["赛博朋克"])
    assert np.allclose(alone, embed_texts(["水墨", "赛博朋克", "a much longer sentence about a cat"])[1], atol=1e-5)


def test_chinese_and_english_of_one_meaning_are_nearer_than_other_meanings() -> None:
    one, same, other = embed_texts(["水彩画", "a watercolor painting", "a railway timetable"])
    assert one @ same > one @ other + 0.3


async def test_the_computation_goes_to_the_worker_and_none_for_no_texts() -> None:
    calls = []

    async def run(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
        calls.append(texts)
        return function(texts)

    embeddings = BuiltinEmbeddings(run)
    assert (await embeddings.embed([])).vectors.shape == (0, 512)
    assert (await embeddings.embed(("a", "b"))).vectors.shape == (2, 512)
    assert calls == [["a", "b"]]
