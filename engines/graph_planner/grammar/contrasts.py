"""Reads what a text keeps or drops, from two parts together: 只要照片和保存，别的都删; 不要预览了，直接保存图片."""

import re
from collections.abc import Iterable, Iterator

from engines.graph_planner.grammar.clause_verbs import NODE_KINDS, find_verb, has_sense, has_value, is_filler
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb

_ONLY = re.compile(
    r"(?:我|咱|咱们|我们)?(?:就)?(?:只|仅|光)(?:想|需)?(?:要|用|剩|保)(?:留)?"
    r"|(?:i |we )?(?:only|just) (?:want|need|keep)\b|(?:i |we )?(?:want|need) (?:only|just)\b"
)


def read_contrasts(text: TokenizedText, parts: Iterable[list[Token]]) -> Iterator[list[Token]]:
    """Yield *parts* with each pair that states one request as one part."""
    waiting = list(parts)
    while waiting:
        first = waiting.pop(0)
        merged = _merge(text, first, waiting[0]) if waiting else None
        if merged is not None:
            waiting.pop(0)
        yield merged or first


def _merge(text: TokenizedText, first: list[Token], second: list[Token]) -> list[Token] | None:
    return _keep(text, first, second) or _replace(text, first, second)


def _keep(text: TokenizedText, first: list[Token], second: list[Token]) -> list[Token] | None:
    """Return "only keep A and B" for 只要A和B，别的都删."""
    start = first[0].start
    match = _ONLY.match(text.plain, start)
    removes_rest = find_verb(second) is Verb.REMOVE and any(one.word in (Marker.REST, Marker.ALL) for one in second)
    if match is None or not removes_rest or has_sense(second, *NODE_KINDS) or has_value(first):
        return None
    rest = [token for token in first if token.start >= match.end()]
    is_named = has_sense(rest, *NODE_KINDS) or any(one.word is Marker.DATA for one in rest)
    if not is_named or any(isinstance(one.word, Verb) and not one.senses for one in rest):
        return None
    return [Token(start, match.end(), Marker.ONLY), *rest]


def _replace(text: TokenizedText, first: list[Token], second: list[Token]) -> list[Token] | None:
    """Return "A 换成 B" for 不要A了，直接B and A 不用生成了，换成B and A 不要了，换成B."""
    named = [token for token in first if has_sense([token], *NODE_KINDS)]
    new = [token for token in second if has_sense([token], *NODE_KINDS)]
    block = next((token for token in first if token.word is Marker.BLOCK), None)
    is_removed = find_verb(first) is Verb.REMOVE and find_verb(second) is Verb.REPLACE
    is_ended = is_removed or text.plain[first[0].start : first[-1].end].endswith("了")
    first = [one for one in first if not (is_removed and one.word is Verb.REMOVE)]
    if (
        (block is None and not is_removed)
        or not is_ended
        or len(named) != 1
        or len(new) != 1
        or not has_sense(new, Kind.TYPE)
    ):
        return None
    rest = [one for one in first if one not in named and one is not block and not is_filler(one)]
    if any(one.word is not Verb.ADD for one in rest) or find_verb(second) not in (None, Verb.REPLACE, Verb.SET):
        return None
    others = [one for one in second if one not in new and not is_filler(one)]
    if has_value(second) or any(not isinstance(one.word, Verb) for one in others) or not _is_instead(text, second):
        return None
    return [*named, Token(second[0].start, second[0].start, Verb.REPLACE), *new]


def _is_instead(text: TokenizedText, part: list[Token]) -> bool:
    return text.plain[part[0].start : part[-1].end].startswith(("直接", "就", "换", "改", "用", "只"))
