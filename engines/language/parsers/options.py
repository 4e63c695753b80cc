"""Finds the option that a user names: by its id, its label, the name in its label, or its place."""

import re
from collections.abc import Sequence

from engines.language.characters import fold, to_half_width
from engines.language.parsers.measurements import parse_chinese_number
from services.common.contract.questions import Option

_ENGLISH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PLACES = {word: place for place, word in enumerate(_ENGLISH, 1)} | {"former": 1, "前者": 1, "latter": 0, "后者": 0}
_LAST = frozenset(("last", "最后", "最末"))
_PLACE = re.compile(
    r"(?:the |no\.? ?|number |option |#)?(?P<place>\d{1,3}|[a-z]+)(?:st|nd|rd|th)?(?: (?:one|option|choice))?"
    r"|(?:第)?(?P<number>\d{1,3}|[一二三四五六七八九十]{1,3})(?:个|项|种|条|号)?(?:选项)?"
    r"|(?P<word>最后|最末|前者|后者)(?:一?(?:个|项|种|条))?(?:选项)?"
)
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")


def find_option(chosen: str, options: Sequence[Option]) -> str:
    """Return the id of the option that *chosen* names, "" where it names none or several.

    An id, in whichever case, goes before a label, a label before a name in quotes within one label, and this before a
    place: "the second one", 第二个, 2.
    """
    if chosen in {option.id for option in options}:
        return chosen
    folded = fold(to_half_width(chosen)).strip()
    labels = {option.id: fold(to_half_width(option.label)).strip() for option in options}
    for found in (
        [one for one in labels if fold(to_half_width(one)).strip() == folded],
        [one for one, label in labels.items() if label == folded],
        [one for one, label in labels.items() if folded in _QUOTED.findall(label)],
    ):
        if found:
            return found[0] if len(found) == 1 else ""
    place = _find_place(folded, len(options))
    return options[place - 1].id if 0 < place <= len(options) else ""


def _find_place(folded: str, count: int) -> int:
    """Return the place that a text states, from 1; 0 for none."""
    match = _PLACE.fullmatch(folded)
    if match is None:
        return 0
    word = match["place"] or match["number"] or match["word"]
    if word in _LAST:
        return count
    if word in _PLACES:
        return _PLACES[word] or (count if count == 2 else 0)  # "the latter" of three is none
    if word.isdigit():
        return int(word)
    return 0 if word.isascii() else parse_chinese_number(word)
