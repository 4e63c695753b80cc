"""The images that a clause of feedback is about, and whether it retains them unchanged."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.language.characters import fold
from engines.language.hasty_words import correct_hasty_words
from services.common.contract.note import ImagePlanSet

NUMBERS = {name: index for index, names in enumerate(
    ("一 1 first one", "二 2 second two 两", "三 3 third three", "四 4 fourth four", "五 5 fifth five", "六 6 sixth six",
     "七 7 seventh seven", "八 8 eighth eight", "九 9 ninth nine")) for name in names.split()}  # fmt: skip
NUMBER = "|".join(sorted(NUMBERS, key=len, reverse=True))
QUOTED = re.compile(r"[“\"「『]([^”\"」』]+)[”\"」』]")
LETTERS = re.compile(
    r"字|标题|写|印|文案|\b(?:texts?|words?|write|writes|writing|written|captions?|titles?|headlines?|says?|reads?|lettering|put)\b"
)
"""Words for a text on an image."""
_ORDINAL = re.compile(
    r"第 ?([一二三四五六七八九1-9]) ?[张幅个]|图 ?([一二三四五六七八九1-9])(?!张)"
    r"|\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b"
    r"|\b(?:images?|pictures?|photos?|pics?|number|no\.?) ?#?([1-9])\b|(?<=\d and )([1-9])\b|(?<![\d:.])([1-9])(?= (?:and|&) \d\b)|\bp([1-9])\b|(?<!\d)([1-9])号图"
    r"|\b([1-9])(?:st|nd|rd|th)\b|(?<=\bleave )([1-9])\b|(?<=\bkeep )([1-9])(?= (?:where|as|alone|unchanged|the same)\b)"
    r"|^([1-9])(?= (?:looks?|is|was|should|needs?|feels?)\b)"
    r"|\b(?:image|picture|photo|number) (one|two|three|four|five|six|seven|eight|nine)\b"
)
_COVER = re.compile(r"封面|首图|\bcover\b")
_LAST = re.compile(r"最后[一那这]*[张幅]|末张|\blast\b")
FIRST_OR_LAST_TWO = re.compile(r"[前后]两[张幅]|\b(?:first|last) two\b")
OTHERS = re.compile(
    r"剩下|剩余|(?:另外|别的)[一两二三四]?张|其他|其它|其余|别的图|\bothers\b|\bother (?:images|pictures|photos)\b|\bthe rest\b"
)
_COMPARED = re.compile(
    rf"(?:跟|和|与|像)(?:封面|首图|第?[{'一二三四五六七八九'}\d]张?|最后一?张)(?:图)?(?=也?(?:差不多|一样|太?很?像|重复|雷同|太?像|撞))"
    r"|(?:跟|和|与|像)(?:其他|其它|其余|别的|剩下)(?:的|几张|图|图片)*(?:一样|一致|统一)"
    r"|\b(?:same as|just like|like|similar to|identical to|a copy of|to match) the (?:cover|first|second|third|fourth|last|others?|rest)(?: (?:one|image|picture|photo))?\b"
)
"""An image that another one is compared with."""
_ALL = re.compile(r"都(?!是)|全部|所有|每张|统一|整体|\ball\b|\bevery\b|\beach\b|\bthem\b")
_ANY_ONE = re.compile(
    r"(?<!every )(?<!each )\b(?:at least |any |just |only )?one of (?:them|these|those|the (?:other )?(?:pictures|images|photos|pics|shots))\b|其中一[张幅]|随便[哪一]+[张幅]|任[意何]一[张幅]"
)
"""One image, no matter which."""
_MORE_THAN = re.compile(r"\bnot (?:just|only) (?:on |in )?the (?:cover|first|last)\b|不[只光仅]是?(?:封面|首图|第一张)")
_EXCEPT = re.compile(
    r"除了?.{1,12}?(?:以外|之外|外|都|其他|其余|全)|\b(?:all|every(?:thing| picture| image| one)|any(?:thing)?|none) but\b|\bexcept\b|\b(?:apart|aside) from\b|\bother than\b"
)
"""Exceptions: a clause with one is about the images that it does not name."""
_NAMED_EN = r"(?:the )?(?:cover|first|second|third|fourth|last)(?: (?:one|picture|image|photo|pic))?"
EXCEPTED = re.compile(
    rf"^(?:but |and |just )*(?:except|apart from|aside from|other than)(?: for)? {_NAMED_EN}$|^(?:除了?)?(?:封面|首图|最后[一那]*张|第.张)(?:图)?(?:的?(?:文字|字|标题))?(?:除外|以外|之外)$"
)
"""Images that a clause alone excepts from those before."""
KEEP = re.compile(
    rf"{EXCEPTED.pattern}|\bstays?\b|"
    r"不变|不动|不用管|别管|不[要用]?[改换](?!成|掉)|不[要用]动|别动|别碰|别[改换](?!成|掉)|保持|(?<![只就仅])(?:留着|保留)|封面(?:图)?(?:就)?(?:别|不用)了?$|除外$|\bkeep\b|\bleave\b|\bis fine\b|\bunchanged\b"
    r"|^(?:but )?not (?:for |on )?the (?:cover|first|second|third|fourth|last)(?: (?:one|picture|image|photo))?$"
)
PRAISE = re.compile(r"\bis fine\b")
_STYLE = re.compile(r"风格|画风|颜色|彩色|黑白|\b(?:style|colou?rs?|black and white)\b")
_NO_ASPECT = re.compile(
    r"[\s，、]|可以|留着|保留|不换|不改|不变|不动|别碰|不用管|别管|不[要用]动|不[要用]改|别动|别改|保持|原样|现在|这样|那样|样子|照旧|原来|剩下|剩余|另外|请|把|将|就|都|也|还|先|的|了|吧|和|跟|与|那|这|[一二三四五六七八九前后两最\d]|张|幅|图片?|照片|配图"
    r"|\b(?:keep|leave|stays?|can|may|should|must|but|not|for|on|is|are|fine|unchanged|as|it|they|alone|the|this|that|same|way|exactly|please|just|and|images?|pictures?|photos?|pics?|number|no|ones?|two|where)\b"
)
"""Words next to the images of a clause that retains them as a whole, not only their composition or style."""
CHANGE = re.compile(r"改成|换成|变成|加|去掉|删|亮一?点|暗一?点|\b(?:make|change|add|remove|but)\b")


_PRAISED = re.compile(
    r"(?:挺好|很好|不错|可以|没问题)的?$|留着$|\b(?:is|are|looks?) (?:fine|good|ok(?:ay)?|great|lovely|nice|perfect)$|\brest (?:ok(?:ay)?|fine|good)$"
)


def is_praise(folded: str) -> bool:
    """Return whether a clause praises images and requests nothing of them."""
    return _PRAISED.search(folded) is not None and not CHANGE.search(folded)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of feedback: its text, and the 0-based indexes of its images, of which some may not exist.

    A clause is named if it has words for images, and broad if it is about all of them, or about the others.
    """

    text: str
    folded: str
    indexes: tuple[int, ...]
    is_named: bool
    is_broad: bool

    @property
    def retains(self) -> bool:
        """Whether the clause retains its images as a whole."""
        if EXCEPTED.match(self.folded):
            return True
        is_about_all = self.is_broad and not OTHERS.search(self.folded)
        if is_about_all or not (self.is_named and KEEP.search(self.folded)):
            return False
        rest = self.folded
        for pattern in (_ORDINAL, _COVER, _LAST, FIRST_OR_LAST_TWO, OTHERS, _ALL, _NO_ASPECT):
            rest = pattern.sub(" ", rest)
        return not rest.strip()

    @property
    def retains_style(self) -> bool:
        """Whether the clause retains the style of its images."""
        return (
            self.is_named
            and not self.is_broad
            and KEEP.search(self.folded) is not None
            and _STYLE.search(self.folded) is not None
        )


