"""Joins the words of a text to set that has no quotes: "negative prompt: ugly, extra fingers", 标题写：开业大吉，八折.

The text extends from its separator to the end of the sentence, to the next request, or to where "and" joins another
node or setting of the graph with a value. A part that may be a request, a setting or a choice is not changed.
"""

import re
from collections.abc import Sequence

from engines.graph_planner.grammar.assignments import starts_assignment
from engines.graph_planner.grammar.names import Kind, Vocabulary
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Count, Marker, Verb

_WRITES = frozenset((
    "写", "写成", "写上", "写着", "写的是", "写个", "写入", "填", "填上", "填成", "填写", "填入",
    "say", "says", "should say",
    "should read", "saying", "reads", "reading", "that says", "that reads", "must say", "must read", "needs to say",
    "needs to read", "has to say", "has to read", "should state", "should contain", "contain",
))  # fmt: skip
"""Verbs after which a text follows."""
_SENTENCE_ENDS = frozenset(("。", ".", ". ", "!", "！", "?", "？", ";", "；", "\n"))
_COMMAS = frozenset((",", "，"))
_ASSIGNS = frozenset(("=", ":=", "==", "等于"))
_TRAILING = frozenset(
    ("吧", "呗", "哈", "please", "pls", "now", "instead", "呢", "啊", "for me", "thanks", "就行", "就好", "即可")
)
_OWNERS = frozenset(("the", "my", "your", "our", "这", "那"))
"""Before the name of a node in a statement: "the prompt sucks"."""
_CALLS = frozenset(("text", "文字", "文本"))
"""Names that are also what one sends: "text my boss"."""
_NO_TEXT = re.compile(
    r"\b(?:it|its|it's|i|i'm|im|you|we|they|he|she|not|isn't|doesn't|don't|can't|looks?|seems?|feels?|sounds?|sucks?|"
    r"needs?|wants?|has|have|was|were|does|did|works?|makes?|gets?|should|could|would|must|is|are|too|very|really|"
    r"node|nodes)\b|[我你您他她它太很]|节点|不"
)
"""Words of a statement or a question, not of a text without quotes."""
_BETWEEN = (Marker.FILLER, Marker.OF, Marker.PARAMETERS, Marker.NODE, Marker.AT, Marker.THIS, Marker.IT, Marker.COLON,
            Marker.ALL)  # fmt: skip
_RELATIONS = (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE)
_SETS = (Verb.SET, Verb.REPLACE)
_CAPITALS = re.compile(r"(?: [A-Z][\w'’-]*)*")
"""Words that belong to a text in capitals, though they would be polite elsewhere: Big Sale Today."""
_TIMES = re.compile(r"(?: (?:today|tonight|this (?:morning|afternoon|evening|week|weekend)))+\b", re.IGNORECASE)
"""A time at the end of a text belongs to it, though elsewhere it is left out."""
_NAMES = (Kind.TYPE, Kind.TITLE, Kind.PARAMETER)
_PLACES = (*_NAMES, Kind.TYPE_PART, Kind.TITLE_PART)


