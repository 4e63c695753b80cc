"""Tags: the topic, what goes with it, and what fits of the evidence; in the readers' language, without the sign."""

import re
from collections.abc import Iterable, Iterator

import rjieba

from services.common.language import Language
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.naming import head_of, readers_of
from services.executor.domain.writing.stock.related import KINDS, RELATED
from services.executor.domain.writing.values import Assignment
from services.executor.domain.writing.wishes import Wishes

MOST = 8
LONGEST = {Language.CHINESE: 12, Language.ENGLISH: 30}
_LONGEST_READERS = {Language.CHINESE: 5, Language.ENGLISH: 16}
_DETERMINERS = ("my", "our", "your", "the", "a", "an")
_MOST_KNOWN = 3
_MOST_RELATED = 3
_NAMES = 2
"""Of the keywords so many are names of the whole topic; then come its pieces."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_TELL_LITTLE = frozenset(
    re.findall(
        r"\w+",
        "春天 夏天 秋天 冬天 春日 夏日 秋日 冬日 周末 新手 入门 教程 攻略 清单 平价 好物 日常 "
        "spring summer autumn winter weekend",
    )
)
"""Words that say little of a topic by themselves: a tag that shares only them is about something else."""


def tags_of(assignment: Assignment, wishes: Wishes) -> tuple[str, ...]:
    """Return up to 8 tags, or as many as *wishes* allow, none of which holds a word that is not wanted."""
    forbidden = [word.lower() for word in wishes.without]
    kept: dict[str, str] = {}
    for tag in _spelled_tags(assignment):
        if tag and not any(word in tag.lower() for word in forbidden):
            kept.setdefault(tag.lower(), tag)
    return tuple(kept.values())[: min(MOST, wishes.tags_most or MOST)]


def telling_words(text: str) -> frozenset[str]:
    """Return the words of *text* that tell what it is about: two Chinese characters and more, stems of Latin."""
    found = (word.strip().lower() for word in rjieba.cut_for_search(text))
    long = (word for word in found if len(word) > 1 and any(letter.isalnum() for letter in word))
    return frozenset(_stem(word) for word in long if word not in _TELL_LITTLE)


def _spelled_tags(assignment: Assignment) -> Iterator[str]:
    language = assignment.language
    own = [word for word in assignment.keywords if _names_topic(word, assignment)]
    about = f"{assignment.topic} {' '.join(assignment.keywords[:2])}".lower()
    readers = readers_of(assignment)
    readers = readers if len(readers) <= _LONGEST_READERS[language] else ""
    known = [tag for tag in assignment.known_tags if _is_related(tag, assignment)]
    if assignment.before is not None:
        known = [*shuffled(known, assignment.seed, "tags")]
    kind = KINDS[language].get(assignment.content_type, "")
    related = tuple(_related(about, language))[:_MOST_RELATED]
    said = (assignment.topic, *own[:_NAMES], assignment.place, *known[:_MOST_KNOWN], *related, readers, kind, *known)
    pieces = [word for word in own[_NAMES:] if _is_looked_for(word, language)]
    return (_spelled(tag, language) for tag in (*said, *pieces))


def _is_looked_for(word: str, language: Language) -> bool:
    """Return whether people look for *word* by itself: a piece of a name (炸锅 of 空气炸锅) is no tag."""
    return any(word.lower() in names.split() for names, _ in RELATED[language])


def _names_topic(word: str, assignment: Assignment) -> bool:
    """Return whether *word* is a name for the topic: holds it, or is a telling word of it."""
    if assignment.language is Language.ENGLISH:
        return word.isascii() and word.lower() in (head_of(assignment.topic).lower(), assignment.topic.lower())
    folded, topic = word.lower(), assignment.topic.lower()
    return topic in folded or (len(word) > 1 and folded in topic and bool(telling_words(word)))


def _is_related(tag: str, assignment: Assignment) -> bool:
    """Return whether *tag* is for readers of the note's language and shares a telling word with its topic."""
    if assignment.language is Language.ENGLISH:
        readable = tag.isascii()
    else:
        readable = bool(_HAN.search(tag)) or telling_words(tag) <= telling_words(assignment.topic)
    return readable and bool(telling_words(tag) & telling_words(f"{assignment.topic} {assignment.keywords[:1]}"))


def _related(about: str, language: Language) -> Iterator[str]:
    for names, tags in RELATED[language]:
        if any(_holds(about, name, language) for name in names.split()):
            yield from tags.split()


def _holds(about: str, name: str, language: Language) -> bool:
    if language is Language.CHINESE and not name.isascii():
        return name in about
    return re.search(rf"\b{re.escape(name)}s?\b", about, re.ASCII) is not None


def _spelled(tag: str, language: Language) -> str:
    """Return *tag* as one word, "" for what is none: English ones in small letters, as #springpicnics."""
    words = re.sub(r"[^\w\s-]", "", tag).replace("_", " ").replace("-", "" if tag.isascii() else "-").split()
    if language is Language.ENGLISH:
        spelled = "".join(words[words[0].lower() in _DETERMINERS :] if words else words).lower()
        return spelled if spelled.isascii() and spelled.isalnum() and len(spelled) <= LONGEST[language] else ""
    return _joined(words) if len(_joined(words)) <= LONGEST[language] else ""


def _joined(words: Iterable[str]) -> str:
    return "".join(words)


def _stem(word: str) -> str:
    return word[:-1] if word.isascii() and word.endswith("s") and not word.endswith("ss") else word
