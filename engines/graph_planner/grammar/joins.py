"""Joins parts of a text that are one request: "right before the save" and the new node that it is the place of."""

from collections.abc import Callable, Iterator

from engines.graph_planner.grammar.clause_verbs import (
    NAME_KINDS,
    NODE_KINDS,
    find_verb,
    has_sense,
    has_value,
    is_filler,
    is_replacement,
)
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb

RELATIONS = frozenset(
    {Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT}
)  # fmt: skip


_TITLE_WORDS = 4
_SETTING = (Verb.SET, Verb.INCREASE, Verb.DECREASE, Verb.SCALE)


def join_parts(parts: list[list[Token]]) -> list[list[Token]]:
    """Return *parts*, each with the parts that complete it."""
    parts = list(_join_places(parts))
    for is_joined in _RULES:
        parts = list(_join(parts, is_joined))
    return parts


def _join(parts: list[list[Token]], is_joined: Callable[[list[Token], list[Token]], bool]) -> Iterator[list[Token]]:
    """Yield *parts*, each with those that belong to it."""
    current: list[Token] = []
    for part in parts:
        if current and is_joined(current, part):
            current = [*current, *part]
        else:
            if current:
                yield current
            current = part
    if current:
        yield current


def _join_places(parts: list[list[Token]]) -> Iterator[list[Token]]:
    """Yield *parts*, a new node with its settings and its place: "upscale, scale 4, right in front of save"."""
    index = 0
    while index < len(parts):
        part, following = parts[index], parts[index + 1 : index + 3]
        is_new = find_verb(part) in (Verb.ADD, None) and has_sense(part, Kind.TYPE) and not _has_place(part)
        if is_new and following and _is_bare_place(following[0]):
            yield [*part, *following[0]]
            index += 2
        elif is_new and len(following) == 2 and _is_bare_setting(following[0]) and _is_bare_place(following[1]):
            yield [*part, *following[0], *following[1]]
            index += 3
        else:
            yield part
            index += 1


def _has_place(part: list[Token]) -> bool:
    return any(token.word in RELATIONS for token in part)


def _is_bare_place(part: list[Token]) -> bool:
    """Return whether *part* is "right before the save" and nothing else."""
    content = [token for token in part if not is_filler(token)]
    is_start = bool(content) and content[0].word in (Marker.BEFORE, Marker.AFTER, Marker.BETWEEN)
    has_more = any(isinstance(token.word, Verb) and not token.senses for token in content) or has_value(part)
    return is_start and not has_more and len(content) > 1


def _is_bare_setting(part: list[Token]) -> bool:
    """Return whether *part* is "scale 4" and nothing else."""
    content = [token for token in part if not is_filler(token)]
    is_value = bool(content) and (content[-1].number is not None or content[-1].quoted is not None)
    return is_value and len(content) <= 2 and all(has_sense([one], Kind.PARAMETER) for one in content[:-1])


def _is_free_text(part: list[Token], following: list[Token]) -> bool:
    """Return whether a text value contains the comma between: "negative prompt: ugly, blurry"."""
    return ends_in_text(part) and not is_actionable(following)


def _is_detail_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether *following* completes a request: "remove it but keep the chain connected", 改个名，叫“主图”."""
    content = [token.word for token in following if not is_filler(token)]
    if Marker.BRIDGE in content:
        return find_verb(part) is Verb.REMOVE and set(content) <= {Marker.BRIDGE, Marker.AND}
    last = next((token.word for token in reversed(part) if not is_filler(token)), None)
    has_title = has_value(part) or any(token.is_unknown or token.word in (Marker.TO, Marker.COLON) for token in part)
    is_untitled = find_verb(part) is Verb.RENAME and (last is Verb.RENAME or not has_title)
    if is_untitled and find_verb(following) is None and len(content) <= _TITLE_WORDS and has_sense(part, *NODE_KINDS):
        return True  # "give the decoder a new name, Painter"
    return is_untitled and find_verb(following) is Verb.RENAME and content[:1] == [Verb.RENAME]


def _is_limit_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether *following* only states where a request holds: "disconnect it, but only from the refiner"."""
    content = [token for token in following if not is_filler(token) and token.word is not Marker.AND]
    if not content or content[0].word not in (Marker.FROM, Marker.FOR) or find_verb(following) is not None:
        return False
    names = [token for token in content[1:] if has_sense([token], *NODE_KINDS)]
    allowed = (Marker.AND, Marker.ARTICLE, Marker.NODE, Marker.OF, Marker.ALL)
    is_bare = bool(names) and all(one in names or one.word in allowed for one in content[1:])
    is_open = not any(token.word is content[0].word for token in part)
    verbs = (Verb.DISCONNECT,) if content[0].word is Marker.FROM else _SETTING
    return is_bare and is_open and find_verb(part) in verbs


