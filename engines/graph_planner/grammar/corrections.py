"""Applies what users correct in the same breath: "set steps to thirty, no wait, forty", 步数三十，哦不，四十."""

from collections.abc import Sequence
from dataclasses import replace

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Count, Marker, Verb

_NAMES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)
_EMPTY = (Marker.FILLER, Marker.ARTICLE, Marker.BREAK, Marker.IT, Marker.TO, Marker.OBJECT, Marker.OF, Marker.AND)
_ADDS = (Verb.ADD, Verb.REPLACE)
_NO = frozenset(("no", "nope", "nah", "不", "不不", "不是", "啊不", "哦不", "噢不", "no no", "rather"))
_NOT = frozenset(("not", "不是", "啊不是", "哦不是", "噢不是", "并不是", "而不是", "不"))
_BUT = frozenset(("是", "而是", "but", "it's", "是要"))


def apply_corrections(text: str, tokens: Sequence[Token]) -> list[Token]:
    """Return *tokens* with each correction in place of what it corrects.

    A value corrects the last value, a name the name that the verb is about, and a request the request before. Where
    it is not clear what is corrected, the word of the correction stays, and its clause is not done.
    """
    tokens = [token for at, token in enumerate(tokens) if not _is_preference(text, tokens, at)]
    tokens = _drop_negated(text, _read_denials(text, tokens))
    result: list[Token] = []
    index = 0
    while index < len(tokens):
        if tokens[index].word is not Marker.CORRECTION:
            result.append(tokens[index])
            index += 1
            continue
        while index + 1 < len(tokens) and _find_next(tokens, index + 1):
            index = _find_next(tokens, index + 1)
        end = _find_end(tokens, index + 1)
        result = _correct(result, tokens[index], tokens[index + 1 : end])
        index = end
    return result


