"""Writes out what is to be done again for another node: "refiner 12 steps, same for the base", Base 也一样."""

import re
from collections.abc import Sequence

from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker

_NAME = r"(?P<name>[\w' +&-]+?)"
_AGAIN = tuple(re.compile(pattern) for pattern in (
    r"(?:(?:and|then|also|please|now|but|so)\s+)*(?:(?:do|make|apply|use|set|repeat|change|give|put)\s+)?(?:exactly\s+)?"
    r"(?:it\s+)?(?:the\s+)?(?:same|ditto|likewise)(?:\s+(?:thing|change|changes|values?|settings?|treatment|goes|again|"
    rf"one|edit|tweak|also|too))*\s+(?:for|to|on|with|at|in|goes for)\s+{_NAME}(?:\s+(?:too|as well|also|please|again|"
    r"node|now))*",
    rf"(?:(?:and|then|also|please|now|so)\s+)*(?:give\s+|do\s+)?{_NAME}(?:\s+(?:gets?|needs?|should get|should have|"
    r"goes|should be))?\s+(?:exactly\s+)?(?:the\s+)?(?:same(?:\s+(?:way|treatment|again|thing))?|likewise|ditto)",
    rf"(?:(?:and|then|also)\s+)*{_NAME}\s+(?:too|as well|also)(?:\s+please)?",
    r"(?:那|然后|再|还有|并且|同时)?(?:对|给|把|让)?(?P<name>[^，。,；;也都]+?)(?:那个|那边|那里|这边)?\s*(?:也|都|亦)\s*(?:要|得|给我)?"
    r"(?:一样|同样|照做|照此|照样|同理|同上|照办|这样|这么|如此|跟着|如法炮制)"
    r"(?:改|弄|设|设置|来|办|做|调|处理|操作|改一下|来一遍)?(?:一下|一遍)?(?:吧|即可|就行|就好)?",
    r"(?P<name>[^，。,；;也都和跟与]+?)\s*(?:同上|同理|照做|照办|如法炮制|照此(?:处理|办理)?|一样(?:处理|操作|改|设置)|同样(?:处理|操作|改|设置))(?:吧)?",
    r"(?:然后|再|也)?(?:同样|一样|相同)(?:的)?(?:处理|操作|改法|设置|改动|修改|参数)?(?:也)?(?:应用|套用|用|作用|适用)?"
    r"(?:到|于|在|给|对)(?P<name>[^，。,；;也都]+?)(?:上|也?[来做]一遍|也一样)?(?:吧)?",
    r"(?:然后|再|也)?(?:对|给|把|在)(?P<name>[^，。,；;也都]+?)(?:上)?(?:也)?(?:做|来|执行|进行|用)(?:一遍|同样|一样|相同)的?"
    r"(?:操作|处理|设置|修改|改动|参数)?(?:吧)?",
))  # fmt: skip
"""Whole clauses that ask for the same again; the third is so common that it needs a value before it."""
_BARE = 2
_CLAUSE = re.compile(r"[^,，。;；!！?？\n]+")
_NODES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)
_JOINTS = (Marker.FILLER, Marker.AND, Marker.ARTICLE, Marker.NODE, Marker.ALL, Marker.LAST, Marker.OF, Marker.IT)
_JOINED = re.compile(r"\s+(?:and|but|then)\s+(?=.*\b(?:same|ditto|likewise|too|as well)\b)")


