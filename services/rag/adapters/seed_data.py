"""Seed data, and its import into the stores."""

import asyncio
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.graph.node_types.core_types import load_core_types
from services.common.contract.note import NoteTemplate
from services.rag.adapters.builtin.shipped_vectors import compute_digest, load_shipped_vectors
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors
from services.rag.adapters.knowledge_table import E, KnowledgeEntry, KnowledgeTable
from services.rag.adapters.nodes.store import NodeStore
from services.rag.adapters.note_store import NoteStore
from services.rag.adapters.style_store import StyleStore
from services.rag.adapters.template_store import TemplateStore
from services.rag.domain.nodes.entry import NodeEntry, build_entry
from services.rag.domain.note import MAX_IMPORT, Note, parse_notes
from services.rag.domain.style import Style, parse_styles
from services.rag.domain.template import parse_templates

if TYPE_CHECKING:
    from services.rag.domain.name_corrections import NameCorrections

NOTE_FILES = (
    *("samples", "everyday"),
    *(
        "baking",
        "beauty",
        "body",
        "celebrations",
        "family",
        "food",
        "garden",
        "home",
        "outdoor",
        "pets",
        "study",
        "technology",
        "travel",
        "work",
    ),
)
"""Files of library/notes: posts, then notes of general knowledge by domain."""


@cache
def load_seed_styles() -> tuple[Style, ...]:
    """Return the styles of library/styles.jsonl. Blocking: reads the file once in a process."""
    return parse_styles(_read_lines("styles.jsonl"))


@cache
def load_name_corrections() -> "NameCorrections":
    """Return the corrections of the names of the seed styles. Blocking: reads files once in a process."""
    from services.rag.domain.name_corrections import NameCorrections  # only requests need its library

    names = frozenset(name for style in load_seed_styles() for name in style.names)
    return NameCorrections(names, frozenset(_read_lines("common_words.txt")), _read_lines("homophones.txt"))


@cache
def load_seed_notes() -> tuple[Note, ...]:
    """Return the notes of the files of library/notes. Blocking: reads them once in a process."""
    return tuple(note for name in NOTE_FILES for note in load_note_file(name))


def load_note_file(name: str) -> tuple[Note, ...]:
    """Return the notes of the file *name*, one of `NOTE_FILES`. Blocking."""
    lines = [*_read_lines(f"notes/{name}.jsonl")]
    parts = (lines[start : start + MAX_IMPORT] for start in range(0, len(lines), MAX_IMPORT))
    return tuple(note for part in parts for note in parse_notes(part))


@cache
def load_seed_templates() -> tuple[NoteTemplate, ...]:
    """Return the templates of library/templates.jsonl. Blocking: reads the file once in a process."""
    return parse_templates(_read_lines("templates.jsonl"))


async def ensure_styles(store: StyleStore, builtin: BuiltinEmbeddings) -> int:
    """Add or update the seed styles; return the number of changed ones."""
    return await _ensure(store, load_seed_styles(), builtin)


async def ensure_notes(store: NoteStore, builtin: BuiltinEmbeddings) -> int:
    """Add or update the seed notes; return the number of changed ones."""
    return await _ensure(store, await asyncio.to_thread(load_seed_notes), builtin)


async def ensure_node_types(store: NodeStore, builtin: BuiltinEmbeddings) -> int:
    """Add or update the core types of nodes; return the number of changed ones."""
    return await _ensure(store, await asyncio.to_thread(load_core_entries), builtin)


@cache
def load_core_entries() -> tuple[NodeEntry, ...]:
    """Return the core types of nodes. Blocking: reads the file once in a process."""
    return tuple(build_entry(node_type) for node_type in load_core_types().values())


async def ensure_templates(store: TemplateStore) -> int:
    """Add or update the seed templates; return the number of changed ones.

    Idempotent and safe in concurrent processes. Entries that a user changed or removed are not changed.
    """
    outdated = await store.find_outdated(load_seed_templates())
    if outdated:
        await store.seed(outdated)
    return len(outdated)


def list_shipped_texts() -> tuple[str, ...]:
    """Return the texts of all shipped entries that are embedded, each once. Blocking: reads files."""
    entries: tuple[KnowledgeEntry, ...] = (*load_seed_styles(), *load_seed_notes(), *load_core_entries())
    return tuple(dict.fromkeys(entry.embedded_text for entry in entries))


async def _ensure(table: KnowledgeTable[E, Any], seed: Sequence[E], builtin: BuiltinEmbeddings) -> int:
    """Add or update the outdated entries of *seed*.

    They are embedded with the built-in model, so no start waits for a provider; if another model is in use, they are
    reindexed later. Idempotent and safe in concurrent processes. Entries that a user changed or removed are not
    changed.
    """
    outdated = await table.find_outdated(seed)
    if outdated:
        vectors = await _embed([entry.embedded_text for entry in outdated], builtin)
        await table.seed(outdated, vectors, builtin.name)
    return len(outdated)


async def _embed(texts: Sequence[str], builtin: BuiltinEmbeddings) -> Vectors:
    """Return the vectors of *texts*: the shipped ones, and computes those of other texts."""
    vectors = dict(await asyncio.to_thread(load_shipped_vectors))
    digests = [compute_digest(builtin.name, text) for text in texts]
    missing = [(digest, text) for digest, text in zip(digests, texts, strict=True) if digest not in vectors]
    # In batches, so that the event loop is not blocked for long.
    for start in range(0, len(missing), builtin.batch):
        batch = missing[start : start + builtin.batch]
        embedded = await builtin.embed([text for _, text in batch])
        vectors |= zip((digest for digest, _ in batch), embedded.vectors, strict=True)
    return np.stack([vectors[digest] for digest in digests])


def _read_lines(name: str) -> list[str]:
    text = files("services.rag").joinpath(f"library/{name}").read_text(encoding="utf-8")
    return text.splitlines()
