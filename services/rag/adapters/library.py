"""What ships, and bringing the stores up to date with it."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.notes import NoteStore
from services.rag.adapters.shelf import E, Shelf
from services.rag.adapters.store import StyleStore
from services.rag.adapters.templates import TemplateStore
from services.rag.domain.note import Note, parse_notes
from services.rag.domain.style import Style, parse_styles
from services.rag.domain.template import NoteTemplate, parse_templates


@cache
def shipped_styles() -> tuple[Style, ...]:
    """Return the styles of library/styles.jsonl. Blocking: it reads a file, once a process."""
    return parse_styles(_lines("styles.jsonl"))


@cache
def shipped_notes() -> tuple[Note, ...]:
    """Return the notes of library/notes.jsonl. Blocking: it reads a file, once a process."""
    return parse_notes(_lines("notes.jsonl"))


@cache
def shipped_templates() -> tuple[NoteTemplate, ...]:
    """Return the templates of library/templates.jsonl. Blocking: it reads a file, once a process."""
    return parse_templates(_lines("templates.jsonl"))


async def ensure_library(store: StyleStore, builtin: BuiltinEmbeddings) -> int:
    """Bring the shared scope up to date with the shipped styles and return how many were added or renewed."""
    return await _ensure(store, shipped_styles(), builtin)


async def ensure_notes(store: NoteStore, builtin: BuiltinEmbeddings) -> int:
    """Bring the shared scope up to date with the shipped notes and return how many were added or renewed."""
    return await _ensure(store, shipped_notes(), builtin)


async def ensure_templates(store: TemplateStore) -> int:
    """Bring the shared scope up to date with the shipped templates and return how many were added or renewed.

    Idempotent; safe in several processes at once. What a person changed or removed stays as it is.
    """
    missing = await store.missing(shipped_templates())
    if missing:
        await store.ship(missing)
    return len(missing)


async def _ensure(shelf: Shelf[E, Any], shipped: Sequence[E], builtin: BuiltinEmbeddings) -> int:
    """Add and renew what is missing.

    It ships with vectors of the built-in model, which is always there: no start waits for anybody's service. Where
    another model is in use, the upkeep embeds again. Idempotent; safe in several processes at once. What a person
    changed or removed stays as it is.
    """
    missing = await shelf.missing(shipped)
    if missing:
        texts = [entry.embedded_text for entry in missing]
        # Batch by batch, so that the event loop gets a word in.
        batches = [texts[start : start + builtin.batch] for start in range(0, len(texts), builtin.batch)]
        vectors = np.concatenate([(await builtin.embed(batch)).vectors for batch in batches])
        await shelf.ship(missing, vectors, builtin.name)
    return len(missing)


def _lines(name: str) -> list[str]:
    text = files("services.rag").joinpath(f"library/{name}").read_text(encoding="utf-8")
    return text.splitlines()