def _is_alternative_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether "or" joins two parts: "remove the sampler, or mute it"."""
    last = next((token for token in reversed(part) if not is_filler(token)), None)
    first = next((token for token in following if not is_filler(token)), None)
    is_joined = (last is not None and last.word is Marker.OR) or (first is not None and first.word is Marker.OR)
    return is_joined and not ends_in_text(part)


def _is_exception_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether *following* keeps some of all nodes: "delete everything, keep the loader"."""
    is_all = any(token.word is Marker.ALL for token in part)
    verb = find_verb(part)
    is_lost = is_all and verb in (Verb.REMOVE, Verb.MUTE, Verb.BYPASS)
    has_exception = any(token.word in (Marker.EXCEPT, Marker.ONLY) for token in following)
    return is_lost and has_exception and find_verb(following) is None


def _is_first_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether two new nodes have one place: "blur and then sharpen the image before it is saved"."""
    is_next = not any(isinstance(token.word, Verb) and not token.senses for token in [*part, *following])
    start = next((at for at, token in enumerate(part) if token.word is Marker.BEFORE_IT), len(part))
    if is_next and has_sense(part[start:], Kind.TYPE) and not any(token.word in RELATIONS for token in following):
        content = [token for token in following if not is_filler(token)]
        return len(content) == 1 and has_sense(content, Kind.TYPE) and not has_value(part)  # 保存前先锐化再模糊
    words = {token.word for token in part}
    is_bare = not words & RELATIONS and not any(isinstance(token.word, Verb) and not token.senses for token in part)
    has_verb = any(isinstance(token.word, Verb) and not token.senses for token in following)
    place = next((at for at, token in enumerate(following) if token.word in (Marker.BEFORE, Marker.AFTER)), 0)
    is_typed = has_sense(part, Kind.TYPE) and not has_sense(part, Kind.TITLE, Kind.PARAMETER)
    return is_bare and is_typed and not has_verb and place > 0 and has_sense(following[:place], Kind.TYPE)


def _is_list_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether nodes to connect are listed: "connect sampler, decode and save image"."""
    has_end = any(token.word in (Marker.TO, Marker.ARROW) for token in part)
    is_list = find_verb(part) is Verb.CONNECT and not has_end and find_verb(following) is None
    return is_list and has_sense(part, *NODE_KINDS) and has_sense(following, *NODE_KINDS) and not has_value(following)


def _is_value_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether a parameter and its value are apart: "change the scheduler, use karras"."""
    if any(token.word is Marker.TOO for token in part):
        return False
    if find_verb(part) is Verb.SET and not has_value(part) and _is_bare_value(following):
        return True
    return (
        find_verb(part) in (Verb.SET, Verb.REPLACE, None)
        and has_sense(part, Kind.PARAMETER)
        and not has_value(part)
        and find_verb(following) in (Verb.SET, None)
        and has_value(following)
        and not has_sense(following, Kind.PARAMETER, Kind.TYPE, Kind.TITLE)
    )


def _is_bare_value(part: list[Token]) -> bool:
    """Return whether *part* is a value and nothing else."""
    content = [token for token in part if not is_filler(token)]
    return len(content) == 1 and has_value(content) and not has_sense(content, *NAME_KINDS)


def _is_rest_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether "keep the loader" and "delete the rest" are one request."""
    has_exception = any(token.word in (Marker.EXCEPT, Marker.ONLY) for token in part)
    return has_exception and find_verb(part) is None and any(token.word is Marker.REST for token in following)


def _is_replacement_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether "no load mask" and "use a shape mask" are one request to replace."""
    return (
        find_verb(following) in (Verb.SET, Verb.REPLACE)
        and is_replacement([*part, *following])
        and not has_value(following)
    )


def ends_in_text(part: list[Token]) -> bool:
    """Return whether unknown words follow "to" or a colon."""
    after = [index for index, token in enumerate(part) if token.word in (Marker.TO, Marker.COLON, Verb.SET)]
    return bool(after) and any(token.is_unknown for token in part[after[-1] :])


def is_actionable(part: list[Token]) -> bool:
    """Return whether *part* is a request of its own."""
    is_setting = any(token.senses for token in part[:2]) and any(
        token.word in (Marker.COLON, Marker.TO) for token in part[1:3]
    )  # "negative: ugly"
    return is_setting or any(
        (isinstance(token.word, Verb) and token.word is not Verb.SET)
        or any(one.kind in NAME_KINDS for one in token.senses)
        for token in part
    )


def takes_off(part: list[Token]) -> bool:
    """Return whether *part* takes a share off something: "10% off"."""
    return any(token.word is Marker.NO and part[at - 1].number is not None for at, token in enumerate(part) if at)


def goes_to(rest: list[Token]) -> bool:
    """Return whether a node or the image goes to a node before the next break."""
    end = next((at for at, token in enumerate(rest) if token.word in (Marker.BREAK, Marker.AND)), len(rest))
    to = next((at for at, token in enumerate(rest[:end]) if token.word is Marker.TO), 0)
    sources = [token for token in rest[:to] if token.word is Marker.DATA or has_sense([token], *NODE_KINDS)]
    return bool(to and sources) and has_sense(rest[to:end], *NODE_KINDS)


_RULES = (
    _is_alternative_of,
    _is_detail_of,
    _is_exception_of,
    _is_first_of,
    _is_free_text,
    _is_limit_of,
    _is_list_of,
    _is_value_of,
    _is_rest_of,
    _is_replacement_of,
)
