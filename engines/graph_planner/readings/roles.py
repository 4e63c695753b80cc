"""Reads what a node is to be for another one as a link: "the prompt should be the positive input of the sampler"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.graph_planner.grammar.clause_verbs import NODE_KINDS, has_sense, has_value, is_filler
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb

_JOINTS = frozenset((
    "should be", "must be", "has to be", "needs to be", "ought to be", "be", "is", "becomes", "as", "serves as", "是",
    "作为", "当作", "当成", "当", "做", "用作", "充当", "应该是", "应为", "为",
))  # fmt: skip
_DIRECT = re.compile(r"\b(?:directly|straight|straight away|right away)\b")
_VERBS = (None, Verb.SET, Verb.CONNECT)


def read_role(text: TokenizedText, clause: Clause) -> Clause:
    """Return *clause* as a link where it states which input of a node another node is."""
    tokens = clause.tokens
    is_doubted = clause.has(Marker.BLOCK, Marker.OR, Marker.EXCEPT, Marker.TOO, Marker.CONDITION, Marker.CORRECTION)
    if clause.verb not in _VERBS or is_doubted or has_value(list(tokens)):
        return clause
    slot = next((at for at, token in enumerate(tokens) if _is_slot(token)), None)
    if slot is None or (start := _find_owner(tokens, slot)) is None:
        return clause
    joint = next(
        (at for at in range(start - 1, -1, -1) if text.plain[tokens[at].start : tokens[at].end] in _JOINTS), None
    )
    if joint is None or not has_sense(list(tokens[:joint]), *NODE_KINDS):
        return clause
    before = tuple(token for token in tokens[:joint] if token.word is not Verb.SET or token.senses)
    to = Token(tokens[joint].start, tokens[joint].end, Marker.TO)
    return replace(clause, tokens=(*before, to, *tokens[joint + 1 :]), verb=Verb.CONNECT)


def read_object(text: TokenizedText, clause: Clause) -> Clause:
    """Return "decode the base directly" as a link from what is worked on to the node that does it."""
    own = text.plain[clause.start : clause.end]
    named = [token for token in clause.tokens if has_sense([token], *NODE_KINDS)]
    rest = [token for token in clause.tokens if token not in named and not is_filler(token)]
    if clause.verb is not None or rest or len(named) != 2 or not _DIRECT.search(own):
        return clause
    if text.plain[: named[0].start].endswith(("the ", "a ", "an ")) or named[0].end == named[1].start:
        return clause
    to = Token(named[0].end, named[0].end, Marker.TO)
    return replace(clause, tokens=(named[1], to, named[0]), verb=Verb.CONNECT)


def _is_slot(token: Token) -> bool:
    """Return whether a word names an input, and neither a node nor a parameter."""
    kinds = {sense.kind for sense in token.senses}
    return Kind.INPUT in kinds and not kinds & {Kind.TYPE, Kind.TITLE, Kind.PARAMETER}


def _find_owner(tokens: Sequence[Token], slot: int) -> int | None:
    """Return where the phrase of an input with its node starts: "the positive of the sampler", 采样器的正向."""
    skipped = (Marker.INPUT, Marker.FILLER)
    after = [at for at in range(slot + 1, len(tokens)) if tokens[at].word not in skipped]
    if len(after) > 1 and tokens[after[0]].word in (Marker.OF, Marker.FOR):
        return slot if has_sense([tokens[after[-1]]], *NODE_KINDS) else None
    before = [at for at in range(slot) if not is_filler(tokens[at])]
    if after or len(before) < 2 or tokens[before[-1]].word is not Marker.OF:
        return None
    return before[-2] if has_sense([tokens[before[-2]]], *NODE_KINDS) else None
