"""Adjectives, counts of one and states of a request that no drawing follows: they are stated, not skipped.

Words such as "old" describe the thing that they precede, so the parser of names passes over them. What is drawn is the
usual thing, in good repair and of the usual shape; so a word for another age or shape is a part that is missing.
"""

import re
from collections.abc import Iterator, Sequence

from engines.language.scanner import split_words
from engines.painter.content.mentions import Mention
from engines.painter.scene import Subject
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.natural_sizes import find_natural_height
from engines.painter.subjects.people.animal_bodies import is_animal_person
from engines.painter.subjects.people.keys import is_person, parse_key

Span = tuple[int, int]
_LOOKS_EN = re.compile(
    r"\b(?:(?<!years )(?<!year )old|ancient|modern|calm|quiet|fluffy|fat|thin|"
    r"slim|hot|(?<!day )(?<!so )(?<!before )long|short"
    r"|(?<!in )front(?! (?:of|and|view|page)\b)"
    r"|young|tall|round(?! (?:the|an?|his|her|its|their)\b)|flat|female|male|baby|little)\b(?= [a-z]|$|[,.])"
)
_LOOKS_ZH = re.compile(
    "(?:[又很太真最极挺])(?P<state>小|大|细|旧|老|胖|瘦|长|短|高|矮|圆|扁)(?!大|子)"
    "|(?P<look>打开(?=的@?(?:冰箱|衣柜|烤箱|抽屉|盒|箱))|破旧|老旧|古老|古旧|年迈|旧|胖|瘦|长长|短短|圆圆|长|短|矮|圆|扁|平静|安静|宁静)(?:的|(?=@))"
)
"""Chinese adjectives; @ stands for what they describe."""
_BODY_ZH = re.compile("[长短卷圆大小粗细](?:头发|发|胡子|胡须|耳朵|尾巴?|脖子|鼻子|嘴巴?|腿|毛|裙子?|袖子?|裤子?|脸)")
_STEAMING = ("food-prepared", "food-asian", "drink")
_SHOWN_LOOK = re.compile(r"\b(tall|round) $")
_AGE_EN, _SEX_EN = ("young", "little", "baby"), ("female", "male")
_ROUND = frozenset(
    split_words(
        "ball|balloon|moon|sun|planet|earth|coin|wheel|clock|orange|drum|plate|pizza|globe|peach|cake|marble|bun"
    )
)
"""Last words of the names of drawings that are round."""
_NEXT_NAME = re.compile(r"(?: [a-z'-]+){0,2} $")
_UPRIGHT = 1.9
"""Natural height in meters from which a drawing shows what is tall."""
_STATES = re.compile(
    r"\b(?P<spread>all over|all around)\b"
    r"|\bwith (?:an?|the|his|her|its|their) (?:[a-z]+ )?"
    r"(?P<part>[a-z]+ (?:up|down|open|closed|shut|off|out|raised|lowered))\b"
    r"|\b(?P<moves>[a-z]+(?:ing|s) (?:up|down|off|away|out|back))\b"
)
_WAYS_ZH = re.compile(
    r"从[^,，。；、]{1,6}?[\u4e00-\u9fff]?(?:下来|上来|出来|进来|过来|下去|上去|出去|进去|(?:[掉落跳走]下|[探钻爬]出)[来去]?)"
)
_SINGLE = re.compile(
    r"\b(?:(?:just |only )?one|an?(?: single)?|single)(?= )"
    r"|(?:只有|仅有?|唯一的?|单独|孤零零的?)?一(?=[朵枝支条本颗株])"
    r"|(?:只有|仅有?|唯一的?|单独|孤零零的?)一(?=[\u4e00-\u9fff])"
)
_SINGLE_DRAWINGS = {Subject.ROSE: "rose", Subject.TULIP: "tulip", Subject.SUNFLOWER: "sunflower",
    Subject.FISH: "fish", Subject.MUSHROOM: "mushroom", Subject.BOOK: "closed-book",
    Subject.FLOWER: "blossom"}  # fmt: skip
"""The icon of one, of what the painter draws several."""
_SEVERAL = (Subject.BLOSSOM, Subject.BAMBOO, Subject.LOTUS)
_PEOPLE = (Subject.WOMAN, Subject.MAN, Subject.PERSON, Subject.FISHERMAN, Subject.KNIGHT, Subject.ASTRONAUT)
_HIDING = frozenset(("welder", "diver", "astronaut", "knight", "beekeeper", "fencer"))
"""Roles whose face is covered, so that no sex is seen."""


def draw_single(text: str, mention: Mention) -> Mention:
    """Return *mention* with the drawing of one if the text counts one of what is usually drawn as several."""
    icon = _SINGLE_DRAWINGS.get(mention.named) if isinstance(mention.named, Subject) else None
    is_one = icon is not None and _counts_one(text, mention) is not None
    return (
        Mention(mention.start, mention.end, f"icon/{icon}", mention.is_similar, mention.word_start)
        if is_one
        else mention
    )


