"""Noun phrases of a prompt: found by their noun, described again, renamed or removed."""

import re
from collections.abc import Iterator, Mapping

from engines.language.characters import is_chinese
from engines.language.lexicons.parts import (
    COLOR_ZH,
    COLORS_EN,
    COLORS_ZH,
    MEASURES,
    NUMBERS_EN,
    NUMBERS_ZH,
    SIDE_ZH,
)
from engines.language.parsers.repaints import Attribute, Repaint
from engines.language.phrase import EDGES

_PET_NAMES = {"kitty": "cat", "kitten": "cat", "puppy": "dog", "doggy": "dog", "bunny": "rabbit", "birdie": "bird"}
_COUNT = re.compile(rf"(?:{NUMBERS_ZH})(?:{MEASURES})|(?:{NUMBERS_EN}) ", re.IGNORECASE)
_NOUN_ZH = rf"(?P<COUNT>(?:{NUMBERS_ZH})(?:{MEASURES}))?(?P<SIZE>很?[大小]的?)?(?P<COLOR>{COLOR_ZH})?(?P<NOUN>{{area}})"
_LINKS_EN = (
    "and|with|on|in|at|near|by|over|under|above|below|behind|beside|next to|in front of|around|wearing|holding|carrying"
)
_MODIFIER_EN = rf"(?!(?:{_LINKS_EN}|of|from|to|the|an?)\b|[a-z]+ing\b)[a-z'-]+ "
_KIND_EN = (
    rf"(?:(?:[a-z]+-[a-z]+ )+"
    rf"|(?(COUNT){_MODIFIER_EN}|(?(SIZE){_MODIFIER_EN}|(?(COLOR){_MODIFIER_EN}|^{_MODIFIER_EN}))))?"
)
"""A word for the kind of a thing ("hot-air balloon", "a glass vase"): without a hyphen only at the start or after
another word of the noun phrase, as it could be a verb ("dog chases ball")."""
_NOUN_EN = (
    rf"(?P<COUNT>\b(?:{NUMBERS_EN}|the) )?(?P<SIZE>\b(?:big|large|huge|small|little|tiny) )?"
    rf"(?P<COLOR>\b(?:{COLORS_EN}) )?(?P<KIND>\b{_KIND_EN})\b(?P<NOUN>{{area}}(?:e?s)?)\b"
)
"""The noun phrase around a noun of a prompt, by its attributes; an English noun may be in the plural there."""
_REMOVED_EN = (
    rf"\s*,?\s*(?:\b(?:{_LINKS_EN})\s+(?:(?:{NUMBERS_EN}|the)\s+)?(?:[a-z]+ing )?(?:{_MODIFIER_EN}){{{{0,2}}}}"
    rf"|\b(?:{NUMBERS_EN}|the)\s+(?:[a-z]+ing )?(?:{_MODIFIER_EN}){{{{0,2}}}})?{_NOUN_EN}"
)
"""A noun with its modifiers ("a full moon", "a big straw hat") and the word that links it."""


def compile_name(area: str, before: str = "") -> re.Pattern[str]:
    """Return the pattern of *area* in a prompt, after *before*: in English a whole word without its plural ending."""
    name = f"{before}{re.escape(area)}"
    return re.compile(name if is_chinese(area) else rf"(?<![a-z]){name}(?=(?:e?s)?(?![a-z]))", re.IGNORECASE)


def rename(text: str, area: str, becomes: str) -> str:
    """Return *text* with *becomes* in place of the noun *area* and its color, which belongs to the old thing."""
    count = _COUNT.match(becomes)
    if is_chinese(area):
        number = rf"(?:(?:{NUMBERS_ZH})(?:{MEASURES}))?" if count else ""
        return compile_name(area, rf"{number}(?:(?:{COLORS_ZH})色?的?)?").sub(lambda _: becomes, text)
    color = rf"(?:(?:{COLORS_EN}) )?"
    if count:
        text = compile_name(area, rf"\b(?:an?|{NUMBERS_EN}) {color}").sub(lambda _: becomes, text)
    else:
        article = "an" if becomes[:1].lower() in tuple("aeiou") else "a"
        text = compile_name(area, rf"an? {color}").sub(lambda _: f"{article} {becomes}", text)
    return compile_name(area, color).sub(lambda _: becomes, text)


