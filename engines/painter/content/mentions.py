"""Names in a text: which of its words name something that the painter can draw."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.language.scanner import Match, split_words
from engines.painter.content.names import Named, is_verb_phrase, load_names, load_similar
from engines.painter.content.verb_names import names_deed
from engines.painter.content.words import ACTIONS_ZH, COLORS, CONTAINERS, COUNTS, PLAIN, SIZES, list_attribute_words
from engines.painter.scene import LANDSCAPES, Setting, Subject, TimeOfDay, Weather
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.keys import PERSON_PREFIX, is_person
from services.common.text import segmentation

_PLACE_ZH = "上下里中旁边前后内外间"
_KIND_ZH = frozenset("花野家雄雌公母幼活真小老古深远")
"""Prefixes that leave an animal or a thing what it is: 花猫, 野兔, 老狗."""
MEASURES_ZH = "个只条位座把张幅匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊面支本瓶串份台部栋幢盆束堆排组壶罐缕捆"
_PARTICLES_ZH = tuple("的地得着了过在")
_NOUN_START_ZH = re.compile(rf"(?:^|[\s,，。、；：的和跟与及有在了着里上下中旁是一过{MEASURES_ZH}{ACTIONS_ZH}])$")
_NOUN_END_EN = re.compile(
    r"\s*(?:$|[^\w\s'-]|(?:and|or|with|in|on|at|of|under|over|above|behind|near|by|beside|next|from|to|for|is|are|that|"
    r"which|without|asleep|awake|alone|inside|below|beneath|through|across|around|against|along|between|into|before|after)\b|"
    r"(?:\w+ing(?: (?:an?|the|his|her|its|their|in|on|at|with|under|by)\b|$|[^\w\s])|\w+s (?:an?|the|his|her|its)\b))"
)
_HAND_ZH, _GRASPS_ZH = "手", tuple("握拿捧托举持牵")
"""A hand, and verbs of a hand, which form a word with it: 一只手握着."""
_BODY_ZH = frozenset((*"嘴脚头背肩腿眼脸耳怀尾腰胸爪鼻", "嘴巴", "尾巴", "耳朵", "肩膀", "鼻子", "脚丫"))
_SPOTS_ZH = tuple("上下里中边旁前后间尖")
"""Parts of a body, and what makes them a place where something is."""
_NEGATIONS_ZH = "不没无别"
_GROUP_ZH = re.compile("[群队们]")
"""Endings of a word for several of a kind: 羊群."""
_DOES_ZH = re.compile(
    "[飞跳跑追玩睡游][\u4e00-\u9fff]|开屏|展翅|戏[水珠]|奔[腾跑驰]|登枝|报晓|嬉戏|起舞|盛开|绽放|怒放|吐[雾珠火]|喷[火水发]"
)
"""What a thing does, at the end of a word that starts with its name: 孔雀开屏."""
_VERBS_ZH = frozenset("走晒赶逛排撒捕浇")
"""First letters of words for what someone does; the thing in them is not drawn: 走路."""
_DARK_THING = re.compile(
    r" (?!and|or|in|at|with|by|night|sky|skies|underwater|forest|woods|alley|street|room|cave|city|mood)[a-z]+"
)
_PREDICATE_ZH = re.compile(r"在[^,，。；、的]{1,6}[上下里中旁边前后]$")
"""A place after which a verb follows: 在礁石上梳头发."""
_HAVING = re.compile(r"[a-z] with (?:(?!and\b)[a-z]+ ){0,3}$")
"""Text before a part of the thing that is named: "an owl with big eyes"."""
_OWNED = re.compile(r"(?:\b(?:his|her|its|their)(?: [a-z]+)?|'s) $")
BODY = frozenset(split_words(
    "mouth|lips|hand|hands|back|backs|head|heads|arm|arms|shoulder|shoulders|lap|face|eyes|ears|nose|neck|leg|legs|feet|"
    "paw|paws|beak|tail|trunk|finger|fingers|hair|ear|eye|wing|wings|tooth|teeth|beard|mustache|whiskers|horn|horns"
))  # fmt: skip
"""Parts of a body that are no things of their own after "its"."""
_ADJECTIVES_ZH = "大小老新旧高矮胖瘦长短圆破红橙黄绿青蓝紫黑白灰粉金银"
_QUALIFIERS_ZH = ("式", "代", "型", "状", "色")
"""Endings of words that only qualify what follows: 老式, 古代, 彩色."""
_TIME_ENDINGS_ZH = "时分候间"
"""Letters after the name of a time that do not change its meaning: 黄昏时分."""
_QUALITY_GROUPS = ("face-", "emotion", "hand", "body-", "person-gesture", "person-resting")
"""Groups of icons whose names are also adjectives or verbs: "a sleeping cat", "holding hands"."""
_HOMOGRAPHS = frozenset(split_words("well|swing|swings|stage|general|tank|grill|ruins|pitcher|helm|mortar|swallow|fly"))
"""Names that are other parts of speech as well: "a well lit room"."""
_VERBS = frozenset(
    split_words("watches|rocks|waters|plants|drums|bears|ducks|swings|flies|rings|trains|parks|saws|hails")
)
"""Plural names that are also verbs: "the crowd watches"."""
_SUBJECT_OF_VERB = re.compile(r"\b(?:(?:the|an?|his|her|their|every|each) ([a-z]*[^s\W])|who|which|that) $")
"""Text before the verb of a noun in the singular."""
_OBJECT_OF_VERB = re.compile(r" (?:an?|the|his|her|its|their) ")
_GERUND = re.compile(r"^[^ ]*[aeiouy][^ ]*ing$")
_NO_GERUNDS = frozenset(
    split_words(
        "lightning|earring|building|painting|wedding|evening|clothing|ceiling|dumpling|duckling|gosling|"
        "seedling|sapling|starling|swing|pudding|jianbing|shaobing|scaffolding"
    )
)
"""Nouns that only look like one; a king or a ring has no other vowel."""
_COMPOUND_HEAD = re.compile(r" ([a-z]{3,})")
_NO_HEADS = frozenset(split_words(
    "please|thanks|too|also|only|instead|now|here|there|today|tonight|again|alone|asleep|awake|afloat|adrift|outside",
    "made|built|carved|inside|outdoors|indoors|tomorrow|forever|first|last|both|each|all|full|half|wide|free|high|low|fast|then|than",
))  # fmt: skip
"""Words after a noun that form no compound with it: "a cat please"."""
_NO_HEADS_ZH = frozenset(split_words(
    "图|画|图片|壁纸|海报|头像|照片|插画|插图|主题|图案|背影|倒影|剪影|侧影|影子|轮廓|形象|全身|半身|特写|表情|细节|手绘|卡片|"
    "封面|贴纸|标志|图标|景色|风景|风光|时候|样子|感觉|氛围|气氛|意境|效果|质感|色调|光影|构图|镜头|作品|艺术|油彩|静物|眼睛|毛发|排队|散步|过河|吃草|跳舞|唱歌|打架|睡觉|休息|玩耍|喝水|游泳",
))  # fmt: skip
"""Words after a noun that are about the image or a part of the thing."""
_PEOPLE = (Subject.PERSON, Subject.WOMAN, Subject.MAN)
_DETERMINERS = frozenset(split_words(
    "a|an|the|some|my|your|his|her|its|their|our|this|that|these|those|of|in|on|at|with|and|or|by|near|under|over",
    "above|behind|from|into|like|as|no|without|to|for|inside",
))  # fmt: skip
_VERB_ENDINGS = ("ing", "ed", "ly")
_MAX_ADJECTIVES = 3
_NO_NOUN_TAGS = (["v"], ["c"], ["d"], ["i"], ["l"], ["z"])
"""Tags of a Chinese verb, conjunction, adverb, idiom and state: 结满, 只有, 热气腾腾."""


_PASSES_ZH = "过"
"""Verb that forms a word with a bridge or a road: 过桥, 过马路."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text; with `is_similar`, the word is only near in meaning to the name.

    `word_start` is the start of the word that contains the name: 龙舟 is a kind of 舟.
    """

    start: int
    end: int
    named: Named
    is_similar: bool = False
    word_start: int = -1

    @property
    def is_subject(self) -> bool:
        """Whether it names a thing, not a place, time, weather or technique."""
        return isinstance(self.named, Subject) or (
            type(self.named) is str and self.named.startswith((PREFIX, PERSON_PREFIX))
        )

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
    """Return the names in *text*, the longest at each position.

    A Chinese name inside a longer word counts only at its end, where it names the kind of thing: 三轮车 is a kind of
    车, 苹果树 is not an apple. A near word counts only at the position of a noun.
    """
    words = segment(text)
    names, similar = load_names(), load_similar()
    mentions: list[Mention] = []
    position = 0
    while position < len(text):
        match = names.match_at(text, position)
        mention = _to_mention(text, match, words) if match is not None else None
        if mention is not None and (_is_quality(text, mention, mentions) or _is_measure_of(text, mention)):
            mention = None
        if mention is not None and (_is_dark_thing(text, mention) or _is_deed(text, mention, mentions)):
            mention = None
        if mention is not None and is_own_part(text, mention.start, mention.end):
            mention = None
        if mention is not None and (color := COLORS.match_at(text, position)) is not None and color.end > mention.end:
            # Mustard yellow is a color, not mustard.
            position = color.end
            continue
        near = similar.match_at(text, position)
        if mention is not None and near is not None and text[near.start].isascii() and near.end > mention.end:
            # A sea lion is neither the sea nor a lion.
            mention = None
        if mention is None:
            # 红玫瑰 is a color and the name of a rose, which is more exact than the near word.
            is_described = near is not None and _is_described_name(text[near.start : near.end])
            is_measure = (
                near is not None and text.startswith(" of ", near.end) and text[near.start : near.end] in CONTAINERS
            )
            is_part = near is not None and is_own_part(text, near.start, near.end)
            is_known = is_described or is_measure or is_part
            if near is not None and not is_known and is_noun(text, near.start, near.end, mentions):
                similar_one = Mention(near.start, near.end, near.value, is_similar=True)
                mention = None if _is_deed(text, similar_one, mentions) else similar_one
        if mention is None:
            position += 1
            continue
        mentions.append(mention)
        position = mention.end
    return tuple(
        _extend_compound(text, mention) if text[mention.start].isascii() else _extend_compound_zh(text, mention, words)
        for mention in mentions
    )


def _is_deed(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Return whether an English name is a verb where it is: "wants to fly", "a dog jumps"."""
    living = [m.end for m in mentions if is_living(str(m.named)) and not text[m.start : m.end].endswith("s")]
    return text[mention.start].isascii() and names_deed(text, mention.start, mention.end, living)


