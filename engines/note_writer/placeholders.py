"""Placeholders of a template; a text with a placeholder that has no value is omitted."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
# A noun that both the topic and the template contain: 书单清单, 推荐推荐.
_REPEATED = re.compile(r"([书片歌清]单)清单|(合集|攻略|教程|推荐|新手|养护|穿搭|周末|第一次|入门|在家|去)(?=\2)")
_AT_START = re.compile(r"^\W*\{topic\}(?!.*[.!?…]$)|^\W*\{topic\}(?=[:：,，?？|｜])", re.DOTALL)
_AFTER_DETERMINER = re.compile(r"\b(the|your|my|our|this|every|each|first|no|an?) \{topic\}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placeholders:
    """Values of the placeholders; "" if unknown.

    `sentence_topic` is the topic within a sentence ("a weekend hike"), "" if it does not differ.
    """

    topic: str
    audience: str = ""
    place: str = ""
    count: int = 0
    sentence_topic: str = ""

    @property
    def heading(self) -> str:
        """The topic as a title by itself."""
        return _capitalize(self.topic)

    def fill(self, text: str) -> str:
        """Return *text* with its placeholders filled in, "" if one of them has no value."""
        values = self._values()
        if any(not values.get(name) for name in _PLACEHOLDER.findall(text)):
            return ""
        text = _AT_START.sub(lambda found: found[0].replace("{topic}", self.topic), text)
        text = _AFTER_DETERMINER.sub(lambda found: f"{found[1]} {self.topic}", text)
        return _capitalize(
            _REPEATED.sub(
                lambda found: found[1] or "",
                _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text).strip(),
            )
        )

    def fill_all(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return the distinct *texts* that can be filled in."""
        return tuple(dict.fromkeys(filled for filled in map(self.fill, texts) if filled))

    def _values(self) -> Mapping[str, str]:
        count = str(self.count) if self.count else ""
        topic = self.sentence_topic or self.topic
        return {"topic": topic, "audience": self.audience, "place": self.place, "count": count}


def _capitalize(text: str) -> str:
    """Return *text* with a capital at its start; iPhone is not changed."""
    return text if re.match(r"[a-z][A-Z]", text) else text[:1].upper() + text[1:]