def _is_preference(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return whether 还是 states what is preferred, and not an alternative: 亮度还是恢复默认吧."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if _quote(text, tokens[at]) != "还是" or following is None or not isinstance(following.word, Verb):
        return False
    start = max((index for index in range(at) if tokens[index].word is Marker.BREAK), default=-1)
    return at > start + 1 and not any(isinstance(one.word, Verb) for one in tokens[start + 1 : at])


def _read_denials(text: str, tokens: Sequence[Token]) -> list[Token]:
    """Return *tokens* with "no" and "rather" as corrections where a value or a name follows: "steps 25... no, 35"."""
    result = list(tokens)
    for at, token in enumerate(tokens):
        raw, before, after = _quote(text, token), tokens[at - 1 : at], tokens[at + 1 : at + 2]
        is_apart = bool(before) and before[0].word is Marker.BREAK and at > 1
        is_alone = raw in _NO and raw != "rather" and bool(after) and after[0].word is Marker.BREAK
        content = _list_content(tokens[at + 1 :])
        end = next((one for one in range(at + 2, len(tokens)) if tokens[one].word is Marker.BREAK), len(tokens))
        is_denied = _quote(text, content[0]) in _NOT if content else False
        is_last = is_denied or end == len(tokens) or _quote(text, tokens[end]) not in (",", "，")
        values = sum(_is_value(one) for one in tokens[_find_sentence(text, tokens, at) : at])
        if values > 1 and content and _is_value(content[0]):
            continue  # "steps to 30, cfg to 5, no, 6"
        is_value = raw == "rather" and len(content) == 1 and _is_value(content[0])
        if is_apart and content and is_last and (is_alone or is_value):
            result[at] = replace(token, word=Marker.CORRECTION)
    return result


def _drop_negated(text: str, tokens: list[Token]) -> list[Token]:
    """Return *tokens* with "not the headline, the blur" as the blur, and as a correction of a request before it.

    In "delete the headline. Not the headline, the blur" the words correct; in 删的不是标题，是模糊 they only limit.
    """
    for at, token in enumerate(tokens):
        end = next((index for index in range(at + 1, len(tokens)) if tokens[index].word is Marker.BREAK), None)
        if _quote(text, token) not in _NOT or end is None or end + 1 >= len(tokens):
            continue
        denied = _list_content(tokens[at + 1 : end])
        is_pointer = any(one.word in (Marker.IT, Marker.THIS) for one in tokens[at + 1 : end])
        is_name = len(denied) == 1 and any(sense.kind in _NAMES for sense in denied[0].senses)
        earlier = [one for one in tokens[:at] if one.word is not Marker.FILLER]
        last = _find_break(tokens, end + 1)
        named = _list_content(tokens[end + 1 : last])
        is_other = len(named) == 1 and any(sense.kind in _NAMES for sense in named[0].senses)
        if not earlier or not is_other or not (is_name or (is_pointer and not denied)):
            continue
        shared = is_pointer or any({*one.senses} & {*denied[0].senses} for one in earlier)
        if earlier[-1].word is Marker.CORRECTION:
            return _drop_negated(text, [*tokens[:at], *tokens[end + 1 :]])
        if earlier[-1].word is Marker.BREAK and shared:
            word = replace(token, word=Marker.CORRECTION, senses=frozenset())
            return _drop_negated(text, [*tokens[:at], word, *_skip(text, tokens[end + 1 :])])
        if earlier[-1].word is not Marker.BREAK and _quote(text, tokens[end + 1]) in _BUT:
            before = tokens[: at - 1] if tokens[at - 1].word is Marker.OF else tokens[:at]
            return _drop_negated(text, [*before, *_skip(text, tokens[end + 1 :])])
    return tokens


def _find_sentence(text: str, tokens: Sequence[Token], end: int) -> int:
    """Return where the sentence before *end* starts."""
    stops = [at + 1 for at in range(end) if _quote(text, tokens[at]) in (". ", ".", "。", ";", "；", "!", "！", "\n")]
    return stops[-1] if stops else 0


def _skip(text: str, tokens: list[Token]) -> list[Token]:
    return tokens[1:] if tokens and _quote(text, tokens[0]) in _BUT else tokens


def _find_break(tokens: Sequence[Token], start: int) -> int:
    return next((at for at in range(start, len(tokens)) if tokens[at].word is Marker.BREAK), len(tokens))


def _quote(text: str, token: Token) -> str:
    return text[token.start : token.end].lower()


def _find_next(tokens: Sequence[Token], start: int) -> int:
    """Return where the next correction is if only empty words are before it, "no wait, make that forty", else 0."""
    at = start
    while at < len(tokens) and tokens[at].word in (Marker.BREAK, Marker.FILLER):
        at += 1
    return at if at < len(tokens) and tokens[at].word is Marker.CORRECTION else 0


def _find_end(tokens: Sequence[Token], start: int) -> int:
    """Return where the correction ends: at a break or "and" after its content, or before the next correction."""
    end = start
    while end < len(tokens) and tokens[end].word is not Marker.CORRECTION:
        if tokens[end].word is Marker.BREAK and _list_content(tokens[start:end]):
            break
        end += 1
    return end


def _correct(before: list[Token], word: Token, after: Sequence[Token]) -> list[Token]:
    while before and before[-1].word in (Marker.BREAK, Marker.FILLER, Marker.OR):  # "还是别删了"
        before.pop()
    if not before:
        return list(after)
    if after and after[0].word is Marker.OR:
        after = after[1:]  # 不对，还是 0.5
    start = max((at + 1 for at, token in enumerate(before) if token.word is Marker.BREAK), default=0)
    earlier, last = before[:start], before[start:]
    content = _list_content(after)
    if not content:
        return _drop_break(earlier)
    if changed := _replace_part(last, content):
        return [*earlier, *changed]
    if any(isinstance(token.word, Verb) and token.word is not Verb.SET for token in content) and len(content) > 1:
        return [*earlier, *after]
    verbs = [token for token in content if isinstance(token.word, Verb) and token.word is not Verb.SET]
    is_pointed = len(verbs) == len(content) == 1 and any(token.word is Marker.IT for token in after)
    named = [token for token in last if any(sense.kind in _NAMES for sense in token.senses)]
    if is_pointed and named:
        return [*earlier, *named, *verbs]  # "refiner off, I mean bypass it"
    is_setting = any(_is_value(token) for token in content) and any(token.senses for token in content)
    return [*earlier, *after] if is_setting and _shares_name(last, content) else [*before, word, *after]


def _replace_part(last: list[Token], content: list[Token]) -> list[Token]:
    """Return *last* with the value or the name of *content* in place of its own; empty where that is not clear."""
    rest = [token for token in content if token.word is not Verb.SET]
    values = [token for token in rest if _is_value(token)]
    names = [token for token in rest if not _is_value(token)]
    if len(values) == 1 and not names:
        at = [index for index, token in enumerate(last) if _is_value(token)]
        return [*last[: at[-1]], values[0], *last[at[-1] + 1 :]] if at else []
    if len(names) == 1 and not values and any(sense.kind in _NAMES for sense in names[0].senses):
        at = [index for index, token in enumerate(last) if any(sense.kind in _NAMES for sense in token.senses)]
        verb = next((index for index, token in enumerate(last) if token.word in _ADDS), None)
        if verb is not None:
            at = [index for index in at if index > verb][:1]
        return [*last[: at[-1]], names[0], *last[at[-1] + 1 :]] if at else []
    return []


def _list_content(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.word not in _EMPTY and not _is_punctuation(token)]


def _is_punctuation(token: Token) -> bool:
    return token.is_unknown and token.end - token.start == 1


def _is_value(token: Token) -> bool:
    is_plain = token.number is not None or token.size is not None or token.quoted is not None
    is_choice = bool(token.senses) and all(sense.kind is Kind.CHOICE for sense in token.senses)
    return is_plain or is_choice or (isinstance(token.word, Count) and not token.senses)


def _shares_name(last: list[Token], content: list[Token]) -> bool:
    """Return whether both set the same thing: "steps 30, I mean steps 40"."""
    return bool({one for token in last for one in token.senses} & {one for token in content for one in token.senses})


def _drop_break(tokens: list[Token]) -> list[Token]:
    while tokens and tokens[-1].word is Marker.BREAK:
        tokens = tokens[:-1]
    return tokens
