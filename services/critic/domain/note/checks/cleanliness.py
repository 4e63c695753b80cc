"""Checks for unfilled placeholders, code, markup and repeated sentences."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from services.common.text.width import measure_width
from services.critic.domain.note import texts
from services.critic.domain.note.checks.lengths import split_sentences
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MODERATE, SEVERE, Finding, quote
from services.critic.domain.note.note import ReviewedNote

_PLACEHOLDER: Final = re.compile(
    r"\{\{?\s*[A-Za-z_\u4e00-\u9fff][\w\u4e00-\u9fff .]{0,30}\}\}?|<[A-Z][A-Z_ ]{2,}>|"
    r"\[(?:TODO|TBD|insert[^\]]{0,40}|your [^\]]{0,40})\]|【(?:待|请)[^】]{1,12}】|\b(?:TODO|TBD|lorem ipsum)\b|"
    r"(?<![A-Za-z0-9])[Xx]{2,5}(?![A-Za-z0-9])|待补充|此处填写|某某",
)
_CODE: Final = re.compile(r"```|^\s*[{\[]\s*\"|\"(?:title|body|tags|content)\"\s*:|</?(?:div|p|br|span|script)\b", re.M)
_MARKUP: Final = re.compile(r"\*\*[^*\n]+\*\*|^#{1,6}\s+\S|\[[^\]\n]{1,200}\]\(https?://|^\s*>\s|^\s*\|.+\|\s*$", re.M)
# A shorter sentence ("真的！") may be repeated.
_MIN_COLUMNS: Final = 16
# From this share of repeated sentences on the text is a loop.
_LOOP: Final = 0.2
_MAX_NAMED: Final = 3


def check_cleanliness(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the text of *note*."""
    yield from _check_placeholders(note.whole_text)
    if _CODE.search(note.whole_text):
        yield Finding(NoteDimension.CONTENT, SEVERE, texts.LEFTOVER_CODE)
    elif _MARKUP.search(f"{note.content.title}\n{note.content.body}"):
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.LEFTOVER_MARKUP)
    yield from _check_repetition(note.content.body)


def has_placeholder(text: str) -> bool:
    """Return whether *text* contains an unfilled placeholder."""
    return _PLACEHOLDER.search(text) is not None


def _check_placeholders(text: str) -> Iterator[Finding]:
    places = list(dict.fromkeys(_PLACEHOLDER.findall(text)))
    if places:
        words = " ".join(quote(place) for place in places[:_MAX_NAMED])
        yield Finding(NoteDimension.CONTENT, SEVERE, texts.PLACEHOLDER, {"words": words})


def _check_repetition(body: str) -> Iterator[Finding]:
    sentences = [one for one in split_sentences(body) if measure_width(one) >= _MIN_COLUMNS]
    if not sentences:
        return
    sentence, times = Counter(sentences).most_common(1)[0]
    repeated = len(sentences) - len(set(sentences))
    if times > 1:
        cost = SEVERE if repeated > _LOOP * len(sentences) else MODERATE
        yield Finding(NoteDimension.CONTENT, cost, texts.REPEATED, {"sentence": quote(sentence)})
