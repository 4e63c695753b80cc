"""Finds the styles that a text names, with their positions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.language.characters import fold, is_chinese
from engines.language.lexicons.styles import (
    ARTIST_STYLE_NAMES,
    NO_STYLE,
    NOT_STYLE_AFTER,
    NOT_STYLE_AFTER_WORDS,
    NOT_STYLE_BEFORE,
    NOT_STYLE_BEFORE_WORDS,
    STYLE_NAMES,
    THING_STYLE_NAMES,
    WEAK_STYLE_NAMES,
)
from engines.language.phrase import EDGES, Phrase
from engines.language.scanner import Lexicon, Match, split_words
from engines.language.traditional_chinese import simplify

_STYLES = STYLE_NAMES | WEAK_STYLE_NAMES | THING_STYLE_NAMES
_GLUED = {name.replace(" ", ""): name for name in _STYLES if " " in name and name.isascii()}
"""Names of several words written as one ("pixelart")."""
_NAMES = Lexicon(_GLUED | {name: name for name in _STYLES})
_THINGS = Lexicon(dict.fromkeys(NOT_STYLE_BEFORE_WORDS, True))

_BEFORE = Lexicon(dict.fromkeys(split_words(
    "in|in a|in an|in the style of|in the style of a|in style of|as|as a|as an|use|done in|rendered in",
    "painted in|drawn in|made in|using|with the style of|like a",
    "像|用|以|采用|使用|按|用一种|风格|风格是|风格为|风格：|风格:|要|要用|最好是|画风|style:|style: ",
), True))  # fmt: skip
_AFTER = Lexicon(dict.fromkeys(split_words(
    "一样的|那样的|笔下的|笔下|眼里的|眼中的|手笔的|版本的|版本|版的|版|味的|味儿的|的风格的|的风格|的画风|的画法|风格的|风格|画风的|"
    "画风|风的|风|画法|效果的|效果|画的|画|质感的|质感|艺术",
    "的|-style|-styled| style| styled| style of| painting| paintings",
    " drawing| illustration| art| artwork| print| picture| image| rendering| render| aesthetic| style painting",
    " style illustration",
    " painting of| drawing of| illustration of| art of| picture of| image of| print of| rendering of",
    " render of| style painting of| of",
), True))  # fmt: skip
_EXCLUDED = re.compile(
    r"(?:别|不要|不用|不想要|不是|除了|放弃|丢掉|去掉|抛开|不再|\bnot|\bno|\bno more|\bnever|\bwithout|\bisn't|"
    r"\bdon't|\bavoid"
    r"|\banything but|\blose|\bdrop|\bditch|\binstead of|\brather than|\benough)"
    r"(?:再)?(?:画|做|弄|搞|要|用)?(?:成|是)? ?(?:do |make it |use |go |of )?(?:in |as )?(?:a |an |the |any |this )?$"
)
"""Words directly before an excluded style."""
_ANYMORE = re.compile(r" ?(?:anymore|any more|any longer|this time|now)\b(?=[ ,，.。;；]|$)")
_LEFT_OVER = re.compile(
    r"(?:(?:look|looks|vibe|feel|feeling|effect|please|pls|plz|thanks|thank you|anymore|any more|now|感觉|效果|谢谢|"
    r"了|吧|啦)[ ,，]*)+"
)
"""Words without a meaning if no style precedes them ("drop the watercolor look")."""
_SHOWN = re.compile(r"(?:\b(?:an?|the|his|her|my|their)|有|在|着|拿|挂|是) ?$")
"""Before a thing that the image shows."""
_PLACE = re.compile(r" ?(?:in|on|for|at|near|by)\b")
_ORIGIN = re.compile("[\u3400-\u9fff]式")
"""After another style, these names belong to the following thing ("莫奈的日式桥")."""
_IS_OPEN = re.compile("什么|啥|哪|几种|多少|^(?:换|改|变)$")
"""Occurs in a question about a style, not in a name."""
_PUNCTUATION = frozenset(EDGES) - {" ", "-", "_", "/"}
_RARE_STYLE_NAMES = THING_STYLE_NAMES | ARTIST_STYLE_NAMES
_MARKERS = split_words("风格|画风")
_STOPS = EDGES + "的"
_EMPTY_BEFORE_STYLE = re.compile(r"^(?:一|两|几)?[只张幅个位座朵条匹辆款种]")
_FREE_STYLE = re.compile(r"\b(?:in the (?:style|manner) of|in style of|à la) ([^,.;:!?，。；：！？]{1,60})")
_OF_STYLE = re.compile(r"([^\s,.;:!?，。]{2,20})(?:-style\b|-styled\b| style\b| aesthetic\b)")
_MAX_FREE_NAME_LENGTH = 8
_MAX_WORDS = 5


@dataclass(frozen=True, slots=True)
class StyleMention:
    """A style, and the span of the text that names it, including words such as "in ... style"."""

    start: int
    end: int
    name: str


def find_styles(phrase: Phrase) -> tuple[StyleMention, ...]:
    """Return the styles that *phrase* names, in order, without overlaps; adjacent styles are merged."""
    folded = phrase.folded
    mentions: list[StyleMention] = []
    for match in _NAMES.find_all(folded):
        if mention := _match_known(phrase, folded, match, follows=bool(mentions) and mentions[-1].end == match.start):
            mentions.append(mention)
    mentions += [*_find_unknown_chinese(phrase, folded), *_find_unknown_english(phrase, folded)]
    return _merge(phrase, sorted(mentions, key=lambda mention: (mention.start, -mention.end)))


def strip_excluded_styles(phrase: Phrase) -> Phrase:
    """Return *phrase* without the styles that it excludes ("not in ink wash"), unless nothing is left."""
    spans = []
    for mention in find_styles(phrase):
        named = phrase.folded.find(fold(mention.name), mention.start)
        if negation := _EXCLUDED.search(phrase.folded[: max(named, mention.start)]):
            end = mention.end + (phrase.folded[mention.end : mention.end + 1] in ("的", "了", "啦"))
            end = after.end() if (after := _ANYMORE.match(phrase.folded, end)) else end
            spans.append((negation.start(), end))
    rest = phrase.remove(spans)
    return rest if spans and len(rest.folded) > 1 and not _LEFT_OVER.fullmatch(rest.folded) else phrase


def join_style_names(mentions: tuple[StyleMention, ...]) -> str:
    """Return the names of *mentions* as one text."""
    names = [mention.name for mention in mentions]
    return ("，" if is_chinese("".join(names)) else ", ").join(dict.fromkeys(names))


def _match_known(phrase: Phrase, folded: str, match: Match[str], *, follows: bool) -> StyleMention | None:
    if _is_thing(folded, match):
        return None
    end = _skip_suffix(folded, match.end)
    if _ORIGIN.fullmatch(match.value) and follows and folded[end : end + 1] not in ("", *EDGES):
        return None
    before = _BEFORE.match_before(folded, len(folded[: match.start].rstrip()))
    start = before.start if before else match.start
    if match.value in _RARE_STYLE_NAMES:
        if not follows and not _is_called_style(folded, match, end, has_word_before=before is not None):
            return None
    elif match.value in WEAK_STYLE_NAMES and not (before or follows) and not _stands_out(folded, match, end):
        return None
    if not (before or follows) and end <= match.end + 1 and _is_shown(folded, match):
        return None
    is_glued = match.value in _GLUED.values() and " " not in folded[match.start : match.end]
    return StyleMention(start, end, match.value if is_glued else _extract_name(phrase, match.start, match.end))


def _is_thing(folded: str, match: Match[str]) -> bool:
    """Return whether the name is part of the name of a thing ("漫画书", "a neon sign") or of an activity."""
    suffix = _AFTER.match_at(folded, match.end)
    if suffix is not None and suffix.end > match.end + 1:
        return False
    if folded[match.end : match.end + 1] in NOT_STYLE_BEFORE and match.end < len(folded):
        return True
    if match.start and folded[match.start - 1] in NOT_STYLE_AFTER:
        return True
    if folded[: match.start].rstrip().rpartition(" ")[2] in NOT_STYLE_AFTER_WORDS:
        return True
    return _THINGS.match_at(folded, match.end + 1) is not None


def _is_shown(folded: str, match: Match[str]) -> bool:
    """Return whether the name is a thing that the image shows ("reading a comic book", "墙上有壁画")."""
    is_last = match.end == len(folded) or folded[match.end] in _PUNCTUATION
    is_placed = is_last or _PLACE.match(folded, match.end) is not None
    return match.start > 0 and is_placed and _SHOWN.search(folded, max(0, match.start - 8), match.start) is not None


def _is_called_style(folded: str, match: Match[str], end: int, *, has_word_before: bool) -> bool:
    """Return whether words or punctuation state that the name of a thing or an artist is the style."""
    suffix = folded[match.end : end].strip()
    if suffix in ("of", "的"):
        return match.start == 0 and (suffix == "of" or match.value in ARTIST_STYLE_NAMES)
    if suffix and suffix != "画":
        return True
    ends = end == len(folded) or folded[end] in _PUNCTUATION
    if has_word_before:
        return ends or suffix == "画" or folded[end] in "画绘"
    return ends and (match.start == 0 or folded[: match.start].rstrip()[-1:] in _PUNCTUATION)


def _stands_out(folded: str, match: Match[str], end: int) -> bool:
    """Return whether a weak name has a suffix of a style, is before a noun, or is by itself between commas."""
    if end > match.end and folded[match.end : end] not in ("的", "of"):
        return True
    follower = folded[match.end : match.end + 2].strip()
    opens = match.start == 0 or folded[match.start - 1] in EDGES or folded[match.start - 1] in "画的张幅个只"
    return opens and (not follower or follower[0].isalpha() or follower[0] in EDGES)


def _skip_suffix(folded: str, end: int) -> int:
    suffix = _AFTER.match_at(folded, end)
    if suffix is None:
        return end
    if folded[suffix.end : suffix.end + 1] in tuple("一两三个只") and folded[end : suffix.end] == "画":
        return end  # "用水彩画一只猫": here 画 is the verb
    if folded[suffix.end - 1] == "版" and folded[suffix.end : suffix.end + 1] in tuple("画图面权式块"):
        return end
    following = _AFTER.match_at(folded, suffix.end)
    return following.end if following and folded[suffix.end : following.end] in ("的", " of") else suffix.end


def _find_unknown_chinese(phrase: Phrase, folded: str) -> Iterator[StyleMention]:
    """Yield the styles that are recognized by the word after them: "宫崎峻风格", "外婆画风"."""
    for marker in _MARKERS:
        end = folded.find(marker)
        while end > 0:
            if _is_within_name(folded, end, marker):
                end = folded.find(marker, end + len(marker))
                continue
            if mention := _match_before_marker(phrase, folded, end, end + len(marker)):
                yield mention
            end = folded.find(marker, end + len(marker))


def _is_within_name(folded: str, start: int, marker: str) -> bool:
    """Return whether *marker* consists of the ends of two words: "油画" and "风格"."""
    return any(other != marker and folded.startswith(other, start + 1) for other in _MARKERS)


def _match_before_marker(phrase: Phrase, folded: str, end: int, after: int) -> StyleMention | None:
    start = end
    while start > 0 and folded[start - 1] not in _STOPS and end - start <= _MAX_FREE_NAME_LENGTH:
        start -= 1
    run = folded[start:end]
    measure = _EMPTY_BEFORE_STYLE.match(run)
    start += measure.end() if measure else 0
    before = _BEFORE.match_at(folded, start)
    named = before.end if before and before.end < end else start
    name = folded[named:end]
    if (
        not name
        or name in NO_STYLE
        or _IS_OPEN.search(name)
        or not is_chinese(name)
        or end - named > _MAX_FREE_NAME_LENGTH
    ):
        return None
    if _NAMES.match_before(folded, end) is not None:
        return None
    after += 1 if folded[after : after + 1] == "的" else 0
    return StyleMention(start, after, _extract_name(phrase, named, end))


def _find_unknown_english(phrase: Phrase, folded: str) -> Iterator[StyleMention]:
    """Yield the styles that are recognized by the words around them: "in the style of X", "in X style", "X-style"."""
    for match in _FREE_STYLE.finditer(folded):
        yield StyleMention(match.start(), match.end(), _extract_name(phrase, match.start(1), match.end(1)))
    for match in _OF_STYLE.finditer(folded):
        if mention := _match_around_style(phrase, folded, match):
            yield mention


def _match_around_style(phrase: Phrase, folded: str, match: re.Match[str]) -> StyleMention | None:
    start, end = match.span(1)
    near = max(0, start - 60)
    opening = folded.rfind(" in ", near, start)
    begin = opening + 1 if opening >= 0 else (0 if folded.startswith("in ") and near == 0 else -1)
    if begin >= 0:
        inside = folded[begin + 3 : end]
        if len(inside.split()) <= _MAX_WORDS and not any(stop in inside for stop in ",.;:"):
            lead = len(inside) - len(re.sub(r"^(?:a|an|the) ", "", inside))
            name = inside[lead:]
            return (
                None
                if name in NO_STYLE
                else StyleMention(begin, match.end(), _extract_name(phrase, begin + 3 + lead, end))
            )
    if folded[start:end] in NO_STYLE or is_chinese(folded[start:end]):
        return None
    return StyleMention(start, match.end(), _extract_name(phrase, start, end))


def _extract_name(phrase: Phrase, start: int, end: int) -> str:
    return simplify(phrase.text[start:end]).strip(EDGES)


def _merge(phrase: Phrase, mentions: list[StyleMention]) -> tuple[StyleMention, ...]:
    merged: list[StyleMention] = []
    for mention in mentions:
        previous = merged[-1] if merged else None
        if previous and mention.start < previous.end:
            if mention.end > previous.end or len(mention.name) > len(previous.name):
                longer = max(previous, mention, key=lambda one: len(one.name))
                merged[-1] = StyleMention(
                    min(previous.start, mention.start), max(previous.end, mention.end), longer.name
                )
        elif previous and _are_adjacent(phrase, previous.end, mention.start):
            between = "" if previous.end == mention.start and is_chinese(mention.name) else " "
            merged[-1] = StyleMention(previous.start, mention.end, previous.name + between + mention.name)
        else:
            merged.append(mention)
    return tuple(merged)


def _are_adjacent(phrase: Phrase, end: int, start: int) -> bool:
    return start == end or phrase.text[end:start] == " "
