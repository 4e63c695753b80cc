"""Reads steps in their order, without verbs, as one chain or as nodes at one place: 先锐化 0.3 再模糊，放在解码后面."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.graph_planner.commands.context import RELATIONS
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.sequence_words import SEQUENCE
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.readings.operations import read_operation

_LISTED = re.compile(r"and|\+|&|和|、|plus")
_GAP = re.compile(
    rf"[\s,，;；]*(?:and|\+|&|和|、|plus|之后|(?:and )?(?:{SEQUENCE.pattern})再?)?[\s,，;；]*(?:先|first)?\s*"
)
_NAMES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)
_EMPTY = (Marker.FILLER, Marker.ARTICLE, Marker.OF, Marker.WITH, Marker.NODE, Marker.BY, Marker.TO, Marker.AT,
          Marker.COLON, Marker.BREAK)  # fmt: skip
_IMAGE = "IMAGE"
_PREFIXES = (Marker.AFTER, Marker.BEFORE, Marker.BETWEEN)


def join_steps(text: TokenizedText, clauses: Sequence[Clause], draft: Draft) -> tuple[Clause, ...]:
    """Return *clauses*, each run of steps as the chain that it is, or as new nodes of which the first has the place.

    A step names one node, with its settings. All are new, or at least one is and the last is a node of the graph, or a
    place is stated: otherwise the steps may be settings of nodes that exist.
    """
    result: list[Clause] = []
    index = 0
    while index < len(clauses):
        end = index + 1
        while end < len(clauses) and _GAP.fullmatch(text.plain[clauses[end - 1].end : clauses[end].start]):
            end += 1
        for last in range(end, index, -1):
            if joined := _join(text, clauses[index:last], draft):
                result += joined
                index = last
                break
        else:
            result.append(clauses[index])
            index += 1
    return tuple(result)


def _join(text: TokenizedText, run: Sequence[Clause], draft: Draft) -> list[Clause]:
    present = {node.type for node in draft.nodes.values()}
    run = [read_operation(text, clause, draft.types, present) for clause in run]
    if any(clause.state is not None or clause.has(Marker.ARROW, Marker.BLOCK, Marker.CONDITION, Marker.OR, Marker.TOO,
                                                  Marker.CORRECTION, Marker.EXCEPT, Marker.IT, Marker.THEM)
           for clause in run):  # fmt: skip
        return []
    place: list[Token] = []
    parts: list[list[Token]] = []
    for clause in run:
        found, rest = _cut_place(clause.tokens)
        if found and place:
            return []
        place = place or found
        parts += [part for part in _split_list(text, rest) if any(token.word not in _EMPTY for token in part)]
    parts = _split_source(parts, draft) if not place else parts
    start = parts[0] if parts else []
    parts = [_drop_data(start, draft), *parts[1:]] if parts else parts
    parts = [_drop_add(part, has_place=bool(place)) for part in parts]
    if len(parts) < 2 or not all(_is_step(part) for part in parts):
        return []
    if len({_name_of(part) for part in parts}) < len(parts):
        return []  # 加个裁剪，左右各裁 10%: the same node
    new = [_is_new(part, draft) for part in parts]
    if place and all(new):
        first = replace(run[0], tokens=tuple(sorted((*parts[0], *place), key=lambda one: one.start)), verb=Verb.ADD)
        return [first, *(Clause((_step_after(part), *part), Verb.ADD) for part in parts[1:])]
    is_ordered = len(parts) > 2 or SEQUENCE.search(text.plain[run[0].start : run[-1].end]) is not None
    if place or not any(new) or (new[-1] and not all(new)) or not is_ordered or _is_listed(text, run):
        return []
    dropped = [token for token in start if token not in parts[0]]
    source = [[token] for token in dropped if token.word is Marker.DATA][:1] if all(new) else []
    return [Clause(tuple(_chain([*source, *parts])), None)]  # "sharpen the photo, then blur": the photo comes first


def _step_after(part: Sequence[Token]) -> Token:
    """Return the mark of a step that follows the one before, whatever word is between."""
    return Token(part[0].start, part[0].start, Marker.IN_ORDER)


def _cut_place(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Return the tokens of a place, "after the decoder" or 在解码后面, and the others."""
    at = [index for index, token in enumerate(tokens) if token.word in RELATIONS]
    if len(at) != 1:
        return [], list(tokens)
    if tokens[at[0]].word not in _PREFIXES:
        start = next((one for one in range(at[0]) if tokens[one].word is Marker.AT or tokens[one].word is Verb.ADD), 0)
        return [token for token in tokens[: at[0] + 1] if token.word is not Verb.ADD], list(
            tokens[:start] if start else []
        ) + list(tokens[at[0] + 1 :])
    end, names = at[0] + 1, 2 if tokens[at[0]].word is Marker.BETWEEN else 1
    while end < len(tokens) and names and (_is_name(tokens[end]) or tokens[end].word in (*_EMPTY, Marker.AND)):
        names -= _is_name(tokens[end])
        end += 1
    return list(tokens[at[0] : end]), [*tokens[: at[0]], *tokens[end:]]