def _is_dark_thing(text: str, mention: Mention) -> bool:
    """Return whether "dark" describes a thing, not the time of day: dark clouds, dark chocolate."""
    return text[mention.start : mention.end] == "dark" and _DARK_THING.match(text, mention.end) is not None


def is_own_part(text: str, start: int, end: int) -> bool:
    """Return whether the word at *start*..*end* is a part of someone who is named: "in its mouth"."""
    return text[start:end] in BODY and (_OWNED.search(text[:start]) or _HAVING.search(text[:start])) is not None


def _is_quality(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Return whether a name that is also an adjective or a verb is not at the position of a noun."""
    icon = load_icons().get(str(mention.named))
    word = text[mention.start : mention.end]
    if word in _VERBS and _OBJECT_OF_VERB.match(text, mention.end):
        return True
    if word in _VERBS and (subject := _SUBJECT_OF_VERB.search(text[: mention.start])):
        return not _is_adjective(subject[1] or "")
    is_ambiguous = word in _HOMOGRAPHS or (icon is not None and _GERUND.search(word) and word not in _NO_GERUNDS)
    if not is_ambiguous and (icon is None or not icon.group.startswith(_QUALITY_GROUPS)):
        return False
    return not is_noun(text, mention.start, mention.end, mentions)


def _extend_compound(text: str, mention: Mention) -> Mention:
    """Return *mention* as a part of the English compound that it starts: a dog sled is not a dog."""
    match = _COMPOUND_HEAD.match(text, mention.end)
    word = text[mention.start : mention.end]
    if not mention.is_subject or match is None or not word.isascii() or word.endswith("s"):
        return mention
    head, names = match[1], load_names()
    is_known = names.match_at(text, match.start(1)) is not None
    is_word = head in PLAIN or head in list_attribute_words() or head in _NO_HEADS or head.endswith(("s", "en"))
    if is_known or is_word or head.endswith(_VERB_ENDINGS) or not _NOUN_END_EN.match(text[match.end() :]):
        return mention
    return replace(mention, end=match.end(), is_similar=True, word_start=mention.start)


def _extend_compound_zh(text: str, mention: Mention, words: Sequence[Word]) -> Mention:
    """Return *mention* as a part of the Chinese compound that it starts: 兔子灯 is not a rabbit."""
    following = next((word for word in words if word.start == mention.end), None)
    if following is None or not mention.is_subject or mention.named in LANDSCAPES or _is_person(mention.named):
        return mention
    head = text[following.start : following.end]
    is_word = head in PLAIN or head in list_attribute_words() or head in _NO_HEADS_ZH or head[0] in _PLACE_ZH
    is_known = any(lexicon.match_at(text, following.start) for lexicon in (load_names(), load_similar()))
    if (
        is_word
        or is_known
        or head[0] in ACTIONS_ZH
        or is_verb_phrase(head)
        or [tag for _, tag in segmentation.tag_words(head)] != ["n"]
    ):
        return mention
    return replace(mention, end=following.end, is_similar=True, word_start=mention.start)


def _is_measure_of(text: str, mention: Mention) -> bool:
    """Return whether *mention* is people that only count what follows: a family of bears."""
    return is_person(str(mention.named)) and text.startswith(" of ", mention.end)


def _is_person(named: Named) -> bool:
    """Return whether *named* is a person, after whom a verb follows: 老奶奶织毛衣 is no compound."""
    icon = load_icons().get(str(named))
    return named in _PEOPLE or is_person(str(named)) or (icon is not None and icon.group.startswith("person"))


def is_noun(text: str, start: int, end: int, mentions: Sequence[Mention]) -> bool:
    """Return whether the word at *start*..*end*, which is not a known name, is at the position of a noun."""
    word, before, after = text[start:end], text[:start], text[end:]
    if not word.isascii():
        if [tag for _, tag in segmentation.tag_words(word)] in _NO_NOUN_TAGS or _PREDICATE_ZH.search(before):
            return False
        if before.endswith(("在", "正")) and word[0] in ACTIONS_ZH and len(word) > 1:
            return False
        is_noun_tagged = after.startswith("在") and [tag for _, tag in segmentation.tag_words(word)] == ["n"]
        if (after.startswith(_PARTICLES_ZH) and not is_noun_tagged) or word.endswith((*_QUALIFIERS_ZH, *_PARTICLES_ZH)):
            return False
        bare = before.rstrip(_ADJECTIVES_ZH)
        return bool(_NOUN_START_ZH.search(before) or (bare != before and _NOUN_START_ZH.search(bare)))
    is_verb = word.endswith(_VERB_ENDINGS) and word not in _NO_GERUNDS
    is_verb = is_verb or names_deed(text, start, end, ())
    if is_verb or word in _NO_HEADS or not _NOUN_END_EN.match(after):
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
    """Return the mention of *match*; None if it is only the start of another word."""
    mention = Mention(match.start, match.end, match.value)
    if text[match.start].isascii():
        return mention
    last = next(word for word in words if word.start < match.end <= word.end)
    after = text[match.end : last.end]
    word = text[match.start : match.end]
    if match.start and (word == _HAND_ZH or (word in _BODY_ZH and text[match.end : match.end + 1] in _SPOTS_ZH)):
        # Within a sentence it is a part of someone: 手里拿着花, 嘴里叼着鱼, 脚下是花.
        return None
    if word.endswith(_HAND_ZH) and after.startswith(_GRASPS_ZH):
        return mention
    if mention.is_subject and match.start == last.start and _ends_apart(after):
        return mention
    if mention.is_environment and len(after) == 1 and after in ACTIONS_ZH:
        return mention  # 水里游
    if after.strip(_TIME_ENDINGS_ZH if isinstance(mention.named, TimeOfDay) else _PLACE_ZH):
        # 雨夜 means rain and night.
        is_weather = mention.is_environment and load_names().match_at(text, match.end) is not None
        return mention if is_weather and len(text[last.start : last.end]) == 2 else None
    first = next(word for word in words if word.start <= match.start < word.end)
    prefix = text[first.start : match.start]
    start = first.start
    if not prefix and match.end - match.start == 1 and start and _is_unknown_letter(text[start - 1], words, start - 1):
        # The segmentation splits 冰屋 into two words.
        start, prefix = start - 1, text[start - 1]
    if mention.is_subject and prefix[:1] and (prefix[0] in _VERBS_ZH or _qualifies(prefix, text[last.end :])):
        return None
    if mention.is_subject and prefix not in ("", _PASSES_ZH) and not _leaves_kind(prefix):
        return replace(mention, is_similar=True, word_start=start)
    return mention


def _qualifies(prefix: str, following: str) -> bool:
    """Return whether *prefix* of a thing is what someone does with it, of whom *following* is: 撑伞的行人."""
    is_verb = [tag for _, tag in segmentation.tag_words(prefix)] == ["v"]
    return is_verb and not _leaves_kind(prefix) and following.startswith("的") and following[1:2] > "\u3400"


def _ends_apart(after: str) -> bool:
    """Return whether *after*, the rest of a word after a name, counts the thing or states what it does: 孔雀开屏."""
    return bool(_GROUP_ZH.fullmatch(after) or _DOES_ZH.match(after))


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
    """Return whether a word that starts with *prefix* names the same kind of thing as without it."""
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
