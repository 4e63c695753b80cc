"""The shipped styles, and bringing the store up to date with them."""

from functools import cache
from importlib.resources import files

from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.store import StyleStore
from services.rag.domain.style import Style, parse_styles


@cache
def shipped_styles() -> tuple[Style, ...]:
    """Return the styles of library/styles.jsonl. Blocking: it reads a file, once a process."""
    text = files("services.rag").joinpath("library/styles.jsonl").read_text(encoding="utf-8")
    return parse_styles(text.splitlines())


async def ensure_library(store: StyleStore, builtin: BuiltinEmbeddings) -> int:
    """Bring the shared scope up to date with the shipped styles and return how many were added or renewed.

    They ship with vectors of the built-in model, which is always there: no start waits for anybody's service. Where
    another model is in use, the upkeep embeds them again. Idempotent; safe in several processes at once. A style that
    a person changed or removed stays as it is.
    """
    missing = await store.missing(shipped_styles())
    if missing:
        embedded = await builtin.embed([style.embedded_text for style in missing])
        await store.ship(missing, embedded.vectors, builtin.name)
    return len(missing)
