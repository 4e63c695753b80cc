"""Reads "one …, the other …" of two new nodes as the former and the latter: 一个写“猫”，另一个写“狗”."""

from collections.abc import Sequence
from dataclasses import replace

from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Verb

_ONE = frozenset(("one", "一个", "一张", "一份"))
_OTHER = frozenset(("other", "another", "另一个", "另外一个", "另一张", "另一份", "另外一张", *_ONE))
_JOINTS = (Marker.BREAK, Marker.AND, Marker.COLON)
_AFTER = (Marker.WITH, Marker.TO, Marker.COLON, Marker.OF)


def read_both(text: TokenizedText, tokens: Sequence[Token]) -> list[Token]:
    """Return *tokens* with "one" as the former and "the other" as the latter of two nodes, each in its own clause."""
    result = list(tokens)
    starts = [at for at in range(1, len(result)) if _starts_part(text, result, at)]
    if len(starts) != 2 or _quote(text, result[starts[0]]) not in _ONE:
        return result
    before = result[: starts[0]]
    is_pair = any(isinstance(one.word, Count) and one.word.value == 2 for one in before)
    if not is_pair or not any(one.word is Verb.ADD for one in before):
        return result
    for at, word in reversed(list(zip(starts, (Marker.FORMER, Marker.LATTER), strict=True))):
        result[at] = replace(result[at], word=word)
        joint = next(index for index in range(at - 1, -1, -1) if result[index].word in _JOINTS)
        result[joint] = replace(result[joint], word=Marker.BREAK)
    return result


def _starts_part(text: TokenizedText, tokens: Sequence[Token], at: int) -> bool:
    """Return whether "one" or "the other" follows a comma, a colon or "and", and what it gets follows it."""
    before = at - 1
    while before > 0 and tokens[before].word is Marker.FILLER:
        before -= 1
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if _quote(text, tokens[at]) not in _ONE | _OTHER or tokens[before].word not in _JOINTS or following is None:
        return False
    is_value = following.number is not None or following.size is not None or following.quoted is not None
    return is_value or following.word in _AFTER or isinstance(following.word, Verb)


def _quote(text: TokenizedText, token: Token) -> str:
    return text.plain[token.start : token.end]
