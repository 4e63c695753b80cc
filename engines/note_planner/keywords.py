"""Keywords of a note."""

import re

from engines.language.characters import is_chinese
from engines.language.scanner import split_words
from engines.note_planner.request.lexicon import CONTENT_TYPE_NAMES
from services.common.contract.note import ContentType
from services.common.text import segmentation
from services.common.text.language import Language
from services.common.text.width import measure_width

MAX_KEYWORDS = 8
_MAX_WIDTH = 32
_WORD = re.compile(r"[^\W_][\w'’-]*")
_STOP_WORDS = frozenset(
    split_words(
        "的|了|在|和|与|及|把|给|我|我家|我们|你|是|有|一|个|怎么|怎么样|如何|什么|哪儿|哪里|去|做|用|到",
        "上|下|里|吗|呢|第一|第一次|一杯|一个|适合|这个|那个|几家|一些|自己|大家|可以|没有|关于|分享|推荐",
        "a|an|the|of|in|on|at|by|to|for|from|with|and|or|is|are|my|your|our|their|his|her|its|this|that",
        "how|what|when|where|about|at|best|new|good",
    )
)


def extract_keywords(
    topic: str, audience: str, content_type: ContentType | None, language: Language
) -> tuple[str, ...]:
    """Return up to 8 keywords, most specific first: topic, topic with content type, words of the topic, audience."""
    in_chinese = is_chinese(topic)
    whole = [topic] if measure_width(topic) <= _MAX_WIDTH else []
    content_type_name = CONTENT_TYPE_NAMES[content_type].pick(language) if content_type else ""
    if whole and content_type_name and not topic.endswith((content_type_name, "书单", "片单", "歌单")):
        whole.append(f"{topic}{content_type_name}" if in_chinese else f"{topic} {content_type_name}")
    keywords = [
        *whole,
        *_split_topic(topic),
        *([audience] if audience and measure_width(audience) <= _MAX_WIDTH else []),
    ]
    return tuple(dict.fromkeys(keywords))[:MAX_KEYWORDS]


def _split_topic(topic: str) -> list[str]:
    tokens = segmentation.segment(topic) if is_chinese(topic) else _WORD.findall(topic)
    words = (token.strip() for token in tokens if token.strip().lower() not in _STOP_WORDS)
    return [token for token in words if _WORD.fullmatch(token) and (len(token) > 1 or not is_chinese(token))]
