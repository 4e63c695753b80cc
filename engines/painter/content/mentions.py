"""Names in a text: which of its words name something that the painter can draw."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.language.scanner import Match, split_words
from engines.painter.content.names import Named, load_names, load_similar
from engines.painter.content.words import ACTIONS_ZH, COLORS, COUNTS, PLAIN, SIZES, list_attribute_words
from engines.painter.scene import Setting, Subject, TimeOfDay, Weather
from engines.painter.subjects.icons import PREFIX
from services.common.text import segmentation

_PLACE_ZH = "上下里中旁边前后内外间"
_KIND_ZH = frozenset("花野家雄雌公母幼活真小老")
"""Prefixes that leave an animal or a thing what it is: 花猫, 野兔, 老狗."""
MEASURES_ZH = "个只条位座把张幅匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊面支本瓶串份台部栋幢盆束堆排组"
_PARTICLES_ZH = tuple("的地得着了过在")
_NOUN_START_ZH = re.compile(rf"(?:^|[\s,，。、；：的和跟与及有在了着里上下中旁是一{MEASURES_ZH}{ACTIONS_ZH}])$")
_NOUN_END_EN = re.compile(
    r"\s*(?:$|[^\w\s'-]|(?:and|or|with|in|on|at|of|under|over|above|behind|near|by|beside|next|from|to|for|is|are|that|"
    r"which|without|inside|below|beneath|through|across|around|against|along|between|into|before|after)\b)"
)
_NEGATIONS_ZH = "不没无别"
_DETERMINERS = frozenset(split_words(
    "a|an|the|some|my|your|his|her|its|their|our|this|that|these|those|of|in|on|at|with|and|or|by|near|under|over",
    "above|behind|from|into|like|as|no|without|to|for|inside",
))  # fmt: skip
_VERB_ENDINGS = ("ing", "ed", "ly")
_MAX_ADJECTIVES = 3


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text; `is_similar` where the word is only near to what it stands for.

    `word_start` is where the word of the name starts, which may be before it: 龙舟 is a kind of 舟.
    """

    start: int
    end: int
    named: Named
    is_similar: bool = False
    word_start: int = -1

    @property
    def is_subject(self) -> bool:
        """Whether it names a thing, and no place, time, weather or technique."""
        return isinstance(self.named, Subject) or (type(self.named) is str and self.named.startswith(PREFIX))

    @property
    def is_environment(self) -> bool:
        """Whether it names a place, a time of day or weather."""
        return isinstance(self.named, Setting | TimeOfDay | Weather)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a segmented text."""

    start: int
    end: int


def segment(text: str) -> tuple[Word, ...]:
    """Return the words of *text*; the segmentation covers all of it."""
    words, position = [], 0
    for word in segmentation.segment(text, guess_unknown=False):
        words.append(Word(position, position + len(word)))
        position += len(word)
    return tuple(words)


def find_mentions(text: str) -> tuple[Mention, ...]:
    """Return the names in *text*, the longest at each place.

    A Chinese name inside a longer word counts only at its end, where it names the kind of thing: 三轮车 is a kind of
    车, 苹果树 no apple. A near word counts only where a thing must be named.
    """
    words = segment(text)
    names, similar = load_names(), load_similar()
    mentions: list[Mention] = []
    position = 0
    while position < len(text):
        match = names.match_at(text, position)
        mention = _to_mention(text, match, words) if match is not None else None
        if mention is None:
            near = similar.match_at(text, position)
            # 红玫瑰 is a rose in red, which is more than near to one.
            is_described = near is not None and _is_described_name(text[near.start : near.end])
            if near is not None and not is_described and is_noun(text, near.start, near.end, mentions):
                mention = Mention(near.start, near.end, near.value, is_similar=True)
        if mention is None:
            position += 1
            continue
        mentions.append(mention)
        position = mention.end
    return tuple(mentions)


def is_noun(text: str, start: int, end: int, mentions: Sequence[Mention]) -> bool:
    """Return whether the word at *start*..*end*, which is no name, stands where a thing is named."""
    word, before, after = text[start:end], text[:start], text[end:]
    if not word.isascii():
        return not after.startswith(_PARTICLES_ZH) and bool(_NOUN_START_ZH.search(before))
    if word.endswith(_VERB_ENDINGS) or not _NOUN_END_EN.match(after):
        return False
    if any(mention.end == len(before.rstrip()) for mention in mentions if mention.is_subject):
        return False
    clause = re.split(r"[,.;:!?，。、；：\n]", before)[-1].split()
    for distance, previous in enumerate(reversed(clause), 1):
        if previous in _DETERMINERS or COUNTS.match_at(previous, 0) is not None or not previous.isascii():
            return True
        if distance > _MAX_ADJECTIVES or not (distance == 1 or _is_adjective(previous)):
            return False
    return True


def _to_mention(text: str, match: Match[Named], words: Sequence[Word]) -> Mention | None:
    """Return the mention of *match*; None where it is only the beginning of another word."""
    mention = Mention(match.start, match.end, match.value)
    if text[match.start].isascii():
        return mention
    last = next(word for word in words if word.start < match.end <= word.end)
    if text[match.end : last.end].strip(_PLACE_ZH):
        # 雨夜 is rain and night.
        is_weather = mention.is_environment and load_names().match_at(text, match.end) is not None
        return mention if is_weather and len(text[last.start : last.end]) == 2 else None
    first = next(word for word in words if word.start <= match.start < word.end)
    prefix = text[first.start : match.start]
    start = first.start
    if not prefix and match.end - match.start == 1 and start and _is_unknown_letter(text[start - 1], words, start - 1):
        # 冰屋 is two words for the segmentation.
        start, prefix = start - 1, text[start - 1]
    if mention.is_subject and prefix and not _leaves_kind(prefix):
        return replace(mention, is_similar=True, word_start=start)
    return mention


def _is_unknown_letter(letter: str, words: Sequence[Word], at: int) -> bool:
    """Return whether *letter* is a Chinese word that neither describes nor names anything."""
    is_word = any(word.start == at and word.end == at + 1 for word in words)
    is_known = _leaves_kind(letter) or load_names().match_at(letter, 0) is not None or letter in _NEGATIONS_ZH
    return is_word and not letter.isascii() and letter.isalpha() and not is_known


def _is_described_name(word: str) -> bool:
    """Return whether *word* is a name after a word that describes it."""
    if word.isascii():
        return False
    heads = (load_names().match_at(word, length) for length in range(1, len(word)) if _leaves_kind(word[:length]))
    return any(head is not None and head.end == len(word) for head in heads)


def _leaves_kind(prefix: str) -> bool:
    """Return whether a word that begins with *prefix* names the same kind of thing as without it."""
    prefix = prefix.lstrip(ACTIONS_ZH)  # 弹钢琴 is a dictionary word.
    if not prefix:
        return True
    if prefix in PLAIN or prefix in list_attribute_words() or all(letter in _KIND_ZH for letter in prefix):
        return True
    return load_names().match_at(prefix, 0) is None and all(
        letter in PLAIN or letter in _KIND_ZH or letter in list_attribute_words() for letter in prefix
    )


def _is_adjective(word: str) -> bool:
    return word in PLAIN or COLORS.match_at(word, 0) is not None or SIZES.match_at(word, 0) is not None
