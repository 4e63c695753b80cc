"""Texts of a form with their places filled in; a text whose place cannot be filled is not said."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PLACE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Filling:
    """What goes into the places; "" for what is not known and must not be made up."""

    topic: str
    audience: str = ""
    place: str = ""
    count: int = 0

    def fill(self, text: str) -> str:
        """Return *text* with its places filled in, "" where one of them cannot be."""
        known = self._known()
        if any(not known.get(name) for name in _PLACE.findall(text)):
            return ""
        return _begun(_PLACE.sub(lambda found: known[found[1]], text).strip())

    def each(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return those of *texts* that can be filled in, each once."""
        return tuple(dict.fromkeys(filled for filled in map(self.fill, texts) if filled))

    def _known(self) -> Mapping[str, str]:
        count = str(self.count) if self.count else ""
        return {"topic": self.topic, "audience": self.audience, "place": self.place, "count": count}


def _begun(text: str) -> str:
    """Return *text* with a capital at its start, which a topic in lower case has taken."""
    return text[:1].upper() + text[1:]
