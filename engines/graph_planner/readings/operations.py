"""Reads verbs of image operations as node types: "turn it 45 degrees", 裁掉上面 10%."""

from collections.abc import Iterable
from dataclasses import replace

from engines.graph.node_types.node_type import NodeType, NodeTypes
from engines.graph_planner.grammar.amounts.qualities import SIGNS
from engines.graph_planner.grammar.clause_verbs import find_verb
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind, Senses
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb

_OPERATIONS = {
    "turn": ("flip", "rotate"), "spin": ("rotate",), "tilt": ("rotate",), "转": ("rotate",), "转个": ("rotate",),
    "翻": ("flip",), "翻一下": ("flip",), "翻个": ("flip",), "翻过来": ("flip",),
    "cut": ("crop",), "cut off": ("crop",), "chop": ("crop",), "slice": ("crop",), "take": ("crop",),
    "裁": ("crop",), "裁掉": ("crop",), "裁去": ("crop",), "切": ("crop",), "切掉": ("crop",), "剪掉": ("crop",),
    "scale": ("resize",), "shrink": ("resize",), "缩": ("resize",), "缩小": ("resize",),
    "缩到": ("resize",), "缩小到": ("resize",), "放大到": ("resize",), "scale to": ("resize",),
    "show": ("preview",), "display": ("preview",), "see": ("preview",),
}  # fmt: skip
"""Users' words for an operation whose verb also occurs in other requests, with the names of its types."""
_VERBS = (None, Verb.SET, Verb.DISCONNECT, Verb.REMOVE, Verb.DECREASE, Verb.ADD)
_RELATIONS = (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.AFTER_IT, Marker.BEFORE_IT, Marker.BETWEEN_THEM)


def read_operation(text: TokenizedText, clause: Clause, types: NodeTypes, present: Iterable[str]) -> Clause:
    """Return *clause* with the name of a type in place of the verb of its operation.

    The verb is replaced only if the clause has a value for this type. *present* are the types of the graph:
    without a place, the clause sets a parameter of such a node instead.
    """
    clause = _read_qualities(text, clause, frozenset(present))
    if clause.verb not in _VERBS:
        return clause
    is_placed = clause.has(*_RELATIONS)
    for index, token in enumerate(clause.tokens):
        for name in _OPERATIONS.get(text.plain[token.start : token.end], ()):
            senses = _keep_types(text.find_senses(name))
            rest = (*clause.tokens[:index], *clause.tokens[index + 1 :])
            full_names = {one.value for one in senses}
            fits = any(one in types and _fits(types[one], name, rest) for one in full_names)
            if not fits or (not is_placed and full_names & set(present) and name != "preview"):
                continue
            named = replace(token, word=None, senses=senses)
            tokens = (*clause.tokens[:index], named, *clause.tokens[index + 1 :])
            return replace(clause, tokens=tokens, verb=find_verb(list(tokens)))
    return clause


def _read_qualities(text: TokenizedText, clause: Clause, present: frozenset[str]) -> Clause:
    """Return *clause* with "brighten" as a new node, if the graph has no parameter for it."""
    tokens = []
    for token in clause.tokens:
        owners = {one.owner for one in token.senses if one.kind is Kind.PARAMETER}
        types = frozenset(one for one in token.senses if one.kind is Kind.TYPE)
        is_new = text.plain[token.start : token.end] in SIGNS and types and not owners & present
        tokens.append(replace(token, senses=types) if is_new else token)
    return replace(clause, tokens=tuple(tokens))


def _keep_types(senses: Senses) -> Senses:
    strong = frozenset(one for one in senses if one.kind is Kind.TYPE)
    parts = frozenset(one._replace(kind=Kind.TYPE) for one in senses if one.kind is Kind.TYPE_PART)
    return strong or parts


def _fits(node_type: NodeType, name: str, rest: tuple[Token, ...]) -> bool:
    """Return whether the other words of a clause have a value for a parameter of a type."""
    if name == "preview":
        names_none = not any(token.senses for token in rest)
        return names_none and any(token.word is Marker.DATA for token in rest)
    has_number = any(token.number is not None for token in rest)
    if any(token.size is not None for token in rest):
        return all(node_type.find_parameter(side) is not None for side in ("width", "height"))
    senses = {sense for token in rest for sense in token.senses}
    if any(one.kind is Kind.CHOICE and _has_choice(node_type, one.value, one.choice) for one in senses):
        return True
    is_owner = any(one.kind is Kind.PARAMETER and one.owner == node_type.full_name for one in senses)
    return has_number and is_owner and name != "resize"


def _has_choice(node_type: NodeType, name: str, choice: str) -> bool:
    parameter = node_type.find_parameter(name)
    return parameter is not None and choice in parameter.choices
