"""Matches the answer to a question, in the user's own words, to one of its choices."""

import re
from collections.abc import Sequence, Set

from engines.graph.graph import Graph
from engines.graph.node_types.node_type import NodeTypes
from engines.graph_planner.grammar.items import LAST
from engines.graph_planner.grammar.names import Kind, Vocabulary
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Ordinal
from engines.language.characters import fold
from services.common.text.language import Text

Choices = Sequence[tuple[str, Text]]
MAX_LENGTH = 200
"""Maximum characters of an answer; a longer one is not the name of a choice."""
_PLACES = {"former": 1, "前者": 1, "前一个": 1, "latter": LAST, "后者": LAST, "后一个": LAST}
_WORD = re.compile(r"[a-z0-9_.]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")


def match_answer(answer: str, choices: Choices, graph: Graph, types: NodeTypes) -> str:
    """Return the id of the choice that *answer* means, "" if it means none or more than one.

    An answer is an id, a part of exactly one label, a name or an alias of a choice, or a position: "the second one".
    If an answer has several of these, they must agree. A negated answer ("not the first") means none.
    """
    if answer in {choice for choice, _ in choices}:
        return answer
    folded = fold(answer).strip()
    if not folded or len(folded) > MAX_LENGTH:
        return ""
    text = TokenizedText(answer, Vocabulary(graph, types))
    if any(token.word is Marker.BLOCK for token in text.tokens):
        return ""
    by_place, by_label = _match_place(folded, text.tokens, choices), _match_label(folded, choices)
    evidence = [found for found in (by_place, by_label, _match_names(text.tokens, choices, graph)) if found]
    agreed = set[str].intersection(*map(set, evidence)) if evidence else set[str]()
    return agreed.pop() if len(agreed) == 1 else ""


def _match_place(folded: str, tokens: Sequence[Token], choices: Choices) -> Set[str]:
    """Return the choices at the positions that an answer names."""
    places = {place for word, place in _PLACES.items() if word in folded}
    for token in tokens:
        if isinstance(token.word, Ordinal):
            places.add(token.word.value)
        elif token.word is Marker.LAST:
            places.add(LAST)
    number = [token.number for token in tokens if token.number is not None]
    if not places and len(tokens) <= 2 and len(number) == 1 and number[0].is_integer():
        places.add(int(number[0]))
    indices = {len(choices) - 1 if place == LAST else place - 1 for place in places}
    return {choices[index][0] for index in indices if 0 <= index < len(choices)}


def _match_label(folded: str, choices: Choices) -> Set[str]:
    """Return the choices whose label contains the answer, or has words of the answer that no other label has."""
    labels = {choice: f"{fold(label.zh)}\n{fold(label.en)}" for choice, label in choices}
    whole = {choice for choice, label in labels.items() if folded in label}
    if len(whole) == 1:
        return whole
    words = {choice: _list_words(label) for choice, label in labels.items()}
    answer = _list_words(folded)
    return {
        choice
        for choice, own in words.items()
        if answer & own.difference(*(other for name, other in words.items() if name != choice))
    }


def _match_names(tokens: Sequence[Token], choices: Choices, graph: Graph) -> Set[str]:
    """Return the choices that are named: a node by its title or type, a type by its titles and aliases."""
    senses = [sense for token in tokens for sense in token.senses]
    titled = {sense.value for sense in senses if sense.kind is Kind.TITLE}
    typed = {sense.value for sense in senses if sense.kind is Kind.TYPE}
    nodes = {node.id for node in graph.nodes.values() if node.type in typed}
    return {choice for choice, _ in choices if choice in titled | typed | nodes}


def _list_words(text: str) -> set[str]:
    """Return the Latin words of a text, and each two neighboring Han characters."""
    words = {word.strip(".") for word in _WORD.findall(text)}
    return words | {run[at : at + 2] for run in _HAN.findall(text) for at in range(max(len(run) - 1, 1))}
