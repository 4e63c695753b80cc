"""Titles: filled in, short enough, made as those that did well or as somebody wants them."""

import re
from collections.abc import Callable, Iterable, Sequence

from services.common.language import Language
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.filling import Filling
from services.executor.domain.writing.headlines import (
    ASKING_TITLES,
    COUNTED_TITLES,
    EAGER_TITLES,
    SHORT_TITLES,
    SOBER_TITLES,
)
from services.executor.domain.writing.measuring import has_emoji, without_emoji
from services.executor.domain.writing.values import LONGEST_TITLE, Assignment, Form
from services.executor.domain.writing.wishes import Wishes
from services.executor.domain.writing.wishes_lexicon import CATCHY, FORMAL, LIVELY, SHORTER, TOO

# What a phone shows of a title without cutting it.
PREFERRED = {Language.CHINESE: 20, Language.ENGLISH: 60}
_ROOM_FOR_A_CUT = 8
EAGER = re.compile(r"[！!]|谁懂|听劝|[啦呀]|you've got this|yes, please", re.IGNORECASE)
# A pattern's words, and whether a title is made so.
_MADE_SO: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (re.compile(r"数字|number|digit|count", re.IGNORECASE), lambda title: any(sign.isdigit() for sign in title)),
    (re.compile(r"疑问|提问|问句|问号|question|ask", re.IGNORECASE), lambda title: "？" in title or "?" in title),
    (re.compile(r"感叹|exclam", re.IGNORECASE), lambda title: "！" in title or "!" in title),
    (re.compile(r"表情|emoji", re.IGNORECASE), has_emoji),
    (re.compile(r"冒号|分隔|colon", re.IGNORECASE), lambda title: any(sign in title for sign in "：:｜|")),
)
_OWN = {0: COUNTED_TITLES, 1: ASKING_TITLES, 2: EAGER_TITLES}
"""Titles of the writer's own that are made as the pattern of that place in `_MADE_SO` says."""


def title_of(assignment: Assignment, form: Form, filling: Filling, wishes: Wishes) -> str:
    """Return a title of *form*, other than the one before where there is another.

    First those within their bound that are made as *wishes* say, then those that a phone shows whole, then those made
    as the best received ones, then what the seed chooses. Titles of other forms would promise another text.
    """
    before = without_emoji(assignment.before.title) if assignment.before else ""
    language, said = assignment.language, wishes.title
    candidates = _wanted(filling.each(form.titles), said, filling, language) or [filling.heading]
    others = [title for title in candidates if without_emoji(title) != before] or [*candidates]
    bounded = _bounded(others, before, filling, wishes, language)
    longest = PREFERRED[language]
    fitting = [title for title in bounded if len(title) <= longest] or [min(bounded, key=len)]
    if SHORTER.search(said) and before:
        shorter = [*fitting, *filling.each(SHORT_TITLES[language])]
        fitting = [title for title in shorter if len(title) < len(before)][:3] or fitting
    liked = [title for title in fitting if _liked(title, assignment.title_patterns)] if not said else fitting
    # One title for all seeds would not be another one when it is asked for again.
    chosen = liked if len(liked) > 1 else fitting
    return _cut(shuffled(chosen, assignment.seed, "title")[0], min(wishes.title_most or LONGEST_TITLE, LONGEST_TITLE))


def _wanted(titles: Sequence[str], said: str, filling: Filling, language: Language) -> list[str]:
    """Return those of *titles*, or of the writer's own, that are made as *said* of the title; all where it is none."""
    own: Sequence[str] = ()
    eager, sober = LIVELY.search(said) or CATCHY.search(said), FORMAL.search(said)
    if eager or sober:
        found = eager or sober
        turned = bool(found and TOO.search(said[: found.start()]))
        own = filling.each((EAGER_TITLES if bool(eager) != turned else SOBER_TITLES)[language])
    for place, (asks, made_so) in enumerate(_MADE_SO):
        if asks.search(said):
            own = [title for title in (*own, *titles) if made_so(title)]
            own = own or filling.each(_OWN.get(place, COUNTED_TITLES)[language])
    return [*(own or titles)]


def _bounded(titles: Sequence[str], before: str, filling: Filling, wishes: Wishes, language: Language) -> Sequence[str]:
    """Return those of *titles* that keep the bound of the title; else short ones of the writer's own."""
    most = wishes.title_most
    if most is None:
        return titles
    short = [title for title in filling.each(SHORT_TITLES[language]) if title != before]
    return (
        [title for title in titles if len(title) <= most]
        or [title for title in short if len(title) <= most][:2]
        or [min(short or titles, key=len)]
    )


def _liked(title: str, patterns: Iterable[str]) -> bool:
    return any(asks.search(pattern) and made_so(title) for pattern in patterns for asks, made_so in _MADE_SO)


def _cut(title: str, most: int) -> str:
    if len(title) <= most:
        return title
    return title[: most - 1].rstrip() + "…" if most > _ROOM_FOR_A_CUT else title[:most].rstrip()