def _split_list(text: TokenizedText, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in tokens:
        if token.word is Marker.AND and _LISTED.fullmatch(text.plain[token.start : token.end]):
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _split_source(parts: list[list[Token]], draft: Draft) -> list[list[Token]]:
    """Return *parts* with the node that the first is about as a part of its own: 照片 · 先水平翻转 0.2."""
    if not parts:
        return parts
    first = parts[0]
    named = [at for at, token in enumerate(first) if _is_name(token) or token.word is Marker.DATA]
    if len(named) < 2 or not _list_present([first[named[0]]], draft):
        return parts
    return [first[: named[0] + 1], first[named[0] + 1 :], *parts[1:]]


def _drop_data(part: list[Token], draft: Draft) -> list[Token]:
    """Return the first *part* without "the photo", of which the graph has only one: 照片先翻转，再调整."""
    types = [found for one in draft.nodes if (found := draft.find_type(one))]
    is_only = sum(not one.inputs and any(output.type == _IMAGE for output in one.outputs) for one in types) == 1
    rest = [token for token in part if token.word is not Marker.DATA]
    return rest if is_only and any(map(_is_name, rest)) else part


def _drop_add(part: list[Token], *, has_place: bool) -> list[Token]:
    """Return *part* without a verb of adding, where the place states what it does."""
    return [token for token in part if not (has_place and token.word is Verb.ADD and not token.senses)]


def _is_step(part: Sequence[Token]) -> bool:
    """Return whether a part names one node, and has nothing else but settings."""
    names = [token for token in part if _is_name(token) and token.word is not Verb.ADD]
    rest = [token for token in part if token not in names and token.word not in _EMPTY]
    settings = [token for token in rest if _is_setting(token)]
    rest = rest if settings else [token for token in rest if token.word is not Verb.SET]  # 再调亮度
    return bool(names) and len(settings) == len(rest) and len([one for one in names if not _is_setting(one)]) <= 1


def _name_of(part: Sequence[Token]) -> frozenset[str]:
    """Return what the name of a part may denote."""
    return frozenset(sense.value for token in part if _is_name(token) for sense in token.senses
                     if sense.kind in (Kind.TYPE, Kind.TITLE)) or frozenset({str(part[0].start)})  # fmt: skip


def _is_setting(token: Token) -> bool:
    is_value = token.number is not None or token.size is not None or token.quoted is not None
    return is_value or any(one.kind in (Kind.PARAMETER, Kind.CHOICE) for one in token.senses)


def _is_name(token: Token) -> bool:
    return any(one.kind in _NAMES for one in token.senses)


def _is_new(part: Sequence[Token], draft: Draft) -> bool:
    """Return whether a part names a type of which the graph has no node, and no parameter of one."""
    names = [token for token in part if _is_name(token)]
    if any(_list_present([token], draft) for token in names[:1]):
        return False
    types = [found for one in draft.nodes if (found := draft.find_type(one))]
    owned = {(one.full_name, parameter.name) for one in types for parameter in one.parameters}
    senses = names[0].senses if names else frozenset()
    is_owned = any(one.kind is Kind.PARAMETER and (one.owner, one.value) in owned for one in senses)
    return any(one.kind in (Kind.TYPE, Kind.TYPE_PART) for one in senses) and not is_owned


def _list_present(tokens: Sequence[Token], draft: Draft) -> list[str]:
    senses = {(one.kind, one.value) for token in tokens for one in token.senses}
    return [node.id for node in draft.nodes.values()
            if {(Kind.TYPE, node.type), (Kind.TITLE, node.id), (Kind.TITLE_PART, node.id),
                (Kind.TYPE_PART, node.type)} & senses]  # fmt: skip


def _is_listed(text: TokenizedText, run: Sequence[Clause]) -> bool:
    """Return whether steps are joined by "and", which is no order."""
    start, end = run[0].start, run[-1].end
    return any(token.word is Marker.AND and _LISTED.fullmatch(text.plain[token.start : token.end])
               for token in text.tokens if start <= token.start < end)  # fmt: skip


def _chain(parts: Sequence[Sequence[Token]]) -> Iterator[Token]:
    for index, part in enumerate(parts):
        if index:
            yield Token(part[0].start, part[0].start, Marker.ARROW)
        yield from part
