"""Restores the words of the user in a topic from which the parser removed some."""

import re
from collections.abc import Sequence

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.language.scanner import split_words
from engines.note_planner.request.readings import Reading
from services.common.text.segmentation import segment

MAX_RESTORED = 2
"""Number of words within a topic that the parser may have removed."""
_HOW_WITHIN = re.compile(r"(?:怎么|如何|怎样)(?=.*、|回事|.*才)")
_CUT_WORDS = frozenset(split_words("对比|发票|发烧|发型|发霉|发面|做法|出行|出差|出国"))
"""Words whose first letter is also a verb or a preposition at the start of a request."""


def restore_words(topic: str, own: Reading) -> str:
    """Return *topic* with the words of its clause that it lacks in the middle ("a paper going", for a paper diary)."""
    if is_chinese(topic):
        dropped = _HOW_WITHIN.search(own.text)
        is_dropped = dropped is not None and topic == f"{own.text[: dropped.start()]}{own.text[dropped.end() :]}"
        return own.text if is_dropped else topic
    return _restore_things(_restore_middle(topic, own), own)


def _restore_things(topic: str, own: Reading) -> str:
    """Return *topic* with the further things that its clause enumerates: "cooking rice, beans and lentils"."""
    first, comma, further = own.text.partition(", ")
    is_first = comma and topic.split()[-1].lower() == first.split()[-1].lower()
    return f"{topic}, {further}" if is_first else topic


def _restore_middle(topic: str, own: Reading) -> str:
    words = [strip_edges(word) for word in Phrase(topic).folded.split()][1:]
    own_words = own.clause.split()
    folded = [strip_edges(word) for word in Phrase(own.clause).folded.split()]
    places = _match_from_end(words, folded)
    missing = places[-1] - places[0] + 1 - len(places) if places else 0
    if not 0 < missing <= MAX_RESTORED or len(own_words) != len(folded):
        return topic
    return " ".join((topic.split()[0], *own_words[places[0] : places[-1] + 1])).strip(" ,.;:!?")


def restore_start(topic: str, text: str) -> str:
    """Return a Chinese *topic* with the start of its first word in *text*: 对比, if 对 was read as a preposition."""
    place = text.find(topic) if is_chinese(topic) else -1
    if place <= 0:
        return topic
    start = 0
    for word in segment(text):
        end = start + len(word)
        if start < place < end and word in _CUT_WORDS:
            return f"{text[start:place]}{topic}"
        if end > place:
            break
        start = end
    return topic


def _match_from_end(words: Sequence[str], whole: Sequence[str]) -> list[int]:
    """Return the last places of all *words* in *whole* in their order; nothing if one is missing."""
    places = list[int]()
    for word in reversed(words):
        last = places[0] if places else len(whole)
        place = next((at for at in range(last - 1, -1, -1) if whole[at] == word), None)
        if place is None:
            return []
        places.insert(0, place)
    return places
