"""The words a note should be found by."""

import re

import rjieba

from services.common.language import Language
from services.planner.domain.note.brief_lexicon import KIND_NAMES
from services.planner.domain.note.measure import width
from services.planner.domain.note.values import ContentType
from services.planner.domain.scanner import words
from services.planner.domain.script import is_chinese

MOST_KEYWORDS = 8
_WIDEST = 32
_WORD = re.compile(r"[^\W_][\w'’-]*")
_TELL_NOTHING = frozenset(
    words(
        "的|了|在|和|与|及|把|给|我|我家|我们|你|是|有|一|个|怎么|怎么样|如何|什么|哪儿|哪里|去|做|用|到",
        "上|下|里|吗|呢|第一|第一次|一杯|一个|适合|这个|那个|几家|一些|自己|大家|可以|没有|关于|分享|推荐",
        "a|an|the|of|in|on|at|by|to|for|from|with|and|or|is|are|my|your|our|their|his|her|its|this|that",
        "how|what|when|where|about|at|best|new|good",
    )
)


def keywords(topic: str, audience: str, kind: ContentType | None, language: Language) -> tuple[str, ...]:
    """Return up to 8 keywords, the most telling first: the topic, the topic with its kind, its words, the readers."""
    chinese = is_chinese(topic)
    whole = [topic] if width(topic) <= _WIDEST else []
    name = KIND_NAMES[kind].pick(language) if kind else ""
    if whole and name and not topic.endswith((name, "书单", "片单", "歌单")):
        whole.append(f"{topic}{name}" if chinese else f"{topic} {name}")
    found = [*whole, *_words(topic), *([audience] if audience and width(audience) <= _WIDEST else [])]
    return tuple(dict.fromkeys(found))[:MOST_KEYWORDS]


def _words(topic: str) -> list[str]:
    tokens = rjieba.cut(topic) if is_chinese(topic) else _WORD.findall(topic)
    telling = (token.strip() for token in tokens if token.strip().lower() not in _TELL_NOTHING)
    return [token for token in telling if _WORD.fullmatch(token) and (len(token) > 1 or not is_chinese(token))]
