"""The technique that a text names."""

from engines.painter.content.mentions import find_mentions
from engines.painter.content.normalization import normalize
from services.common.contract.image_chat import Medium


def parse_medium(text: str) -> Medium | None:
    """Return the technique that *text* names, None if it names none."""
    return next((one.named for one in find_mentions(normalize(text)) if isinstance(one.named, Medium)), None)
