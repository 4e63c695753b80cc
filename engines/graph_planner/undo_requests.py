"""Clauses that request to undo or redo a change: no change of the graph, but a command."""

from collections.abc import Sequence

from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb

_REDO = ("redo", "重做")
_CHINESE = ("撤销", "重做")
_UNDO = ("undo", *_CHINESE, *_REDO)
_HOW = ("how", "怎么", "如何", "怎样", "咋")
_LEFT_OUT = (Marker.FILLER, Marker.OBJECT, Marker.ARTICLE)


def requests_undo(text: TokenizedText, clause: Clause) -> bool:
    """Return whether undo or redo leads a clause: "undo that". 撤销 may also end it: 把上一步撤销.

    Only a change is redone: "redo the layout" requests something else.
    """
    tokens = [token for token in clause.tokens if token.word not in _LEFT_OUT]
    words = [text.plain[token.start : token.end] for token in tokens]
    is_requested = [token.word for token in tokens[:2]] == [Verb.ADD, Marker.TO]  # "I want to undo it"
    lead = 2 if is_requested else 1 if words[:1] and words[0] in _HOW else 0
    if words[lead : lead + 1] and words[lead] in _UNDO:
        return words[lead] not in _REDO or not _names_other(tokens[lead + 1 :])
    is_blocked = any(token.word is Marker.BLOCK for token in tokens[:-1])
    return clause.verb is None and not is_blocked and words[-1:] != [] and words[-1] in _CHINESE


def _names_other(tokens: Sequence[Token]) -> bool:
    """Return whether words name something other than a change or a step: a node, or more unknown letters than one."""
    unknown = sum(token.end - token.start for token in tokens if token.is_unknown)
    return unknown > 1 or any(sense.kind in (Kind.TYPE, Kind.TITLE) for token in tokens for sense in token.senses)
