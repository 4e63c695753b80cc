"""Finds where another node or setting of the graph is assigned a value: "… and the refiner should have 15 steps"."""

from collections.abc import Sequence

from engines.graph_planner.grammar.names import Kind, Vocabulary
from engines.graph_planner.grammar.synonyms import COLORS
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb

_ASSIGNS = (Marker.TO, Marker.COLON, Verb.SET)
_IN_NAME = (Marker.FILLER, Marker.OF, Marker.ALL, Marker.LAST, Marker.NODE, Marker.PARAMETERS, Marker.OBJECT)
"""Words of a phrase that names a node or setting of the graph. An article is none: "a prompt" is not one of them."""


def starts_assignment(text: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Return whether *tokens* start with a name of the graph, a word that assigns, and a value that the name takes."""
    at = 0
    while at < len(tokens) and _is_in_name(text, tokens[at]):
        at += 1
    named = [token for token in tokens[:at] if vocabulary.is_of_graph(token.senses)]
    if not named or at >= len(tokens) or (tokens[at].word not in _ASSIGNS and text[tokens[at].start] != "="):
        return False
    value: list[Token] = []
    for token in tokens[at + 1 :]:
        if token.word in (Marker.BREAK, Marker.AND):
            break
        if value or token.word not in (*_ASSIGNS, Marker.FILLER):
            value.append(token)
    is_text = all(vocabulary.holds_text(one.senses, is_only=False) for one in named)
    return bool(value) and (is_text or any(_is_value(text, token) for token in value))


def _is_in_name(text: str, token: Token) -> bool:
    is_one = isinstance(token.word, Count) and text[token.start : token.end].lower() == "one"  # "the negative one"
    return bool(token.senses) or token.word in _IN_NAME or isinstance(token.word, Ordinal) or is_one


def _is_value(text: str, token: Token) -> bool:
    is_number = token.number is not None or token.size is not None or isinstance(token.word, Count)
    is_named = any(sense.kind is Kind.CHOICE for sense in token.senses) or token.word in (Marker.YES, Marker.NO)
    is_color = text[token.start : token.end].lower() in COLORS
    return is_number or is_named or is_color or token.quoted is not None or token.word is Marker.DEFAULT
