"""Parses adjustments of a finished image: the properties that increase or decrease, and the amounts."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from engines.language.lexicons.adjustments import WHOLE_IMAGE_MARKERS, WORDS
from engines.language.lexicons.meanings import (
    Amount,
    Complaint,
    Dial,
    Direction,
    Edge,
    Marker,
    Named,
    Quality,
    Ratio,
    Resize,
)
from engines.language.lexicons.repaints import AREAS
from engines.language.parameters import NO_PARAMETERS, Parameters
from engines.language.parsers.dials import parse_dial_changes, parse_dials, resolve_amount
from engines.language.parsers.geometry import is_geometry, parse_geometry
from engines.language.parsers.measurements import Number, Unit
from engines.language.parsers.tokens import Token, is_unknown, tokenize
from engines.language.phrase import Phrase
from engines.language.scanner import split_words

_PRESERVES = split_words(
    "keep |but keep |but let |but leave |and keep |但保留|但保持|但是保留|但是保持|let |without losing |preserve |"
    "保留|保持|让|不要丢"
)
"""Start a clause about a part that must not be lost; the clause changes nothing by itself."""
_UNCHANGED = re.compile(
    r"[,，;；]? ?(?:\b(?:but |and )?(?:please )?(?:keep|leave|don't (?:touch|change)|do not (?:touch|change))|"
    r"\bwithout "
    r"(?:touching|changing|losing|hurting)) (?:the |its |everything|all|any)[^,，.。]*$"
    r"|[,，;；]?(?:但是?|不过|同时)(?:别动|不要动|不动|保留|保持|别改|不改)[^,，.。]*$"
)
"""Unchanged parts, at the end of a request."""
_REASONS = split_words(
    "can't see|cant see|cannot see|can hardly see|i can't|i cannot|i can hardly|hard to see|because|since|看不清|"
    "看不见|"
    "都看不|快看不|因为|根本看不|什么都看不"
)
"""Start a clause with the reason of a change."""
_HALVES = {"上": "bottom", "下": "top", "左": "right", "右": "left", "top": "bottom", "upper": "bottom",
    "bottom": "top", "lower": "top", "left": "right", "right": "left"}  # fmt: skip
"""The removed half for each retained half."""
_RETAINED_HALF = re.compile(
    r"(?:只|仅|就)?(?:保留|留下?|要)(上|下|左|右)(?:面|边|侧)?(?:的?一?半)(?:部分|边|张|幅)?"
    r"|(?:just |only )*keep (?:just |only )*the (top|upper|bottom|lower|left|right) half"
)
_UNSEEN = re.compile(
    r"(?:我|都|快|什么|啥|根本|完全|完|全)*看不(?:太)?(?:清楚?|见|到)(?:了|啊|呀)*"
    r"|(?:so |and )?(?:i |you |we )?(?:can't|cant|cannot|can hardly|can barely|couldn't) see(?: anything| a thing|"
    r" much| it| shit)?"
)
"""The consequence of a defect, next to the defect ("太暗了看不清")."""
_IMAGE = r"(?:it|this|that|the (?:image|picture|photo|whole thing))"
_EXCLUDED = re.compile(
    rf"(?:please |pls |but )?(?:don't|do not|dont|never) (?:make|turn|get|let) {_IMAGE} (?:any )?"
    r"(?:\w+er|(?:more|less) \w+)(?: please| anymore)?"
    rf"|(?:please |pls |but )?(?:don't|do not|dont|never|no need to) (?:brighten|darken|sharpen|crop|rotate|flip|"
    rf"mirror|blur|"
    rf"resize|scale)(?: {_IMAGE})?"
    r"|(?:请|但|但是)?(?:别|不要|不用|不必|无需|先别)(?:再)?(?:把(?:它|图|图片|画面|照片))?(?:(?:调|变)(?:得)?(?:更)?"
    r"(?:亮|暗|高|低|大|小|深|浅|暖|冷|清晰|模糊|鲜艳|淡)|裁|裁剪|剪裁|裁切|旋转|翻转|转|镜像|缩放)(?:它|图|"
    r"图片)?(?:了|一点|点|一些)*"
)
"""A clause with a change that must not be made."""
_PERSON = re.compile(r"(?:you|he|she|we|they)(?:'re| are| is|'s) (?:so |too |very |really )?\w+")
_RHETORICAL = re.compile(
    r"(?:don't you think )?(?:isn't|isnt|shouldn't|shouldnt|wasn't|aren't|doesn't) (?:it|this|that|the (?:image|"
    r"picture|photo|colou?rs))"
    r"(?: be| look| seem)? (?=too|a bit|a little|\w+er\b|more|less)"
    r"|(?:你不觉得)?(?:这|它|这个|图|画面)?(?:里)?(?:是不是|会不会|有没有)(?=有点|有些|太|过|不够|偏)"
)
"""Starts a question that is a complaint: its negation negates nothing ("isn't it too dark?")."""
_COMMAS = re.compile("[,，]")
_VALUE_COLON = re.compile(r"(?<!\d)\s*[:：]\s*(?=[+\-−]?\d)")
"""The separator of a dial and its value ("亮度：+10"), which ends no clause."""
_SOFTENED = re.compile(r"([锐柔虚暖冷艳淡糊亮暗提降调])一\1")
"""A verb that is repeated to soften it (锐一锐)."""
_DIALS = frozenset(dial.value for dial in Dial)


def parse_adjustments(phrase: Phrase, size: tuple[int, int] | None) -> Parameters | None:
    """Return the changes of the whole image in *phrase*, or None if it contains anything else.

    Every word must belong to the adjustment: "亮一点" is one, "一只亮一点的猫" is not.

    Args:
        phrase: the text.
        size: width and height of the image in pixels, needed to crop to a ratio or to scale; None if unknown.

    """
    if half := _RETAINED_HALF.fullmatch(phrase.folded):
        return {f"crop_{_HALVES[half[1] or half[2]]}": 0.5}
    if _PERSON.fullmatch(phrase.folded):
        return None
    if rhetorical := _RHETORICAL.match(phrase.folded):
        phrase = phrase.slice(rhetorical.end())
    if (unchanged := _UNCHANGED.search(phrase.folded)) and unchanged.start():
        phrase = phrase.slice(0, unchanged.start())
    phrase = Phrase(_SOFTENED.sub(_to_once, phrase.text))
    rest = phrase.remove(match.span() for match in _UNSEEN.finditer(phrase.folded))
    found = _parse_clauses(rest, size) if rest.text and rest != phrase else None
    joined = Phrase(_COMMAS.sub(" ", phrase.text))  # "旋转一下，顺时针90"
    return found or _parse_clauses(phrase, size) or _parse_clauses(joined, size)


def _to_once(found: re.Match[str]) -> str:
    known = WORDS.match_at(found[0], 0)
    return found[0] if known and known.end == len(found[0]) else f"{found[1]}一下"


def _parse_clauses(phrase: Phrase, size: tuple[int, int] | None) -> Parameters | None:
    """Return all changes in the clauses of *phrase*; None if one contains anything else."""
    changes: dict[str, float] = {}
    for clause in Phrase(_VALUE_COLON.sub(" ", phrase.text)).split_clauses():
        if changes and clause.folded.startswith((*_PRESERVES, *_REASONS)):
            continue
        if is_excluded(clause):
            continue
        tokens = _tokenize_known(clause.folded)
        if tokens is None:
            return None
        for part in (part for clause in _split_clauses(tokens) for part in _split_kinds(clause)):
            parameters = parse_geometry(part, size)
            if parameters is None and not _is_at_side(part):
                parameters = parse_dials(part)
            if parameters is None and (repeated := _repeat_change(part, changes)):
                changes.update(repeated)
                continue
            if parameters is None:
                return None
            if _is_limit(part, parameters, changes):
                continue
            for name, value in parameters.items():
                # The last request counts: "the colors look dull, more vivid", "brighter, no, darker".
                earlier = changes.get(name, 0.0) if name in _DIALS else 0.0
                changes[name] = _clamp(name, value if earlier * value < 0 else earlier + value)
    return {name: value for name, value in changes.items() if value or name not in _DIALS} or None


def is_excluded(phrase: Phrase) -> bool:
    """Return whether all of *phrase* is a change that must not be made ("don't crop it")."""
    return _EXCLUDED.fullmatch(phrase.folded) is not None


def is_incomplete_adjustment(phrase: Phrase) -> bool:
    """Return whether *phrase* has only words of adjustments, and does not specify the property or the amount."""
    clauses = [_tokenize_known(clause.folded) for clause in phrase.split_clauses()]
    tokens = [token for clause in clauses if clause is not None for token in clause]
    return None not in clauses and any(
        isinstance(token, Named | Resize | Ratio)
        or token in (Marker.CAUSE, Marker.COLORS, Marker.VAGUE)
        or is_geometry(token)
        for token in tokens
    )


def is_part_adjustment(phrase: Phrase) -> bool:
    """Return whether *phrase* changes a named part of the image ("让天空暗一点", "make the sky darker").

    The name of the part comes first, the change ends the sentence, and no clause contains anything else.
    """
    clauses = [tokens for clause in phrase.split_clauses() for tokens in _split_clauses(list(tokenize(clause.folded)))]
    return bool(clauses) and all(_names_part_then_change(tokens) for tokens in clauses)


def _tokenize_known(folded: str) -> list[Token] | None:
    """Return the tokens of *folded*, or None if one is unknown."""
    tokens = []
    for token in tokenize(folded):
        if is_unknown(token):
            return None
        tokens.append(token)
    return tokens


def _split_clauses(tokens: list[Token]) -> Iterator[list[Token]]:
    for is_break, clause in groupby(tokens, key=lambda token: token is Marker.BREAK):
        if not is_break:
            yield list(clause)


def _split_kinds(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield the parts of a clause that change geometry and those that turn dials ("flip it and make it warmer")."""
    is_turned = Marker.WEAK_ROTATE in tokens
    kinds = [
        (place, not _is_dial(token))
        for place, token in enumerate(tokens)
        if is_geometry(token) or _is_dial(token) or (is_turned and _is_rotation(token))
    ]
    start = 0
    for (before, kind), (after, next_kind) in pairwise(kinds):
        if kind != next_kind:
            joins = (place for place in range(before + 1, after) if tokens[place] is Marker.JOIN)
            cut = next(joins, before + 1 if next_kind else after)
            yield tokens[start:cut]
            start = cut
    yield tokens[start:]