def list_names(area: str) -> Iterator[str]:
    """Yield *area* and other names of its noun in a prompt ("小猫咪" is 猫, "kitty" is cat)."""
    yield area
    if is_chinese(area):
        yield re.sub(
            r"^(?:那|这)?(?:只|个|条|匹|位)?[小大老]?|(?:咪|色|儿|儿子|们|咪咪|那块|那块儿|那里|那边|那儿|的地方|"
            r"部分|的部分)$",
            "",
            area,
        )
        yield area.rpartition("的")[2]
    else:
        yield _PET_NAMES.get(area.lower(), area)


def describe_part(text: str, area: str, repaint: Repaint) -> str:
    """Return *text* with the look of a part of one of its nouns ("猫的眼睛")."""
    new = repaint.replacement
    return f"{text}，{area}是{new}" if is_chinese(area) else f"{text}, {area} {new}"


def describe_again(text: str, area: str, repaint: Repaint) -> str:
    """Return *text* with another count, size, color or place of the noun *area*."""
    if repaint.attribute is Attribute.ADDITION:
        return f"{text}, {repaint.replacement}"
    if repaint.attribute is Attribute.STATE:
        is_place = re.fullmatch(SIDE_ZH, repaint.replacement) is not None
        new = re.sub(r"^(wear|hold|carry|ride)s?\b", r"\1ing", repaint.replacement).replace("rideing", "riding")
        return f"{text}，{area}{'在' if is_place else ''}{new}" if is_chinese(area) else f"{text}, the {area} {new}"
    pattern, describe = (_NOUN_ZH, _join_zh) if is_chinese(area) else (_NOUN_EN, _join_en)
    return re.sub(
        pattern.format(area=re.escape(area)),
        lambda match: describe({**match.groupdict(""), repaint.attribute.name: repaint.replacement}),
        text,
        flags=re.IGNORECASE,
    )


def _join_zh(words: Mapping[str, str]) -> str:
    color = words["COLOR"] + ("的" if words["COLOR"].endswith("色") else "")
    return f"{words['COUNT']}{words['SIZE']}{color}{words['NOUN']}"


def _join_en(words: Mapping[str, str]) -> str:
    count, noun = words["COUNT"].lower().strip(), words["NOUN"]
    kind = "" if " " in words["COLOR"].strip() else words["KIND"]  # "white marble" names a kind, too
    parts = (words["SIZE"], words["COLOR"], kind, noun)
    phrase = " ".join(word.strip() for word in parts if word)
    if count in ("a", "an"):
        return f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}"
    if count in ("one", "1") and noun.endswith("s") and not noun.endswith("ss"):
        return f"{count} {phrase.removesuffix('s')}"
    is_one = count in ("", "one", "the", "1") or noun.endswith("s")
    return f"{count} {phrase}{'' if is_one else 's'}".strip()


_LEFT_LINK = re.compile(
    r"^(?:(?:sitting |lying |standing |sleeping )?(?:and|on|in|at|with|under|by|near|wearing|holding) |(?:坐|站|趴|躺|"
    r"睡|蹲)?在|[和与](?![服平尚]))",
    re.IGNORECASE,
)
"""What is left at the start of a prompt where the noun before it is removed."""


def remove_noun(text: str, area: str) -> str:
    """Return *text* without the noun *area*, its noun phrase, and the preposition or verb that links it."""
    word = _NOUN_ZH if is_chinese(area) else _REMOVED_EN
    pattern = (
        rf"(?:坐在|站在|趴在|躺在|在|有|和|戴着|穿着)?{word}(?:上面|上|里|旁边|边|下)?的?" if is_chinese(area) else word
    ).format(area=re.escape(area))
    rest = re.sub(pattern, "", text, flags=re.IGNORECASE).strip(EDGES)
    return _LEFT_LINK.sub("", rest) if rest != text.strip(EDGES) else rest
