"""Changes of a title. Each returns the new title, "" if there is none."""

import re

from engines.language.words import segment_words
from engines.note_writer.feedback.changes import Change
from engines.note_writer.lengths import Unit, parse_unit, remove_emoji
from engines.note_writer.values import MAX_TITLE_LENGTH, Draft, NoteRequest
from services.common.text.language import Language

_NUMBER = re.compile(
    r"[\d一二两三四五六七八九十]+(?:个要点|点|件事?|步|条|个|招|天)?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_BARE_NUMBER = re.compile(
    r"[\d一二两三四五六七八九十]+|one|two|three|four|five|six|seven|eight|nine|ten", re.IGNORECASE
)
_BREAK = re.compile(r"[，,：:｜|！!？?。—]|\s[-–]\s|(?<=\w)\.\s")
_MIN_TITLE = 4
_NO_START = re.compile(r"^[的了着过地得]| ")
_EDGES = " ，,：:｜|、。-–—！!"


def set_title(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the title that the reviewer wrote."""
    return change.value[:MAX_TITLE_LENGTH]


def shorten(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the longest shorter title: a part of this one, or the topic."""
    bare = remove_emoji(title).strip(_EDGES)
    parts = [part.strip(_EDGES) for part in _BREAK.split(bare)]
    candidates = [*parts, request.topic, bare]
    fitting = [one for one in candidates if one and len(one) < len(bare) and _names_topic(one, request)]
    return _capitalize(max(fitting, key=len)) if fitting else ""


def limit(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return a title within the limit, never truncated within a word."""
    longest, is_in_words = int(change.value), parse_unit(change.text, "字") is Unit.WORDS

    def measure(text: str) -> int:
        return len(text.split()) if is_in_words else len(text)

    if measure(title) <= longest:
        return title
    bare = remove_emoji(title).strip(_EDGES)
    parts = [bare, *(part.strip(_EDGES) for part in _BREAK.split(bare)), request.topic]
    fitting = [one for one in parts if one and measure(one) <= longest]
    named = [one for one in fitting if _names_topic(one, request)]
    best = max(named, key=len, default="") or _take_end_of_topic(request, longest)
    return _capitalize(best or max(fitting, key=len, default=""))


def _take_end_of_topic(request: NoteRequest, longest: int) -> str:
    """Return the last words of a Chinese topic, where its head is: 绿萝叶尖发黄, of 养了半年的绿萝叶尖发黄."""
    if request.language is not Language.CHINESE:
        return ""
    words = list(segment_words(request.topic.replace("，", " ")))
    ends = (request.topic.rpartition("的")[2], *("".join(words[start:]).strip() for start in range(len(words))))
    return next((one for one in ends if _MIN_TITLE <= len(one) <= longest and not _NO_START.search(one)), "")


def contain(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the title with the word, in the reviewer's case."""
    word = change.value
    if not word or word.lower() in title.lower():
        return title if word else ""
    if _BARE_NUMBER.fullmatch(word) and not re.search(r"[“”\"「」『』]", change.text):
        # A number that counts nothing is no part of a title.
        return ""
    if re.search(r"\b(?:start|begin|up front)\b", change.text, re.IGNORECASE):
        return f"{_capitalize(word)}: {title}"[:MAX_TITLE_LENGTH]
    joined = f"{word}｜{title}" if request.language is Language.CHINESE else f"{title} | {word}"
    return joined[:MAX_TITLE_LENGTH]


def lack(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the title without the word: without its part, or without the word where the rest is still a phrase."""
    word = change.value.lower()
    if not word or word not in title.lower():
        return title
    parts = [part.strip(_EDGES) for part in _BREAK.split(title)]
    without = [part for part in parts if len(part) >= _MIN_TITLE and word not in part.lower()]
    named = [part for part in without if _names_topic(part, request)]
    if named:
        return _capitalize(max(named, key=len))
    if word not in request.topic.lower():
        bare = re.sub(re.escape(word), "", title, flags=re.IGNORECASE)
        bare = re.sub(r"\s{2,}", " ", _DANGLING.sub("", bare))
        bare = re.sub(r"^(?:A|An|The)\s+(?:to|on)\s+", "", bare).strip(_EDGES)
        return _capitalize(bare) if len(bare) > 1 else _capitalize(request.topic)
    part = next(one for one in parts if word in one.lower())
    start, end = part[: -len(word)].strip(_EDGES), part[len(word) :].strip(_EDGES)
    is_first = part.lower().startswith(word) and not _NO_START.match(end)
    rest = end if is_first else _DANGLING.sub("", start).strip() if part.lower().endswith(word) else ""
    return _capitalize(title.replace(part, rest)) if len(rest) >= _MIN_TITLE else ""


_DANGLING = re.compile(r"(?:\s*\b(?:a|an|the|to|on|for|of|with|in|at|by|and)\b)+\s*(?=[:,]|$)", re.IGNORECASE)
"""Words of a phrase of which the last word is gone."""


def ask(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return a question about the topic."""
    if re.search(r"[?？]", title):
        return title
    chinese = request.language is Language.CHINESE
    return f"{request.topic}，怎么开始？" if chinese else f"{_capitalize(request.topic)}: where to begin?"


def do_not_ask(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the title without its question."""
    if not re.search(r"[?？]", title):
        return title
    statements = [
        part.strip(_EDGES) for part in re.split(r"(?<=[?？!！。：:，,])", title) if not re.search("[?？]", part)
    ]
    return max(statements, key=len, default="") or _capitalize(request.topic)


def number(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the title with the number of its sections."""
    if re.search(r"\d", title):
        return title
    count = sum(bool(block.heading) for block in draft.blocks)
    if not count:
        return ""
    chinese = request.language is Language.CHINESE
    return f"{title}（{count}个要点）" if chinese else f"{title} ({count} points)"


def remove_numbers(title: str, change: Change, request: NoteRequest, draft: Draft) -> str:
    """Return the title without numbers."""
    if not _NUMBER.search(title):
        return title
    parts = [part.strip(_EDGES) for part in _BREAK.split(title)]
    without = [part for part in parts if part and not _NUMBER.search(part)]
    return _capitalize(max(without, key=len)) if without else ""


def _names_topic(text: str, request: NoteRequest) -> bool:
    folded = text.lower()
    topic = request.topic.lower()
    return (
        topic in folded
        or (folded in topic and len(folded) > 1)
        or any(word in folded for word in re.findall(r"[a-z]{4,}|[\u4e00-\u9fff]{2}", topic))
    )


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
