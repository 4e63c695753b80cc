"""Vectors of the shipped entries, so that a first start embeds nothing: written by scripts/embed_library.py."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from services.rag.adapters.embeddings import Vectors

DIGEST_BYTES = 16


@cache
def load_shipped_vectors() -> Mapping[bytes, Vectors]:
    """Return the vectors by digest, in half precision as in the database. Blocking: reads the file once per process."""
    with as_file(files("services.rag").joinpath("library/vectors.npz")) as path, np.load(path) as stored:
        return dict(zip(map(bytes, stored["digests"]), stored["vectors"].astype(np.float32), strict=True))


def store_vectors(path: Path, model: str, texts: Sequence[str], vectors: Vectors) -> None:
    """Write the *vectors* of *texts* by *model* to *path*."""
    digests = np.frombuffer(b"".join(compute_digest(model, text) for text in texts), dtype=np.uint8)
    np.savez_compressed(path, digests=digests.reshape(-1, DIGEST_BYTES), vectors=vectors.astype(np.float16))


def compute_digest(model: str, text: str) -> bytes:
    """Return the digest of *text* and of the *model* that embeds it: a change of either invalidates the vector."""
    return hashlib.sha256(f"{model}\n{text}".encode()).digest()[:DIGEST_BYTES]
