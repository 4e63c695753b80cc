"""Pronouns that another one is to take the place of: "we" instead of "I" throughout."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.changes import Change, Kind
from engines.note_writer.feedback.context import Context
from engines.note_writer.values import Draft

_FORMS = (
    ("i", "me", "my", "mine", "i'm", "i've", "i'd", "i'll"),
    ("we", "us", "our", "ours"),
    ("you", "your", "yours"),
    ("he", "him", "his"),
    ("she", "her", "hers"),
    ("they", "them", "their", "theirs"),
    ("one", "one's"),
)
_PRONOUN = re.compile(
    rf"{'|'.join(form for forms in _FORMS for form in forms)}|[我你您他她它俺咱]们?|大家|各位|人家|本人|笔者|小编",
    re.IGNORECASE,
)
_THROUGHOUT = re.compile(
    r",? (?:throughout|everywhere|all over|(?:all|the whole) (?:the )?way through|(?:in|through|for) the (?:whole|entire) (?:text|note|post|thing)|please|all the time|at all times)$"
    r"|^(?:通篇|全文|全篇|整篇|从头到尾|统统|一律|全部)(?:都|请)?",
    re.IGNORECASE,
)
_BARE = re.compile(r"[“”\"‘’'「」『』]")


def strip_extent(text: str) -> str:
    """Return *text* without the words that it is about the whole note: throughout, 通篇."""
    return _THROUGHOUT.sub("", _THROUGHOUT.sub("", text.strip())).strip()


def parse_pronouns(text: str, wrong: str, right: str) -> Change | None:
    """Return the change of a clause with *right* in place of *wrong*, None if they are no pronouns."""
    names = [_BARE.sub("", one).strip() for one in (wrong, right)]
    if not all(map(_PRONOUN.fullmatch, names)):
        return None
    return Change(text, Kind.PRONOUN, value=names[0], other=names[1])


def exchange(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft if it lacks the pronoun; with another one its sentences would be other sentences."""
    return draft if lacks_pronoun(change, draft, draft) else None


def lacks_pronoun(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether neither title nor text has the unwanted pronoun in any of its forms."""
    text, wrong = f"{draft.title}\n{draft.body}".replace("’", "'"), change.value.lower()
    if not wrong.isascii():
        return re.search(f"{re.escape(wrong)}(?!们)", text) is None
    forms = next((one for one in _FORMS if wrong in one), (wrong,))
    return re.search(rf"\b(?:{'|'.join(forms)})\b", text, re.IGNORECASE) is None