def read_clause(text: str, before: tuple[int, ...], count: int) -> Clause:
    """Return the clause with the images that it names, or those of the clause before."""
    masked = QUOTED.sub("“_”", text)
    whole = _COMPARED.sub("", correct_hasty_words(fold(text)))
    # A quoted text names no image: "eat all week".
    folded = _COMPARED.sub("", correct_hasty_words(fold(masked)))
    shown = folded if LETTERS.search(folded) else whole
    named = [NUMBERS[next(group for group in match.groups() if group)] for match in _ORDINAL.finditer(folded)]
    if _COVER.search(folded):
        named.append(0)
    if _LAST.search(folded):
        named.append(count - 1)
    if several := FIRST_OR_LAST_TWO.search(folded):
        named = [0, 1] if several[0].startswith(("前", "first")) else [max(0, count - 2), max(1, count - 1)]
    if _EXCEPT.search(folded) and named and not EXCEPTED.match(folded):
        others = tuple(index for index in range(count) if index not in named)
        return Clause(text, shown, others, is_named=True, is_broad=False)
    if OTHERS.search(folded):
        # "In watercolor, leave the others": without an image before there are none.
        named = [index for index in range(count) if index not in before] if before else []
    if _MORE_THAN.search(folded):
        return Clause(text, shown, tuple(range(count)), is_named=True, is_broad=True)
    if not named and _ANY_ONE.search(folded):
        # Which one is up to the writer: the last, since the cover has the title.
        return Clause(text, shown, (count - 1,), is_named=True, is_broad=False)
    if not named and _ALL.search(folded):
        return Clause(text, shown, tuple(range(count)), is_named=True, is_broad=True)
    indexes = tuple(dict.fromkeys(named)) or before
    is_inherited = not named and len(indexes) == count > 1
    is_broad = not indexes or is_inherited or OTHERS.search(folded) is not None
    return Clause(text, shown, indexes, is_named=bool(named), is_broad=is_broad)


def find_retained(texts: Sequence[str], previous: ImagePlanSet, *, style_alone: bool = False) -> set[str]:
    """Return the images that a clause retains as a whole; with *style_alone*, those whose style it retains."""
    retained, indexes = set[str](), tuple[int, ...]()
    for text in texts:
        clause = read_clause(text, indexes, len(previous.plans))
        indexes = clause.indexes
        if clause.retains_style if style_alone else clause.retains:
            retained |= {previous.plans[index].plan_id for index in indexes if index < len(previous.plans)}
    return retained
