"""What must never reach a reader: places left unfilled, code, markup, a sentence said twice."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from services.critic.domain.note import wording
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import PLAIN, SEVERE, Finding, quoted
from services.critic.domain.note.lengths import columns, sentences
from services.critic.domain.note.note import Content

_PLACEHOLDER: Final = re.compile(
    r"\{\{?\s*[A-Za-z_\u4e00-\u9fff][\w\u4e00-\u9fff .]{0,30}\}\}?|<[A-Z][A-Z_ ]{2,}>|"
    r"\[(?:TODO|TBD|insert[^\]]{0,40}|your [^\]]{0,40})\]|【(?:待|请)[^】]{1,12}】|\b(?:TODO|TBD|lorem ipsum)\b|"
    r"(?<![A-Za-z0-9])[Xx]{2,5}(?![A-Za-z0-9])|待补充|此处填写|某某",
)
_CODE: Final = re.compile(r"```|^\s*[{\[]\s*\"|\"(?:title|body|tags|content)\"\s*:|</?(?:div|p|br|span|script)\b", re.M)
_MARKUP: Final = re.compile(r"\*\*[^*\n]+\*\*|^#{1,6}\s+\S|\[[^\]\n]{1,200}\]\(https?://|^\s*>\s|^\s*\|.+\|\s*$", re.M)
# A shorter sentence ("真的！") may well be there twice.
_TELLING_COLUMNS: Final = 16
# From this part of the sentences on the text is a loop.
_LOOP: Final = 0.2
_MOST_NAMED: Final = 3


def cleanliness_findings(content: Content) -> Iterator[Finding]:
    """Yield what must not be in *content*."""
    yield from _unfilled(content.whole)
    if _CODE.search(content.whole):
        yield Finding(NoteDimension.CONTENT, SEVERE, wording.LEFTOVER_CODE)
    elif _MARKUP.search(f"{content.title}\n{content.body}"):
        yield Finding(NoteDimension.CONTENT, PLAIN, wording.LEFTOVER_MARKUP)
    yield from _repetition(content.body)


def has_placeholder(text: str) -> bool:
    """Return whether a place in *text* was left unfilled."""
    return _PLACEHOLDER.search(text) is not None


def _unfilled(text: str) -> Iterator[Finding]:
    places = list(dict.fromkeys(_PLACEHOLDER.findall(text)))
    if places:
        words = " ".join(quoted(place) for place in places[:_MOST_NAMED])
        yield Finding(NoteDimension.CONTENT, SEVERE, wording.PLACEHOLDER, {"words": words})


def _repetition(body: str) -> Iterator[Finding]:
    told = [one for one in sentences(body) if columns(one) >= _TELLING_COLUMNS]
    if not told:
        return
    sentence, times = Counter(told).most_common(1)[0]
    again = len(told) - len(set(told))
    if times > 1:
        cost = SEVERE if again > _LOOP * len(told) else PLAIN
        yield Finding(NoteDimension.CONTENT, cost, wording.REPEATED, {"sentence": quoted(sentence)})
