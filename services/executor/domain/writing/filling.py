"""Texts of a form with their places filled in; a text whose place cannot be filled is not said."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PLACE = re.compile(r"\{([a-z_]+)\}")
# What the topic says and the form says again: 书单清单, 推荐推荐.
_TWICE = re.compile(r"([书片歌清]单)清单|(合集|攻略|教程|推荐|新手|养护|穿搭)(?=\2)")
_HEADS = re.compile(r"^\W*\{topic\}(?!.*[.!?…]$)|^\W*\{topic\}(?=[:：,，?？|｜])", re.DOTALL)
_AFTER_DETERMINER = re.compile(r"\b(the|your|my|our|this|every|each|first|no|an?) \{topic\}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Filling:
    """What goes into the places; "" for what is not known and must not be made up.

    `sentence_topic` is the topic as it stands within a sentence ("a weekend hike"); "" where that is no other.
    """

    topic: str
    audience: str = ""
    place: str = ""
    count: int = 0
    sentence_topic: str = ""

    @property
    def heading(self) -> str:
        """The topic as a title by itself."""
        return _begun(self.topic)

    def fill(self, text: str) -> str:
        """Return *text* with its places filled in, "" where one of them cannot be."""
        known = self._known()
        if any(not known.get(name) for name in _PLACE.findall(text)):
            return ""
        text = _HEADS.sub(lambda found: found[0].replace("{topic}", self.topic), text)
        text = _AFTER_DETERMINER.sub(lambda found: f"{found[1]} {self.topic}", text)
        return _begun(_TWICE.sub(lambda found: found[1] or "", _PLACE.sub(lambda found: known[found[1]], text).strip()))

    def each(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return those of *texts* that can be filled in, each once."""
        return tuple(dict.fromkeys(filled for filled in map(self.fill, texts) if filled))

    def _known(self) -> Mapping[str, str]:
        count = str(self.count) if self.count else ""
        topic = self.sentence_topic or self.topic
        return {"topic": topic, "audience": self.audience, "place": self.place, "count": count}


def _begun(text: str) -> str:
    """Return *text* with a capital at its start, which a topic in lower case has taken; iPhone stays iPhone."""
    return text if re.match(r"[a-z][A-Z]", text) else text[:1].upper() + text[1:]
