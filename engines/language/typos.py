"""Corrects misspelled words of adjustments: an English word close to one, Chinese characters of the same sound."""

import difflib
import re
from functools import cache, lru_cache

from engines.language.lexicons.adjustments import WORDS
from engines.language.phrase import Phrase
from engines.language.scanner import split_words

_MIN_LENGTH, _MIN_SIMILARITY = 5, 0.82
_VERBS, _MIN_VERB_SIMILARITY = ("draw", "paint", "create", "generate", "sketch", "illustrate"), 0.74
_WORDS = frozenset((*_VERBS, "print", "point", "pain", "plant", "crate", "grate", "sketchy"))
"""Verbs of painting, and words that only look like one."""
_FIRST_VERB = re.compile(
    r"(?:please |pls |plz |can you |could you |now )*([a-z]{4,10}) (?=(?:me|an?|some|the|two|"
    r"three) )"
)
_FIRST_VERB_ZH = re.compile(
    r"(?:请|帮我|给我|麻烦|再|想)*[话化划华](?!.{0,3}妆)(?=[一两二三四五几]?[只个张幅条座匹朵棵辆艘头位群])"
)
_WORD = re.compile(r"[a-z]{4,}")
_HOMOPHONES = {
    wrong: right
    for right, wrongs in {
        "亮度": "亮渡|亮杜|亮肚|量度|靓度|辆度", "饱和度": "饱合度|包和度|保和度|饱和渡|饱何度|爆和度|饱核度|保合度|"
            "包合度",
        "对比度": "对比渡|对笔度|对必度|队比度|对比杜|堆比度", "清晰": "清淅|清希|青晰|轻晰|请晰|清析|清悉",
        "锐利": "锐力|瑞利|锐立", "锐化": "瑞化|锐画", "鲜艳": "先艳|鲜燕|鲜焰|仙艳", "艳丽": "艳力", "柔和": "柔合|"
            "揉和",
        "暖和": "暖合", "模糊": "模胡|摸糊|膜糊", "裁剪": "裁减|"
            "裁捡|才剪|材剪",
        "旋转": "旋专|悬转|炫转|璇转", "翻转": "翻砖|番转", "镜像": "镜象|境像", "色温": "色问|"
            "色稳|色文",
        "曝光": "暴光|爆光", "一点": "一典|一店|以点|已点|亿点|意点|一奌",
        "尺寸": "尺村|齿寸", "风格": "风隔|风各", "黑白": "黑百|嘿白",
    }.items()
    for wrong in wrongs.split("|")
}  # fmt: skip
"""Characters of the same sound that an input method offers instead."""
_HOMOPHONE = re.compile("|".join(sorted(_HOMOPHONES, key=len, reverse=True)))
_LITTLE = "一点|点|一些|些|一典|一店|以点|已点|亿点|意点|一奌|度|了|吧|啊|呗|$"
_STARTS = r"(?<![\u3400-\u9fff])"
_LETTERS = tuple(
    (re.compile(pattern), right)
    for pattern, right in (
        (rf"{_STARTS}在(?=.{{1,4}}(?:一?点|一?些))", "再"),
        (rf"(?:{_STARTS}|(?<=[再在调条跳太更好点得要图色面片体]))[量靓辆谅](?={_LITTLE})", "亮"),
        (rf"(?:{_STARTS}|(?<=[再在调条跳太更好点得要]))[岸案](?={_LITTLE})", "暗"),
        (rf"(?:{_STARTS}|(?<=[再请下我度片]))[条跳](?=[亮暗冷暖高低大小整成])", "调"),
        (rf"(?:{_STARTS}|(?<=[再请我度]))题(?=[高亮升])", "提"),
        (rf"(?:{_STARTS}|(?<=[再请我片图]))[才栽](?=[成掉切去剪左右上下四])", "裁"),
        ("(?:(?<=上下)|(?<=左右)|(?<=水平)|(?<=垂直))反转", "翻转"),
        ("泠", "冷"),
    )
)
"""Single characters, each a word of its own too: only next to the other words of such a change."""
_SPOKEN = {
    "mke": "make",
    "mak": "make",
    "mroe": "more",
    "lil": "little",
    "bit": "bit",
    "brite": "bright",
    "luv": "love",
}


