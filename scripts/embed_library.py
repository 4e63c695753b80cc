"""Embed the seed styles, notes and node types with the built-in model; run it after a change of one of them."""

from pathlib import Path

from services.rag.adapters.builtin.shipped_vectors import store_vectors
from services.rag.adapters.embeddings import BuiltinEmbeddings, embed_texts
from services.rag.adapters.seed_data import list_shipped_texts

VECTORS = Path(__file__).resolve().parent.parent / "services" / "rag" / "library" / "vectors.npz"


def main() -> None:
    """Write library/vectors.npz."""
    texts = list_shipped_texts()
    store_vectors(VECTORS, BuiltinEmbeddings.name, texts, embed_texts(list(texts)))
    print(f"{len(texts)} vectors, {VECTORS.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
