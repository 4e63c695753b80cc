"""Vectors as the real client of OpenAI's API reads them."""

import base64

import numpy as np
import openai
import pytest
from openai import AsyncOpenAI


async def test_vectors_of_texts_with_common_words_are_closer_than_others(client: AsyncOpenAI) -> None:
    texts = ["a watercolour of a cat", "watercolour cat painting", "neon city at night"]
    answer = await client.embeddings.create(model="any", input=texts)
    cat, like, other = (np.array(each.embedding) for each in answer.data)
    assert cat @ like > 0.5 > 0.3 > cat @ other


async def test_a_vector_has_unit_length_and_the_usual_dimensions(client: AsyncOpenAI) -> None:
    answer = await client.embeddings.create(model="any", input="一只猫")
    assert len(answer.data[0].embedding) == 1_536
    assert np.linalg.norm(answer.data[0].embedding) == pytest.approx(1)
    assert answer.usage.total_tokens > 0


async def test_a_vector_has_the_requested_dimensions(client: AsyncOpenAI) -> None:
    answer = await client.embeddings.create(model="any", input=["a", "b"], dimensions=64)
    assert [len(each.embedding) for each in answer.data] == [64, 64]


async def test_floats_and_base64_are_equal(client: AsyncOpenAI) -> None:
    coded = await client.embeddings.create(model="any", input="cat", encoding_format="base64")
    plain = await client.embeddings.create(model="any", input="cat", encoding_format="float")
    vector = np.frombuffer(base64.b64decode(str(coded.data[0].embedding)), "<f4")
    assert vector.tolist() == pytest.approx(plain.data[0].embedding)


async def test_an_empty_text_is_rejected(client: AsyncOpenAI) -> None:
    with pytest.raises(openai.BadRequestError):
        await client.embeddings.create(model="any", input="")


async def test_dashscope_accepts_at_most_ten_texts_in_a_request(compatible: AsyncOpenAI) -> None:
    assert len((await compatible.embeddings.create(model="text-embedding-v4", input=["a"] * 10)).data) == 10
    with pytest.raises(openai.BadRequestError, match="batch size"):
        await compatible.embeddings.create(model="text-embedding-v4", input=["a"] * 11)