_ABBREVIATIONS = {"bg": "background", "w/": "with", "w": "with", "n": "and", "nite": "night"}
_ABBREVIATION = re.compile(
    r"(?<=\w )(?<!letter )(?<!with )(?<!the )(?<!an )(?<!of )(?:w/?|n)(?= \w)|(?<![\w/])(?:bg|nite)(?!\w)"
)
_COMMON = frozenset(
    split_words(
        "have|here|there|then|than|love|live|line|like|give|gives|same|some|come|time|them|they|this|that|with|what|when|"
        "want|wear|were|would|could|other|white|black|green|brown|right|write|night|sight|house|horse|mouse|where|these|"
        "those|their|three|float|table|chair|coat|boat|card|dark|bark|lark|crow|crown|brow|show|slow|snow|woman|women|"
        "child|flower|tower|power|water|winter|summer|spring|fall|autumn|rain|sand|hand|band|land|wall|ball|hall|tall|"
        "call|mall|hill|pill|fill|mill|fish|dish|wish|fire|wire|tree|free|bear|near|dear|year|star|start|story|stone|"
        "cloud|loud|proud|bread|dream|cream|steam|stream|paint|print|plant|point|front|phone|clock|block|sock|rock|lock|"
        "ship|shop|chip|trip|drip|clip|slip|skip|cold|gold|bold|hold|told|old|warmth|ward|word|world|work|worm|form|farm|"
        "arm|harm|charm|storm|cook|cooking|pool|tool|wool|school|goal|coal|leaf|lead|read|real|meal|seal|heal|deal"
    )
)
"""Everyday words, some of them a letter away from a word of an adjustment."""
_SHORT_WORDS = (
    "make",
    "more",
    "dark",
    "warm",
    "cool",
    "less",
    "crop",
    "flip",
    "undo",
    "blur",
    "turn",
    "light",
    "little",
    "bright",
)
_SHORT = re.compile(r"\b[a-z]{4,6}\b")
_SWAPPED = {
    word[:place] + word[place + 1] + word[place] + word[place + 2 :]: word
    for word in _SHORT_WORDS
    for place in range(len(word) - 1)
    if word[place] != word[place + 1]
}
"""Words with two neighboring letters exchanged ("mkae")."""


def correct_typos(phrase: Phrase) -> Phrase:
    """Return *phrase* with words that are close to one of an adjustment, or sound like it, corrected."""
    text = re.sub(r"\b[a-z]+\b", lambda match: _SPOKEN.get(match[0], match[0]), phrase.folded)
    text = _SHORT.sub(lambda match: _SWAPPED.get(match[0], match[0]), text)
    text = _HOMOPHONE.sub(lambda match: _HOMOPHONES[match[0]], text)
    for letter, right in _LETTERS:
        text = letter.sub(right, text)
    return Phrase(_WORD.sub(lambda match: _correct(match[0]), text))


def expand_abbreviations(phrase: Phrase) -> Phrase:
    """Return *phrase* with the abbreviations of chats between its words written out ("a girl w silver hair")."""
    return Phrase(_ABBREVIATION.sub(lambda match: _ABBREVIATIONS[match[0]], phrase.text))


def correct_verb(phrase: Phrase) -> Phrase:
    """Return *phrase* with a misspelled verb of painting at its start corrected ("drow a tree")."""
    if match := _FIRST_VERB_ZH.match(phrase.folded):
        return Phrase(f"{phrase.text[: match.end() - 1]}画{phrase.text[match.end() :]}")
    match = _FIRST_VERB.match(phrase.folded)
    if match is None or match[1] in _WORDS or match[1] in _list_words():
        return phrase
    close = [
        verb
        for verb in difflib.get_close_matches(match[1], _VERBS, cutoff=_MIN_VERB_SIMILARITY)
        if verb[0] == match[1][0]
    ]
    return Phrase(phrase.text[: match.start(1)] + close[0] + phrase.text[match.end(1) :]) if close else phrase


@lru_cache(maxsize=2048)
def _correct(word: str) -> str:
    known = _list_words()
    if word in known or word in _COMMON:
        return word
    close = difflib.get_close_matches(word, known, n=1, cutoff=_MIN_SIMILARITY)
    if close and (close[0][0], close[0][-1]) == (word[0], word[-1]):
        return close[0]
    return next((right for right in known if _is_slip(word, right)), word)


def _is_slip(word: str, right: str) -> bool:
    """Return whether *word* is *right* with one letter too many, one too few, or two neighbors exchanged."""
    if word[0] != right[0] or abs(len(word) - len(right)) > 1:
        return False
    if len(word) == len(right):
        places = [place for place, letter in enumerate(word) if letter != right[place]]
        return len(places) == 2 and places[1] == places[0] + 1 and sorted(word) == sorted(right)
    short, long = sorted((word, right), key=len)
    return any(long[:place] + long[place + 1 :] == short for place in range(1, len(long)))


@cache
def _list_words() -> tuple[str, ...]:
    words = {part for word in WORDS.list_words() if word.isascii() for part in word.split() if len(part) >= _MIN_LENGTH}
    return tuple(sorted(words))
