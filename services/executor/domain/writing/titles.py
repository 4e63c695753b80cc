"""Titles: filled in, short enough, made as those that did well."""

import re
from collections.abc import Callable, Iterable

from services.common.language import Language
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.filling import Filling
from services.executor.domain.writing.measuring import has_emoji
from services.executor.domain.writing.values import LONGEST_TITLE, Assignment, Form

# What a phone shows of a title without cutting it.
PREFERRED = {Language.CHINESE: 20, Language.ENGLISH: 60}
# A pattern's words, and whether a title is made so.
_MADE_SO: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (re.compile(r"数字|number|digit|count", re.IGNORECASE), lambda title: any(sign.isdigit() for sign in title)),
    (re.compile(r"疑问|提问|问句|问号|question|ask", re.IGNORECASE), lambda title: "？" in title or "?" in title),
    (re.compile(r"感叹|exclam", re.IGNORECASE), lambda title: "！" in title or "!" in title),
    (re.compile(r"表情|emoji", re.IGNORECASE), has_emoji),
    (re.compile(r"冒号|分隔|colon", re.IGNORECASE), lambda title: any(sign in title for sign in "：:｜|")),
)


def title_of(assignment: Assignment, forms: Iterable[Form], filling: Filling) -> str:
    """Return a title from *forms*, other than the one before where there is another.

    First those that a phone shows whole, then those made as the best received ones, then what the seed chooses.
    """
    before = assignment.before.title if assignment.before else ""
    candidates = [title for form in forms for title in filling.each(form.titles)] or [filling.topic]
    others = [title for title in candidates if title != before] or candidates
    longest = PREFERRED[assignment.language]
    fitting = [title for title in others if len(title) <= longest] or [min(others, key=len)]
    liked = [title for title in fitting if _liked(title, assignment.title_patterns)]
    # One title for all seeds would not be another one when it is asked for again.
    chosen = liked if len(liked) > 1 else fitting
    return _cut(shuffled(chosen, assignment.seed, "title")[0])


def _liked(title: str, patterns: Iterable[str]) -> bool:
    return any(asks.search(pattern) and made_so(title) for pattern in patterns for asks, made_so in _MADE_SO)


def _cut(title: str) -> str:
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"
