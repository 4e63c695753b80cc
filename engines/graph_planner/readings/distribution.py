"""Writes out what is to be done at each of two nodes: 天空和大海各接一个预览, "preview both the sky and the sea"."""

import re

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import TokenizedText
from engines.graph_planner.grammar.words import Marker

_ZH = r"[^，。,.;；！!？?\n]"
_EN = r"[\w'-]+(?: [\w'-]+)*?"
_PATTERNS = tuple(re.compile(pattern) for pattern in (
    rf"(?:给|在|把)?(?P<one>{_ZH}+?)(?:和|与|跟|及|、)(?P<other>{_ZH}+?)的?(?P<place>后面|之后|后边|前面|之前|前边)?(?:都|也)?"
    rf"(?:分别|各自|各)(?:都|再)?(?P<verb>接|加|挂|插|放|来)上?(?:一[个张]|个)?(?P<new>{_ZH}+)",
    rf"(?:please )?(?:add|put|attach|insert|place|hook) an? (?P<new>{_EN}(?: of [\d.]+)?)"
    r" (?P<place>after|behind|before|on|to) (?:both(?: of)?|each of)"
    rf" (?:the )?(?P<one>{_EN}) and (?:the )?(?P<other>{_EN})(?: please)?",
    rf"(?:please )?(?P<new>{_EN}) both (?:the )?(?P<one>{_EN}) and (?:the )?(?P<other>{_EN})(?: please)?",
))  # fmt: skip
"""Whole clauses: two nodes of the graph, and the new node that each of them gets."""
_CLAUSE = re.compile(r"[^,，。;；!！?？\n]+")
_WORDS = (Marker.FILLER, Marker.OF, Marker.NODE, Marker.WITH)
_NODES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)


def distribute(text: TokenizedText) -> str | None:
    """Return the text with the first clause about each of two nodes as two clauses, None where there is none."""
    for clause in _CLAUSE.finditer(text.plain):
        start = clause.end() - len(clause[0].lstrip())
        end = clause.start() + len(clause[0].rstrip())
        for pattern in _PATTERNS:
            match = pattern.fullmatch(text.plain, start, end)
            if match is None or not all(_is_name(text, *match.span(group)) for group in ("one", "other", "new")):
                continue
            new, one, other = (text.text[slice(*match.span(group))] for group in ("new", "one", "other"))
            written = [_write(match.groupdict(), node.strip(), new) for node in (one, other)]
            joint = "，" if "verb" in pattern.groupindex else ", "
            return text.text[:start] + joint.join(written) + text.text[end:]
    return None


def _write(groups: dict[str, str | None], node: str, new: str) -> str:
    place = groups.get("place")
    if verb := groups.get("verb"):
        return f"{node}{place or '后面'}{verb}一个{new}"
    return f"add a {new} {place if place in ('before', 'behind') else 'after'} the {node}"


def _is_name(text: TokenizedText, start: int, end: int) -> bool:
    """Return whether a part of the text is the name of a node or type, perhaps with a value, and no request."""
    tokens = [token for token in text.tokens if start <= token.start < end]
    is_named = bool(tokens) and any(sense.kind in _NODES for sense in tokens[0].senses)
    return is_named and all(token.senses or token.word in _WORDS or token.number is not None for token in tokens)