def write_out(text: TokenizedText, clauses: Sequence[Clause]) -> str | None:
    """Return the text with the first repetition written out, None where there is none, or it is not clear of what.

    What is repeated are the clauses from the last one that names a node. The other node takes the place of the one of
    its type, or of the only one.
    """
    for start, end in _list_clauses(text.plain):
        for index, pattern in enumerate(_AGAIN):
            match = pattern.fullmatch(text.plain, start, end)
            if match is None:
                continue
            named = [token for token in text.tokens if match.start("name") <= token.start < match.end("name")]
            source = _find_source(text, clauses, start)
            if source is None or not _is_name(named) or (index == _BARE and not _has_value(text, *source)):
                continue
            other = _find_counterpart(text, source, named)
            if other is None:
                continue
            name = text.text[match.start("name") : match.end("name")].strip()
            name = re.sub(r"^(?:the|my|our)\s+", "", name, flags=re.IGNORECASE)
            space = " " if name.isascii() else ""
            again = text.text[source[0] : other.start] + name + space + text.text[other.end : source[1]]
            lead = text.text[:start].rstrip()
            joint = "" if lead[-1:] in ",，;；。.\n" else ","
            return f"{lead}{joint} {again.strip()}{text.text[end:]}"
    return None


def _list_clauses(plain: str) -> list[tuple[int, int]]:
    """Return where the clauses of a text are that may ask for the same again, without spaces at their edges."""
    spans: list[tuple[int, int]] = []
    for match in _CLAUSE.finditer(plain):
        start = match.start()
        for joint in (*_JOINED.finditer(plain, match.start(), match.end()), None):
            end = joint.start() if joint else match.end()
            part = plain[start:end]
            if part.strip():
                spans.append((end - len(part.lstrip()), start + len(part.rstrip())))
            start = joint.end() if joint else end
    return [span for span in spans if span[0]]


def _is_name(tokens: Sequence[Token]) -> bool:
    """Return whether tokens are the names of nodes, and nothing else."""
    names = [token for token in tokens if any(sense.kind in _NODES for sense in token.senses)]
    rest = [token for token in tokens if token not in names]
    return bool(names) and all(token.word in _JOINTS or isinstance(token.word, Count) for token in rest)


def _find_source(text: TokenizedText, clauses: Sequence[Clause], end: int) -> tuple[int, int] | None:
    """Return the part before *end* that is to be repeated: from the last clause that names a node on."""
    before = [clause for clause in clauses if clause.start < end]
    if not before or any(clause.has(Marker.BLOCK, Marker.CONDITION, Marker.CORRECTION, Marker.OR) for clause in before):
        return None
    for is_sure in (True, False):  # a "denoise" is also a sampler
        for clause in reversed(before):
            names = [
                token
                for token in clause.tokens
                if token.start < end and any(one.kind in _NODES for one in token.senses)
            ]
            if not any(not is_sure or all(one.kind is not Kind.PARAMETER for one in token.senses) for token in names):
                continue
            last = text.text[clause.start : end].rstrip(" ,，;；。.")
            last = re.sub(r"[\s,，;；]+(?:and|then|and then|but|然后|再)$", "", last)
            return clause.start, clause.start + len(last)
    return None


def _has_value(text: TokenizedText, start: int, end: int) -> bool:
    return any(token.number is not None or token.size is not None or token.quoted is not None
               for token in text.tokens if start <= token.start < end)  # fmt: skip


def _find_counterpart(text: TokenizedText, source: tuple[int, int], named: Sequence[Token]) -> Token | None:
    """Return the name in *source* that another one takes the place of: the one of its type, else the only one."""
    tokens = [token for token in text.tokens if source[0] <= token.start < source[1]]
    names = [token for token in tokens if any(sense.kind in _NODES for sense in token.senses)]
    types = {kind for token in named for kind in _list_types(token)}
    same = [token for token in names if types & set(_list_types(token))]
    strong = [token for token in names if any(sense.kind in (Kind.TYPE, Kind.TITLE) for sense in token.senses)]
    settings = [token for token in strong if not any(sense.kind is Kind.PARAMETER for sense in token.senses)]
    chosen = next((found for found in (same, names, strong, settings) if len(found) == 1), [])
    return chosen[0] if chosen and not {*chosen[0].senses} & {sense for one in named for sense in one.senses} else None


def _list_types(token: Token) -> list[str]:
    titled = [sense.owner for sense in token.senses if sense.kind is Kind.TITLE]
    return titled or [sense.value for sense in token.senses if sense.kind is Kind.TYPE]
