"""Tags: the topic, what it should be found by, and what fits by the evidence; each once, without the sign."""

import re
from collections.abc import Iterable

from services.common.language import Language
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.values import Assignment

MOST = 10
LONGEST = {Language.CHINESE: 16, Language.ENGLISH: 30}
# Of many that are known, so many are certain; chance takes the others.
_CERTAIN = 4


def tags_of(assignment: Assignment, without: Iterable[str]) -> tuple[str, ...]:
    """Return up to 10 tags, none of which holds a word of *without*."""
    own = (assignment.topic, *assignment.keywords)
    known = assignment.known_tags
    known = known[:_CERTAIN] + shuffled(known[_CERTAIN:], assignment.seed, "tags") if assignment.before else known
    place = (assignment.place,) if assignment.place else ()
    spelled = (_spelled(tag, assignment.language) for tag in (*own[:3], *place, *known, *own[3:]))
    kept: dict[str, str] = {}
    forbidden = [word.lower() for word in without]
    for tag in spelled:
        if tag and not any(word in tag.lower() for word in forbidden):
            kept.setdefault(tag.lower(), tag)
    return tuple(kept.values())[:MOST]


def _spelled(tag: str, language: Language) -> str:
    """Return *tag* as one word, "" for what is none."""
    words = re.sub(r"[^\w\s-]", " ", tag).replace("_", " ").split()
    if not words:
        return ""
    ascii_words = all(word.isascii() for word in words)
    spelled = words[0] if len(words) == 1 else "".join(w[:1].upper() + w[1:] if ascii_words else w for w in words)
    return spelled if len(spelled) <= LONGEST[language] else ""
