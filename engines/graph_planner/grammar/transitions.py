"""Reads what a value was and what it is to be: "steps 20 -> 28", 羽化 12 改 3."""

from collections.abc import Sequence

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb

_CHANGES = frozenset(("改", "改成", "改为", "改到", "换成", "变成", "变", "调到", "调成", "调为"))

_EQUALS = frozenset(("=", "==", ":=", "等于"))


def read_transitions(text: TokenizedText, tokens: Sequence[Token]) -> list[Token]:
    """Return *tokens* with "to" in place of each old value and the arrow or the verb after it."""
    tokens = _read_equations(text, tokens)
    result: list[Token] = []
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        is_change = token.word is Marker.ARROW or (
            token.word is Verb.SET and text.plain[token.start : token.end] in _CHANGES
        )
        old = _find_old(result)
        if is_change and old is not None and following is not None and _is_same_kind(old, following):
            start = result.index(old)
            unit = result[start + 1 :]
            has_unit = index + 2 < len(tokens) and bool(unit) and bool(tokens[index + 2].senses & unit[0].senses)
            result[start:] = [*([] if has_unit else unit), Token(old.start, token.end, Marker.TO)]
        else:
            result.append(token)
    return result


def _read_equations(text: TokenizedText, tokens: Sequence[Token]) -> list[Token]:
    """Return *tokens* with the value after each name of "steps = cfg = 12"."""
    result: list[Token] = []
    start = 0
    for end in [*(at for at, token in enumerate(tokens) if token.word is Marker.BREAK), len(tokens)]:
        part = list(tokens[start:end])
        signs = [at for at, one in enumerate(part) if text.plain[one.start : one.end] in _EQUALS]
        value = part[-1] if part else None
        is_chain = len(signs) > 1 and signs[-1] == len(part) - 2 and not any(map(_is_value, part[:-1]))
        if is_chain and value is not None and (_is_value(value) or value.quoted is not None):
            for at, sign in enumerate(signs):
                first = signs[at - 1] + 1 if at else 0
                result += [*part[first : sign + 1], value]
                if at + 1 < len(signs):
                    result.append(Token(part[sign].end, part[sign].end, Marker.BREAK))
        else:
            result += part
        result += tokens[end : end + 1]
        start = end + 1
    return result


def _find_old(before: Sequence[Token]) -> Token | None:
    """Return the value at the end of *before*, or right before the unit there: 20 步."""
    for token in reversed(before[-2:]):
        if _is_value(token):
            return token
        if not any(sense.kind is Kind.PARAMETER for sense in token.senses):
            return None
    return None


def _is_value(token: Token) -> bool:
    is_number = token.number is not None and not token.of_now and token.word is None
    return is_number or token.size is not None


def _is_same_kind(old: Token, new: Token) -> bool:
    return _is_value(new) and all(
        (one is None) == (other is None) for one, other in ((old.number, new.number), (old.size, new.size))
    )
