"""Clauses of feedback on planned images: each with its reason, and with the nouns that its pro-forms stand for."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.language.clauses import split_clauses
from engines.language.reasons import split_reason
from engines.note_planner.clause_images import read_clause
from engines.note_planner.plan_patterns import BREAK
from services.common.contract.note import ImagePlanSet

_NUMERAL = r"one|two|three|four|five|six|several|both|[2-9]"
_NO_NOUN = re.compile(
    r"(?:pictures?|images?|photos?|pics?|covers?|shots?|ones?|more|less|bit|lot|little|of|is|are|was|has|have|had|should|shows?|needs?|looks?|and|or|at|in|on|the|with|to|for|end|time|thing)"
)
_NOUN = re.compile(
    rf"\b(?<!picture )(?<!image )(?<!photo )(?<!pic )(?<!number )(?:{_NUMERAL}) (?P<one>[a-z]+)(?: (?P<other>[a-z]+))?\b|\b(?:an?|the) (?P<noun>[a-z]+)$",
    re.IGNORECASE,
)
_NOUN_ZH = re.compile(
    r"[一二两三四五六七八九几\d][只个条头朵棵匹位辆杯把盆](?![\u4e00-\u9fff]*的)([\u4e00-\u9fff]{1,4})$"
)
_IMAGE_WORDS = r"first|second|third|fourth|fifth|last|other|next|same|different|new|better|good|nice|similar|single|whole|real|proper|right|wrong|(?:bigg|small|larg|bright|dark|light|warm|cool|cold|soft|sharp|nic|bett|clean|simpl|high|low|clos|wid|old|new|young|happi|calm|clear|fresh|short|long|pretti|plain)er"
_PRO_FORM = re.compile(rf"\b(an? (?!(?:{_IMAGE_WORDS})\b)[a-z]+(?: [a-z]+)?) one\b", re.IGNORECASE)
"""An adjective with "one" in place of a noun; other adjectives are about images: a better one."""
_PRO_FORM_ZH = re.compile(
    r"([一二两三四五六\d][只个条头朵棵匹位辆杯把盆])([\u4e00-\u9fff]{1,3}?)的(?=$|[和跟与、一二两三四五六])"
)
_SUBJECT = re.compile(
    r"^(?:an? |the |some |two |three )?([a-z' -]+?)(?: (?:on|in|by|under|at|with|of) .*|,.*)?$", re.IGNORECASE
)
_SUBJECT_ZH = re.compile(r"(?:[一二两三四五六七八九几][只个条头朵棵匹位辆杯把盆])?([\u4e00-\u9fff]{1,4})")


@dataclass(frozen=True, slots=True)
class Stated:
    """A clause: `text` as the reviewer wrote it, with its reason; `request` without the reason.

    `resolved` is the request with nouns in place of its pro-forms, `noun` the one that they stand for, "" for none.
    """

    text: str
    request: str
    resolved: str
    noun: str = ""


def list_clauses(feedback: str, plans: ImagePlanSet) -> list[Stated]:
    """Return the clauses of *feedback*, each with the reason that follows it; a reason alone is one if it is all."""
    listed, pending, indexes, noun = list[Stated](), "", tuple[int, ...](), ""
    for part in split_clauses(feedback, BREAK):
        request, reason = split_reason(part.strip())
        separator = "，" if is_chinese(part) else ", "
        if not request:
            if reason and listed:
                last = listed[-1]
                listed[-1] = Stated(f"{last.text}{separator}{reason}", last.request, last.resolved, last.noun)
            elif reason:
                pending = f"{pending}{reason}{separator}"
            continue
        indexes = read_clause(request, indexes, len(plans.plans)).indexes
        shown = [plans.plans[index].subject for index in indexes[:1] if index < len(plans.plans)]
        own = next(iter(_list_nouns(request)), "") or noun or next(map(_find_subject_noun, shown), "")
        resolved = _resolve(request, own)
        noun = ([*_list_nouns(request)] or [noun])[-1]
        listed.append(Stated(f"{pending}{part.strip()}", request, resolved, own if resolved != request else ""))
        pending = ""
    return listed or ([Stated(text, text, text)] if (text := pending.strip(" ，,")) else [])


def _list_nouns(text: str) -> Iterator[str]:
    """Yield the nouns that *text* names by a number or an article, in the singular."""
    for found in _NOUN.finditer(_PRO_FORM.sub(" ", text)):
        words = [(found[name] or "").lower() for name in ("one", "other", "noun")]
        named = [word for word in words if word and not _NO_NOUN.fullmatch(word)]
        # Two dogs sleeping, two black dogs.
        name = next((word for word in named if word.endswith("s")), (named or [""])[-1])
        if name:
            yield re.sub(r"ies$", "y", name) if name.endswith("ies") else re.sub(r"(?<=x|h|s)es$|(?<!s)s$", "", name)
    yield from (found[1] for found in _NOUN_ZH.finditer(text))


def _find_subject_noun(subject: str) -> str:
    if is_chinese(subject):
        found = _SUBJECT_ZH.fullmatch(subject.split("，")[0].rpartition("的")[2])
    else:
        found = _SUBJECT.search(subject)
    return found[1].split()[-1] if found else ""


def _resolve(text: str, noun: str) -> str:
    if not noun:
        return text
    if is_chinese(noun):
        joined = _PRO_FORM_ZH.sub(rf"\1\2的{noun}、", text)
        return re.sub(r"、([和跟与、]|$)", r"\1", joined)
    return _PRO_FORM.sub(rf"\1 {noun}", text)