def find_uncounted(text: str, mentions: Sequence[Mention]) -> Iterator[Span]:
    """Yield the counts of one before what no drawing shows alone."""
    for mention in mentions:
        found = _counts_one(text, mention) if mention.named in _SEVERAL else None
        if found is not None and text[slice(*found)] not in ("a", "an"):
            yield found


def _counts_one(text: str, mention: Mention) -> Span | None:
    before = text[: mention.start]
    found = next((match for match in reversed(list(_SINGLE.finditer(before)))), None)
    if mention.named is Subject.BOOK and found is not None and found[0] in ("a", "an"):
        return None  # An open book is one.
    between = before[found.end() :] if found is not None else ""
    is_plural_name = text[mention.start : mention.end].endswith("s") or " of " in between
    fits = found is not None and (
        _NEXT_NAME.fullmatch(between) and not is_plural_name if before[-1:].isascii() else len(between) <= 4
    )
    return found.span() if found is not None and fits else None


def find_looks(text: str, mentions: Sequence[Mention]) -> list[Span]:
    """Return the words for the look of a thing, or for its state, that its usual drawing does not have."""
    spans = sorted({*_find_looks_en(text, mentions), *_find_looks_zh(text, mentions), *_find_states(text)})
    return [(a, b) for a, b in spans if not any(c <= a and b <= d and (a, b) != (c, d) for c, d in spans)]


def _find_looks_en(text: str, mentions: Sequence[Mention]) -> Iterator[Span]:
    for match in _LOOKS_EN.finditer(text):
        described = next((m for m in mentions if m.start >= match.end() and m.named), None)
        if any(m.start <= match.start() < m.end for m in mentions if m.named):
            continue  # "a hot-air balloon"
        fits = described is not None and _NEXT_NAME.fullmatch(
            f" {text[match.end() : described.start].strip()} ".replace("  ", " ")
        )
        if not (described is not None and fits and _meets(match[0], described)):
            yield match.span()


def find_shown_look(text: str, mention: Mention) -> str | None:
    """Return the English word directly before *mention* for a look that its usual drawing has: a tall lighthouse."""
    match = _SHOWN_LOOK.search(text[: mention.start])
    return match[1] if match is not None and _meets(match[1], mention) else None


def _find_looks_zh(text: str, mentions: Sequence[Mention]) -> Iterator[Span]:
    starts = {mention.start for mention in mentions if mention.named}
    marked = "".join(f"@{letter}" if at in starts and letter > "\u3400" else letter for at, letter in enumerate(text))
    for match in _LOOKS_ZH.finditer(marked):
        group = "state" if match["state"] else "look"
        start = match.start(group) - marked[: match.start(group)].count("@")
        yield start, start + len(match[group])


def _find_states(text: str) -> Iterator[Span]:
    for pattern in (_BODY_ZH, _WAYS_ZH):
        yield from (match.span() for match in pattern.finditer(text))
    for match in _STATES.finditer(text):
        if match.lastgroup is not None:
            yield match.span(match.lastgroup)


def _meets(look: str, described: Mention) -> bool:
    """Return whether the usual drawing of *described* has *look*."""
    named = str(described.named)
    person = parse_key(named) if is_person(named) else None
    if look == "hot":
        icon = load_icons().get(named)
        return named == Subject.COFFEE or (icon is not None and icon.group.startswith(_STEAMING))
    if look in _AGE_EN:
        return is_human(named)
    if look in _SEX_EN:
        return person is not None and person.role not in _HIDING and person.kind.is_female is (look == "female")
    if look == "tall":
        height = find_natural_height(named) if described.is_subject else None
        return not is_human(named) and (not described.is_subject or (height is not None and height >= _UPRIGHT))
    if look == "old":
        return person is not None and person.kind.is_old
    return look == "round" and named.rpartition("/")[2].rpartition("_")[2].rpartition("-")[2] in _ROUND


def is_human(subject: str) -> bool:
    """Return whether *subject* is a person, in an action or not."""
    actor = parse_action(subject).actor if is_action(subject) else subject
    icon = load_icons().get(actor)
    is_role = is_person(actor) and not is_animal_person(parse_key(actor))
    return is_role or (icon is not None and icon.group.startswith("person")) or actor in _PEOPLE


def hides_sex(named: str, words: str) -> bool:
    """Return whether *words* name a man or a woman in a role, *named*, whose face is covered."""
    is_called = re.match(r"(?:fe)?male |(?:wo)?man |女|男", words) is not None
    return is_called and is_person(named) and parse_key(named).role in _HIDING