def _is_rotation(token: Token) -> bool:
    """Return whether *token* turns a verb such as "turn" into a rotation or a flip."""
    return (
        token in (Marker.SIDEWAYS, Marker.VERTICAL)
        or (isinstance(token, Edge) and token.rotation != 0)
        or (isinstance(token, Number) and token.unit is Unit.DEGREES)
    )


def _is_at_side(tokens: Iterable[Token]) -> bool:
    """Return whether *tokens* change one side of the image only ("make the left half darker")."""
    return any(isinstance(token, Edge) and len(token.edges) == 1 for token in tokens)


def _is_dial(token: Token) -> bool:
    return isinstance(token, Quality | Named)


def _repeat_change(tokens: Iterable[Token], changes: Parameters) -> Parameters:
    """Return the dials of *changes*, changed again by *tokens* without a dial ("饱和度太低了，加一点")."""
    *earlier, change = parse_dial_changes(tokens)
    if any(not one.is_empty for one in earlier):
        return NO_PARAMETERS
    dials = [name for name in changes if name in _DIALS]
    return (
        dict.fromkeys(dials, change.direction * resolve_amount(change))
        if change.direction and not change.named
        else NO_PARAMETERS
    )


def _is_limit(tokens: Iterable[Token], parameters: Parameters, changes: Parameters) -> bool:
    """Return whether *tokens* limit the requested *changes* ("darker, but not too dark")."""
    is_not_too = any(
        first is Marker.NOT and isinstance(second, Complaint)
        for first, second in pairwise(token for token in tokens if token is not Marker.FILLER)
    )
    return is_not_too and all(value * changes.get(name, 0.0) < 0 for name, value in parameters.items())


def _clamp(name: str, value: float) -> float:
    return round(min(1.0, max(-1.0, value)), 4) if name in _DIALS else value


def _names_part_then_change(tokens: list[Token]) -> bool:
    unknown = [place for place, token in enumerate(tokens) if is_unknown(token)]
    changed = [place for place, token in enumerate(tokens) if isinstance(token, Quality | Named | Direction)]
    if not unknown or not changed or unknown[-1] > changed[0]:
        return False
    lead, change = tokens[: unknown[0]], tokens[changed[0] :]
    if any(token not in WHOLE_IMAGE_MARKERS for token in lead if not isinstance(token, Amount)):
        return False
    is_requested = any(token is Marker.CAUSE for token in tokens) or any(
        isinstance(token, Amount | Complaint) for token in tokens
    )
    is_requested = is_requested or tokens[unknown[0]] in AREAS
    return is_requested and bool(parse_dials(change))
