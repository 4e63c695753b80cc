"""Reads a description as the matching node: "the sampler with 10 steps", 接解码的那个采样器."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clause_verbs import find_verb
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind, Sense, Senses
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Verb

_NAME = r"(?P<name>[\w-]+(?: [\w-]+)?)"
_NUMBER = r"(?P<number>-?\d+(?:\.\d+)?)"
_NAME_ZH = r"(?:那个|那一个|那张)?(?P<name>[\u4e00-\u9fff]{2,5})"
_THAT = "(?:that|which)"
_DESCRIPTIONS = tuple(re.compile(pattern) for pattern in (
    rf"\bthe {_NAME} (?:with|{_THAT} has|at) {_NUMBER} (?P<parameter>[a-z]+)\b(?=.)",
    rf"\bthe {_NAME} {_THAT} (?:says|reads|contains|has the text) (?P<text>'[^']+'|\"[^\"]+\"|“[^”]+”|\w+)",
    rf"\bthe {_NAME} {_THAT} (?:feeds|goes into|leads to|runs into|is connected to) (?:the )?(?P<target>\w+)",
    rf"\bthe {_NAME} {_THAT} (?:runs|comes|is) (?P<place>first|last)\b",
    rf"(?P<parameter>[\u4e00-\u9fff]{{1,4}}|[a-z]+) ?(?:是|为|等于)? ?{_NUMBER} ?步? ?的{_NAME_ZH}",
    r"(?:写着|内容是|写的是|内容为) ?(?P<text>'[^']+'|\"[^\"]+\"|“[^”]+”|「[^」]+」|[a-z]+) ?的" + _NAME_ZH,
    r"(?:接着?|连着?|喂给|通到)(?P<target>[\u4e00-\u9fff]{2,5}?)的(?:那个|那一个)?(?P<name>[\u4e00-\u9fff]{2,5})",
))  # fmt: skip
_ANY = frozenset(("one", "node", "节点"))
_LOSING = (Verb.REMOVE, Verb.DISCONNECT, Verb.REPLACE, Verb.ADD, Verb.RENAME)


def read_descriptions(text: TokenizedText, clause: Clause, draft: Draft) -> Clause:
    """Return *clause* with each description replaced by the only node that it matches.

    A clause that removes is not changed: its nodes must be named.
    """
    if clause.verb in _LOSING:
        return clause
    own = text.plain[clause.start : clause.end]
    for pattern in _DESCRIPTIONS:
        match = pattern.search(own)
        if match is None:
            continue
        start, end = clause.start + match.start(), clause.start + match.end()
        for length in _list_lengths(match):
            groups = match.groupdict() | {"name": match["name"][:length]}
            cut = end - (len(match["name"]) - length) if match.end("name") == match.end() else end
            found = [one for one in _list_named(text, draft, groups["name"] or "") if _fits(text, draft, one, groups)]
            found = _keep_place(draft, found, groups.get("place"))
            if len(found) == 1 and any(token.start >= cut for token in clause.tokens):
                return _put(clause, start, cut, found[0], draft)
    return clause


def _list_lengths(match: re.Match[str]) -> Iterator[int]:
    """Yield the possible lengths of a Chinese name, which no space separates from the next word."""
    name = match["name"]
    yield from range(len(name), 1, -1) if name[0] > "\u3000" else (len(name),)


def _put(clause: Clause, start: int, end: int, node_id: str, draft: Draft) -> Clause:
    named = Token(start, end, senses=frozenset({Sense(Kind.TITLE, node_id, owner=draft.nodes[node_id].type)}))
    before = tuple(token for token in clause.tokens if token.end <= start)
    after = tuple(token for token in clause.tokens if token.start >= end)
    tokens = (*before, named, *after)
    return replace(clause, tokens=tokens, verb=find_verb(list(tokens)))


def _list_named(text: TokenizedText, draft: Draft, name: str) -> list[str]:
    if name in _ANY:
        return list(draft.nodes)
    return _list_nodes(draft, text.find_senses(name))


def _list_nodes(draft: Draft, senses: Senses) -> list[str]:
    for kinds in ((Kind.TITLE, Kind.TYPE), (Kind.TITLE_PART, Kind.TYPE_PART)):
        names = {sense.value for sense in senses if sense.kind in kinds}
        if found := [one.id for one in draft.nodes.values() if one.id in names or one.type in names]:
            return found
    return []


def _fits(text: TokenizedText, draft: Draft, node_id: str, groups: dict[str, str | None]) -> bool:
    node, node_type = draft.nodes[node_id], draft.find_type(node_id)
    if node_type is None:
        return False
    values = {one.name: node.data.get(one.name, one.default) for one in node_type.parameters}
    if number := groups.get("number"):
        named = {sense.value for sense in text.find_senses(groups["parameter"] or "") if sense.kind is Kind.PARAMETER}
        return any(values.get(name) == float(number) for name in named)
    if words := groups.get("text"):
        return any(isinstance(value, str) and words.strip("'\"“”「」") in value.lower() for value in values.values())
    if target := groups.get("target"):
        targets = set(_list_nodes(draft, text.find_senses(target)))
        return any(link[2] in targets for link in draft.links_from(node_id))
    return bool(groups.get("place"))


def _keep_place(draft: Draft, found: list[str], place: str | None) -> list[str]:
    if place is None or not found:
        return found
    ordered = draft.order(found)
    return ordered[:1] if place == "first" else ordered[-1:]