def join_texts(text: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """Return *tokens* of *text* with each text to set as one quoted token."""
    result: list[Token] = []
    index = 0
    while index < len(tokens):
        result.append(tokens[index])
        index += 1
        start = _find_text(text, result, tokens, index, vocabulary)
        if start is None and _starts_text(text, result, tokens, index, vocabulary):
            start = index
        if start is None:
            continue
        end = _find_end(text, tokens, start, vocabulary)
        if end > start and _is_text(text, tokens, start, end, is_listed=_is_separator(text, result[-1])):
            result += tokens[index:start]
            first, last = tokens[start].start, tokens[end - 1].end
            capitals = _CAPITALS.match(text, last)
            last = capitals.end() if capitals is not None and text[first].isupper() else last
            last = times.end() if (times := _TIMES.match(text, last)) else last
            result.append(Token(first, last, quoted=text[first:last]))
            index = end
            if end < len(tokens) and _starts_setting(text, tokens[end:], vocabulary):
                result.append(Token(last, last, Marker.BREAK))
    return result


def _find_text(
    text: str, before: list[Token], tokens: Sequence[Token], index: int, vocabulary: Vocabulary
) -> int | None:
    """Return the start of a text after the last token of *before*, None if that is not a separator."""
    last = before[-1]
    is_separator = _is_separator(text, last)
    if not is_separator and last.word is not Marker.TO and last.word not in _SETS:
        return None
    while index < len(tokens) and (tokens[index].word is Marker.COLON or _is_separator(text, tokens[index])):
        index += 1
    if not is_separator and index < len(tokens) and tokens[index].word in (Marker.TO, *_SETS):
        return None  # the next token separates
    at = len(before) - 2
    while at >= 0 and (before[at].word in (*_BETWEEN, Marker.TO, *_SETS) and not before[at].senses):
        at -= 1
    if at < 0 or index >= len(tokens):
        return None
    is_holder = vocabulary.holds_text(before[at].senses, is_only=not is_separator)
    return index if is_holder else None


def _starts_text(text: str, before: list[Token], tokens: Sequence[Token], index: int, vocabulary: Vocabulary) -> bool:
    """Return whether a text follows a name at once: "positive prompt an old lighthouse", 正向提示词 一只狗."""
    if text[before[-1].start : before[-1].end].lower() in _CALLS:
        return False
    if index >= len(tokens) or not vocabulary.holds_text(before[-1].senses, is_only=True):
        return False
    led = before[:-1]
    while led and led[-1].word is Marker.FILLER and text[led[-1].start : led[-1].end].lower() not in _OWNERS:
        led.pop()
    if led and led[-1].word not in (Marker.BREAK, Marker.AND):
        return False
    part = tokens[index : _find_end(text, tokens, index, vocabulary)]
    first = tokens[index]
    if not part or first.start == before[-1].end or _NO_TEXT.search(text[first.start : part[-1].end].lower()):
        return False
    is_start = first.is_unknown or first.word is Marker.ARTICLE or isinstance(first.word, Count)
    has_verb = any(_is_verb(one) or one.word is Marker.BLOCK for one in part)
    is_text = sum(one.is_unknown and text[one.start].isalnum() for one in part) > 1
    return (is_start or _is_extra(text, first)) and not has_verb and is_text


def _is_extra(text: str, token: Token) -> bool:
    return text[token.start : token.end].lower() in ("extra", "one")


def _is_separator(text: str, token: Token) -> bool:
    """Return whether a text follows, rather than another value."""
    raw = text[token.start : token.end].lower()
    return token.word is Marker.COLON or raw in _ASSIGNS or raw in _WRITES


def _find_end(text: str, tokens: Sequence[Token], start: int, vocabulary: Vocabulary) -> int:
    """Return the end of the text: at the end of the sentence, or before the next request."""
    end = start
    while end < len(tokens):
        token, rest = tokens[end], tokens[end + 1 :]
        raw = text[token.start : token.end]
        if raw in _SENTENCE_ENDS or token.word is Marker.CORRECTION or token.quoted is not None:
            break
        if token.word is Marker.BREAK and (raw not in _COMMAS or is_request(rest)):
            break
        if token.word is Marker.AND and rest and _is_verb(rest[0]):
            break
        if token.word in _RELATIONS and rest and _starts_with_name(rest):
            break
        if end > start and _starts_setting(text, tokens[end:], vocabulary):
            break
        end += 1
    while end > start and (tokens[end - 1].word in _RELATIONS or _is_trailing(text, tokens[end - 1])):
        end -= 1
    return end


def _starts_setting(text: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Return whether *tokens* start another setting: 种子改成九, "and the refiner should have 15 steps"."""
    is_joined = tokens[0].word is Marker.AND and starts_assignment(text, tokens[1:], vocabulary)
    return is_joined or is_setting(text, tokens[0], tokens[1:])


def is_setting(text: str, name: Token, rest: Sequence[Token]) -> bool:
    """Return whether a parameter is followed by a verb of setting and a value: 一艘小船种子改成九."""
    if len(rest) < 2 or all(sense.kind is not Kind.PARAMETER for sense in name.senses):
        return False
    is_value = rest[1].number is not None or rest[1].quoted is not None or isinstance(rest[1].word, Count)
    return rest[0].word is Verb.SET and rest[0].end - rest[0].start > 1 and is_value


def _is_trailing(text: str, token: Token) -> bool:
    raw = text[token.start : token.end].lower()
    return raw in _TRAILING or token.word is Marker.BREAK or (token.is_unknown and raw in ".…~—-")


def is_request(tokens: Sequence[Token]) -> bool:
    """Return whether *tokens* up to the next break are a request: a verb, or a name with a value."""
    part: list[Token] = []
    for token in tokens:
        if token.word is Marker.BREAK and part:
            break
        part.append(token)
    content = [token for token in part if token.word not in (Marker.FILLER, Marker.BREAK, Marker.OF)]
    if any(_is_verb(token) or token.word in (Marker.BLOCK, Marker.OBJECT, Marker.COLON) for token in content):
        return True
    joined = content[0].word in (Marker.AND, Marker.TO) if content else False
    if joined and len(content) > 1 and content[-2].word is Marker.TO and _starts_with_name(content[-1:]):
        return True  # 跟正向合并后进采样器
    has_name = any(sense.kind in _NAMES for token in content[:2] for sense in token.senses)
    return has_name and any(
        token.number is not None or token.size is not None or token.quoted is not None or token.word is Marker.TO
        for token in content
    )


def _is_verb(token: Token) -> bool:
    return isinstance(token.word, Verb) and not token.senses


def _starts_with_name(tokens: Sequence[Token]) -> bool:
    content = [token for token in tokens if token.word not in (Marker.FILLER, Marker.ARTICLE)]
    return bool(content) and any(sense.kind in _PLACES for sense in content[0].senses)


def _is_text(text: str, tokens: Sequence[Token], start: int, end: int, *, is_listed: bool) -> bool:
    """Return whether tokens are a text: an unknown word, and after a colon also a list, but no request."""
    part = list(tokens[start:end])
    if _is_verb(part[0]) or part[0].size is not None or any(token.word is Marker.DEFAULT for token in part):
        return False
    following = part[1] if len(part) > 1 else None
    is_setting = any(sense.kind is Kind.PARAMETER for sense in part[0].senses) and (
        following is not None
        and (following.number is not None or following.word in (Marker.TO, Marker.COLON) or _is_verb(following)
             or any(sense.kind is Kind.CHOICE for sense in following.senses))
    )  # fmt: skip
    if is_setting:
        return False
    has_unknown = any(token.is_unknown and text[token.start].isalnum() for token in part)
    is_list = is_listed and len(part) > 2 and any(token.word is Marker.BREAK for token in part)
    return has_unknown or is_list
