"""The shipped styles, and bringing the store up to date with them and with the embedding model."""

from functools import cache
from importlib.resources import files

from services.rag.adapters.embeddings import Embeddings
from services.rag.adapters.store import StyleStore
from services.rag.domain.style import Style, parse_styles

BATCH = 64
"""Styles embedded at once after a change of model; about 50 ms each batch."""


@cache
def shipped_styles() -> tuple[Style, ...]:
    """Return the styles of library/styles.jsonl. Blocking: it reads a file, once a process."""
    text = files("services.rag").joinpath("library/styles.jsonl").read_text(encoding="utf-8")
    return parse_styles(text.splitlines())


async def ensure_library(store: StyleStore, embeddings: Embeddings) -> int:
    """Bring the shared scope up to date with the shipped styles and return how many were added or renewed.

    Idempotent; safe in several processes at once. A style that a person changed or removed stays as it is.
    """
    missing = await store.missing(shipped_styles())
    if missing:
        vectors = await embeddings.embed([style.embedded_text for style in missing])
        await store.ship(missing, vectors, embeddings.name)
    return len(missing)


async def embed_again(store: StyleStore, embeddings: Embeddings) -> int:
    """Give every style whose vector another model made one of *embeddings*, and return how many there were.

    Runs in the background beside searches: a style is not found by meaning until its turn has come.
    """
    done = 0
    while stale := await store.of_other_models(embeddings.name, BATCH):
        vectors = await embeddings.embed([stored.style.embedded_text for stored in stale])
        await store.embed_again(stale, vectors, embeddings.name)
        done += len(stale)
    return done
