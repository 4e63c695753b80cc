"""A type of nodes as an entry of knowledge: its searchable names, words and text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.graph.node_types.json_form import to_json
from engines.graph.node_types.node_type import JSON, Input, NodeType, Output, Parameter
from services.rag.domain.names import MAX_NAME_UNITS, normalize_name, units
from services.rag.domain.nodes.words import index_words

# Between the words of a name: `VAEDecode`, `Text2Image`, `load_image`, `Upscale Image (by model)`.
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\W]+")
MAX_EMBEDDED = 600
"""Maximum characters of a description that are embedded: more would dilute the vector."""
MIN_ACRONYM = 3


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """A type of nodes with all values that the store writes, computed outside of the event loop.

    Attributes:
        key: its full name.
        record: its JSON form.
        names: name, titles and aliases, normalized.
        name_words, other_words: the words of its names, and of its description, slots and parameters.
        embedded_text: the text of its vector.

    """

    key: str
    record: dict[str, JSON]
    names: tuple[str, ...]
    name_words: str
    other_words: str
    embedded_text: str

    def to_record(self) -> dict[str, object]:
        """Return the record that is stored."""
        return dict(self.record)


def build_entry(node_type: NodeType) -> NodeEntry:
    """Return the entry of *node_type*."""
    names = list(_list_names(node_type))
    name_words, other_words = build_words(node_type)
    return NodeEntry(
        key=node_type.full_name,
        record=to_json(node_type),
        names=tuple(dict.fromkeys(filter(None, (_normalize(name) for name in names)))),
        name_words=name_words,
        other_words=other_words,
        embedded_text=build_embedded_text(node_type),
    )


def build_words(node_type: NodeType) -> tuple[str, str]:
    """Return the words to index of the names of *node_type*, with its acronym, and of its other texts."""
    acronym = "".join(word[0] for word in split_words(node_type.name).split())
    names = [*_list_names(node_type), acronym if len(acronym) >= MIN_ACRONYM else ""]
    return index_words(" . ".join(names)), index_words(" . ".join(_list_texts(node_type)))


def build_embedded_text(node_type: NodeType) -> str:
    """Return the text of the vector of *node_type*: titles, or else its name, and descriptions."""
    titles = [node_type.titles.zh, node_type.titles.en or split_words(node_type.name)]
    descriptions = [node_type.descriptions.zh[:MAX_EMBEDDED], node_type.descriptions.en[:MAX_EMBEDDED]]
    return " ".join(dict.fromkeys(filter(None, (*titles, *descriptions)))) or node_type.name


def split_words(name: str) -> str:
    """Return the words of an identifier, joined by spaces."""
    return " ".join(filter(None, _WORD_START.split(name)))


def _list_names(node_type: NodeType) -> Iterator[str]:
    yield node_type.full_name
    yield node_type.name
    yield split_words(node_type.name)
    yield from filter(None, (node_type.titles.zh, node_type.titles.en))
    yield from node_type.aliases


def _normalize(name: str) -> str:
    """Return *name* for look-up, "" for one that is too short or too long for a name."""
    return normalize_name(name) if len(name) > 1 and len(units(name)) <= MAX_NAME_UNITS else ""


def _list_texts(node_type: NodeType) -> Iterator[str]:
    yield from (node_type.descriptions.zh, node_type.descriptions.en)
    yield split_words(node_type.category)
    slots: list[Input | Output | Parameter] = [*node_type.inputs, *node_type.parameters, *node_type.outputs]
    for slot in slots:
        yield split_words(slot.name)
        yield from (slot.titles.zh, slot.titles.en)
