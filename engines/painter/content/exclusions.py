"""What an image must not show: the names that a negation applies to."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.language.scanner import Match
from engines.painter.content.absence import find_absent
from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention
from engines.painter.content.words import NEGATIONS
from engines.painter.scene import Figure, Setting
from engines.painter.subjects.contents import SOMEONE, load_contents
from engines.painter.subjects.nature import is_living
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_CONJUNCTION = re.compile(r"\s*(?:[、,，]|和|或|与|跟|及|以及|and|or|&)?\s*(?:a|an|any|the)?\s*$")
_QUALIFIES = re.compile("(?<![别他它余何样])的")
"""The end of words for what is excluded, which describe what follows."""
_OWN_PARTS = re.compile(
    r"(?:manes?|tails?|ears?|wings?|horns?|antlers?|legs?|arms?|beaks?|trunks?|tusks?|whiskers|stripes|spots|fur|hair|eyes?"
    r"|spines?|fins?|shells?|roofs?|doors?|windows?|chimneys?|sails?|masts?|wheels?|handles?|lids?)"
    r"|鬃毛|尾巴|耳朵|翅膀|犄?角|鹿角|腿|鼻子|胡须|条纹|斑点|毛|头发|眼睛|鳍|壳|屋顶|门|窗户?|烟囱|帆|桅杆|轮子?|把手|盖子"
)
"""Parts that the drawings of animals, buildings and vehicles have."""
_FACES = re.compile(
    r"(?:human |visible |people's )?(?:faces?|heads?|mouths?|noses?|bod(?:y|ies)|feet|hands?|skin)"
    "|人?脸|[脸面头]部|面孔|五官|头|嘴巴?|身体|双?[手脚]"
)
"""Parts that the drawings of people and animals have."""
_LETTERS = re.compile(r"(?:text|words?|letters?|lettering|writing|captions?|watermarks?|logos?)|文字|字|字样|水印|字幕")
_ANIMALS = re.compile(r"(?:other )?(?:animals?|creatures?)|动物|小动物")
_STAMP = re.compile(
    r"(?:印章|红章|印泥|落款|盖章|钤印|文字|字样)"
    r"|\b(?:seal|stamp|chop|cartouche|signature|text|writing|lettering|letter|word)s?\b",
    re.IGNORECASE,
)
"""The mark of an artist, which some media press on their images."""


def _find_negations(text: str) -> list[Match[bool]]:
    return [match for match in NEGATIONS.find_all(text) if match.value]


def excludes_stamp(text: str) -> bool:
    """Return whether a negation of *text* applies to the mark of the artist."""
    stops = (_CLAUSE.search(text, negation.end) for negation in _find_negations(text.lower()))
    ends = (stop.start() if stop else len(text) for stop in stops)
    starts = (negation.end for negation in _find_negations(text.lower()))
    return any(_STAMP.search(text, start, end) for start, end in zip(starts, ends, strict=True))


def find_excluded(text: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the names that a negation applies to: the next one, and those joined to it."""
    absent = list(find_absent(text, mentions))
    excluded = [mention for mention, _ in absent]
    ends = {end for _, end in absent}
    for negation in _find_negations(text):
        if negation.end in ends:
            continue  # 一只猫也没有的院子: the courtyard is drawn.
        stop = _CLAUSE.search(text, negation.end)
        end = stop.start() if stop else len(text)
        previous = None
        for mention in (m for m in mentions if negation.end <= m.start < end):
            if previous is None and _QUALIFIES.search(text[negation.end : mention.start]):
                break  # 没有轮子的汽车 is a car.
            if previous is not None and not _CONJUNCTION.match(text[previous.end : mention.start]):
                break
            excluded.append(mention)
            previous = mention
    return tuple(excluded)


def is_own_part(words: str) -> bool:
    """Return whether *words* name a part that a drawing is not without: the mane of a lion, the wheels of a car."""
    return _OWN_PARTS.fullmatch(words) is not None


def shows_face(words: str, figures: Sequence[Figure]) -> bool:
    """Return whether *words* name a part of people and animals, and one of *figures* has it: "no face"."""
    return _FACES.fullmatch(words) is not None and any(
        is_living(str(one.subject)) or _shows_animal(str(one.subject)) for one in figures
    )


def state_exclusion(part: ContentPart, text: str, figures: Sequence[Figure], setting: Setting) -> ContentPart:
    """Return *part*, a missing thing, as an exclusion that the image meets, if a negation of *text* applies to it.

    Those are words, which only the signs of a city have, and animals in general.
    """
    if part.kind is not PartKind.SUBJECT or part.outcome is not PartOutcome.MISSING:
        return part
    negated = (text[negation.end :].lstrip().startswith(part.requested) for negation in _find_negations(text))
    if not any(negated):
        return part
    animals = (one for one in figures if _shows_animal(str(one.subject)))
    is_met = (_LETTERS.fullmatch(part.requested) and setting not in (Setting.CITY, Setting.ROOFTOP)) or (
        _ANIMALS.fullmatch(part.requested) and not any(animals)
    )
    return replace(part, kind=PartKind.EXCLUSION, outcome=PartOutcome.SHOWN) if is_met else part


def _shows_animal(subject: str) -> bool:
    """Return whether the drawing of *subject* is an animal or has one on it: a farm has a cow."""
    things = (subject, *load_contents().get(subject, ()))
    return any(is_living(one) and not is_human(one) for one in things if one != SOMEONE)
