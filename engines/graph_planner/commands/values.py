"""Values of parameters in a clause: each with its parameter."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import isfinite

from engines.graph.node_types.node_type import JSON, Parameter, ParameterKind
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.grammar.items import Item, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.texts import WHICH_OF_SEVERAL
from engines.graph_planner.values import UnclearError
from engines.language.characters import fold

SIDES = ("width", "height")
_DIGITS = 10
"""Decimal places after a calculation: 0.1 + 0.2 is 0.3."""
_NO_NAMES = frozenset((
    "png", "jpg", "jpeg", "webp", "gif", "tiff", "bmp", "pdf", "psd", "desktop", "disk", "downloads", "folder", "桌面",
    "硬盘", "文件夹", "相册", "本地",
))  # fmt: skip
"""Formats and folders, which are no names of files."""
_BEFORE_TEXT = (Marker.TO, Marker.COLON, Verb.SET, Verb.RENAME)
_VALUE_WORDS = (Marker.YES, Marker.NO, Marker.DEFAULT)


def pair_values(context: ClauseContext) -> Iterator[tuple[Named | None, Item | None]]:
    """Yield the parameters of the clause with their values; a size has no parameter."""
    items = [item for item in context.items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    used: set[int] = set()
    texts: set[int] = set()
    pairs: list[tuple[Named, Item | None]] = []
    numbers = [item for item in items if isinstance(item, Value) and item.number is not None]
    scaled = numbers[0] if len(numbers) == 1 and numbers[0].of_now else None
    named = [item for item in items if isinstance(item, Named) and item.names(Kind.PARAMETER)]
    if scaled and any(not _are_joined(items, *pair) for pair in pairwise(named)):
        raise UnclearError(WHICH_OF_SEVERAL)  # 宽度是高度的两倍
    if listed := _pair_lists(items):
        yield from listed
        return
    for index, item in enumerate(items):
        if isinstance(item, Named) and item.names(Kind.PARAMETER):
            value = scaled or _take_value(items, index, used)
            if isinstance(value, Value) and value.choices and not _is_value_of(value, item):
                texts.add(value.start)
            pairs.append((item, value))
    for index, (item, value) in enumerate(pairs):
        shared = pairs[index + 1][1] if value is None and index + 1 < len(pairs) else None
        is_pair = shared is not None and _are_joined(items, item, pairs[index + 1][0])
        yield item, shared if is_pair else value
    for index, item in enumerate(items):
        is_size = isinstance(item, Value) and item.size is not None
        if is_size and index not in used:
            yield None, item
        if isinstance(item, Value) and item.choices and index not in used and item.start not in texts:
            yield None, item


def _pair_lists(items: list[Item]) -> list[tuple[Named | None, Item | None]]:
    """Return the pairs of "steps and cfg to 30 and 8": as many values as names, values after names."""
    named = [item for item in items if isinstance(item, Named) and item.names(Kind.PARAMETER)]
    values = [item for item in items if isinstance(item, Value)]
    if len(named) < 2 or len(named) != len(values) or named[-1].start > values[0].start:
        return []
    if any(value.number is None or value.of_now for value in values):
        return []
    listed: list[Item] = [*named[:-1], *values[:-1]]
    joints = [items[items.index(one) + 1] for one in listed]
    is_list = all(isinstance(one, Token) and one.word is Marker.AND for one in joints)
    return list(zip(named, values, strict=True)) if is_list else []


def _are_joined(items: list[Item], first: Named, second: Named) -> bool:
    """Return whether only "and" is between two parameters: "width and height to 640"."""
    between = items[items.index(first) + 1 : items.index(second)]
    return bool(between) and all(isinstance(item, Token) and item.word is Marker.AND for item in between)


def _take_value(items: list[Item], index: int, used: set[int]) -> Item | None:
    """Return the value of the parameter at *index*: after it, or right before it."""
    before = items[index - 1] if index else None
    following = next((at for at in range(index + 1, len(items)) if isinstance(items[at], Named)), len(items))
    after = next((at for at in range(index + 1, following) if _is_value_of(items[at], items[index])), None)
    is_adjacent = _is_value_of(before, items[index]) and index - 1 not in used
    if (part := _find_part(items, index)) is not None:
        used.add(part)
        return items[part]  # "10% off the top"
    rest = [item for item in items[index:following] if isinstance(item, Token)]
    has_to = any(item.word in (Marker.TO, Marker.COLON, Verb.SET) for item in rest)
    if is_adjacent and not has_to and (after is None or following < len(items) or after > index + 1):
        used.add(index - 1)
        return before
    if after is not None:
        used.add(after)
        return items[after]
    if index > 1 and isinstance(before, Token) and before.word is Marker.TO and isinstance(items[index - 2], Value):
        used.add(index - 2)
        return items[index - 2]  # "add 5 to the steps"
    choice = items[index + 1] if index + 1 < len(items) else None
    choice = items[index + 2] if has_to and isinstance(choice, Token) and index + 2 < len(items) else choice
    if isinstance(choice, Value) and choice.choices:
        return choice  # "the color to red", where "red" is a choice of another parameter
    unknown = next((item for item in rest if item.is_unknown), None)
    return unknown or next((item for item in rest if item.word in _VALUE_WORDS), None)


def _find_part(items: list[Item], index: int) -> int | None:
    """Return the index of the value that "off" or "from" joins to a parameter after it."""
    joint = items[index - 1] if index > 1 else None
    if not isinstance(joint, Token) or not isinstance(items[index - 2], Value):
        return None
    return index - 2 if joint.word in (Marker.NO, Marker.FROM, Marker.OF, Marker.FOR) else None


def _is_value_of(value: Item | None, named: Item) -> bool:
    """Return whether *value* is possible for a parameter: a choice only if the parameter has it."""
    if not isinstance(value, Value) or not isinstance(named, Named):
        return False
    return not value.choices or bool({sense.value for sense in value.choices} & named.names(Kind.PARAMETER))


def find_free_value(context: ClauseContext) -> Item | None:
    """Return the value of a clause that names no parameter: the last one, unless it is part of a text ("一座城堡")."""
    unknown = [item for item in context.items if isinstance(item, Token) and item.is_unknown]
    values = [item for item in context.items if isinstance(item, Value)]
    parts = {one.start for one in unknown} | {one.end for one in unknown}
    whole = [one for one in values if one.number is None or not {one.start, one.end} & parts]
    return whole[-1] if whole else (unknown or values or [None])[0]


_LOOK = re.compile(
    r"(?:(?:a (?:bit|little|touch)|much|way|even|slightly|very|in) )*(?:(?:bigg|small|larg|tall|wid|narrow|long|short|"
    r"bold|thick|thinn|light|heavi|dark|bright|nic|pretti|bett|loud|clear|clean|soft|strong|weak|high|low|sharp|fanci|"
    r"catchi)er"
    r"|(?:more |less )?(?:bold|italics?|underlined|uppercase|lowercase|readable|visible|legible|prominent))"
    r"|[更再](?:大|小|粗|细|亮|暗|高|低|醒目|清楚|清晰|好看)|(?:大|小|粗|细|亮|暗|高|低|醒目|清楚|清晰|好看)(?:一?[点些]儿?)|粗体|斜体|加粗"
)
"""What describes how a text looks."""


def read_value(context: ClauseContext, parameter: Parameter, named: Named | None, value: Item | None) -> JSON:
    """Return the value of *parameter*. Raises UnclearError if the text has none of its kind."""
    context.use(value)
    if isinstance(value, Token) and value.word is Marker.DEFAULT:
        return parameter.default
    if isinstance(value, Value) and value.size is not None:
        return value.size[SIDES.index(parameter.name)]
    match parameter.kind:
        case ParameterKind.INTEGER | ParameterKind.NUMBER:
            if not isinstance(value, Value) or value.number is None:
                raise UnclearError(texts.NOT_A_NUMBER)
            return to_kind(parameter, value.number)
        case ParameterKind.BOOLEAN:
            return _read_switch(value)
        case ParameterKind.CHOICE:
            return _read_choice(context, parameter, value)
        case _:
            text = _reject_look(_read_text(context, named, value), value)
            return reject_no_name(text) if parameter.name == "name" else text


def _reject_look(text: str, value: Item | None) -> str:
    """Return a text to set. Raises UnclearError for a look, which is no text: "make the text bigger"."""
    is_in_quotes = isinstance(value, Value) and value.end - value.start > len(text)
    if not is_in_quotes and _LOOK.fullmatch(text):
        raise UnclearError(texts.QUOTE_TEXT, text)
    return text


def reject_no_name(title: str) -> str:
    """Return the name of a file. Raises UnclearError for a format or a folder: "save it as png"."""
    if fold(title).removeprefix("a ").removeprefix("the ").removeprefix(".") in _NO_NAMES:
        raise UnclearError(texts.NO_VALUE, title)
    return title


def _read_text(context: ClauseContext, named: Named | None, value: Item | None) -> str:
    if isinstance(value, Value) and value.quoted is not None:
        return value.quoted
    if isinstance(value, Value) and value.choices:
        return context.text.quote(value.start, value.end)
    start = context.items.index(named) if named in context.items else _last_mention(context)
    separators = [
        index
        for index, item in enumerate(context.items)
        if index > start and isinstance(item, Token) and item.word in _BEFORE_TEXT
    ]
    text = context.free_text(separators[0] if separators else start)
    if not text:
        raise UnclearError(texts.NO_VALUE)
    return text


def _last_mention(context: ClauseContext) -> int:
    first = context.mentions[0] if context.mentions else None
    return context.items.index(first) if first else -1


def _read_switch(value: Item | None) -> bool:
    if isinstance(value, Token) and value.word in (Marker.YES, Marker.NO):
        return value.word is Marker.YES
    raise UnclearError(texts.NO_VALUE)


def _read_choice(context: ClauseContext, parameter: Parameter, value: Item | None) -> JSON:
    if isinstance(value, Value):
        for sense in sorted(value.choices):
            if sense.choice in parameter.choices:
                return sense.choice
    raw = (
        value.quoted
        if isinstance(value, Value) and value.quoted
        else (context.text.quote(value.start, value.end) if value is not None else "")
    )
    for choice in parameter.choices:
        if isinstance(choice, str) and fold(choice).replace("_", " ") == fold(raw).replace("_", " "):
            return choice
    return raw if raw and not parameter.choices else _reject_value(raw)


def _reject_value(raw: str) -> JSON:
    raise UnclearError(texts.NO_VALUE, raw)


def to_kind(parameter: Parameter, number: float) -> float:
    """Return *number* as the kind of a parameter: 7.0 as 7."""
    if not isfinite(number):
        raise UnclearError(texts.NOT_A_NUMBER)
    number = round(number, _DIGITS)
    is_whole = number == int(number) and parameter.kind in (ParameterKind.INTEGER, ParameterKind.NUMBER)
    return int(number) if is_whole else number
