"""Noun phrases for the topic and the audience of a note."""

import re

from engines.note_writer.values import NoteRequest
from services.common.text.language import Language

MAX_AUDIENCE_LENGTH = {Language.CHINESE: 12, Language.ENGLISH: 40}
MAX_TOPIC_LENGTH = {Language.CHINESE: 14, Language.ENGLISH: 44}
"""Of a topic with its audience."""
_DETERMINER = re.compile(
    r"(?:an?|the|my|your|our|their|his|her|its|this|these|why|what|how|when|where|some|more|better|\d+)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\s(?:for|in|with|of|on|at|to|from|under|by|without|after|before|during|near|around)\s")
_WORD = re.compile(r"\w+")
# Topics that cannot be a noun in a sentence: a question, a complaint, a clause with its own verb, or a long one.
_CLAUSE = re.compile(
    r"[吗了]$|(?<![功技可才性智])能(?![力量源])|会不会|够不够|来得及|怕|硬得|怎么|如何|怎样|什么|哪|为何|为什么|总是?(?!结)|老是|还是|不[^锈停同]|没有?|[想要](?!点)|要|^挑|太|不了"
    r"|\b(?:what|which|why|how|when|keeps?|keep|isn['’]t|won['’]t|don['’]t|doesn['’]t|is|are|gets?)\b|:",
    re.IGNORECASE,
)
_MAX_NAME = {Language.CHINESE: 12, Language.ENGLISH: 48}
_UNCOUNTABLE = frozenset(
    _WORD.findall("""
    coffee tea matcha food skincare makeup travel camping fitness yoga bread sourdough life decor work gear equipment
    furniture music sleep advice hair skin homework storage sushi rice pasta cooking baking management care prep
    revision parenting photography journaling meditation productivity stress anxiety money weather luggage
    sunscreen milk soup chocolate ramen wine beer breakfast lunch dinner brunch research software technology english
    japanese chinese french spanish etiquette nutrition fashion beauty health wellness housework laundry clutter art
    design minimalism citywalk time thrifting streetwear knitwear jewellery jewelry bouldering shopping
    """)
)
_NOUNS_IN_ING = frozenset(("spring", "morning", "evening", "wedding", "ring", "string", "ceiling"))
_ITEM_NOUN = re.compile(r"(?:的)?(?:必带|随身)?(?:装备|用品|行李|物品|东西)$")
_SINGULAR_ENDINGS = ("ss", "us", "is")


def add_article(topic: str, language: Language) -> str:
    """Return *topic* for use within a sentence: an English countable noun gets an article."""
    if language is not Language.ENGLISH or not topic.isascii():
        return topic
    if _DETERMINER.match(topic):
        return topic[:1].lower() + topic[1:]
    head = find_head_noun(topic)
    first = topic.split()[0].lower()
    if _is_gerund(first):
        return topic[:1].lower() + topic[1:]
    if not head or _is_plural(first) or " and " in topic or _takes_no_article(head):
        return topic
    return f"{'an' if topic[0].lower() in 'aeiou' else 'a'} {topic}"


def is_clause(topic: str, language: Language) -> bool:
    """Return whether *topic* is a question, a clause or too long for a noun within a sentence."""
    return _CLAUSE.search(topic) is not None or len(topic) > _MAX_NAME[language]


def find_head_noun(topic: str) -> str:
    """Return the head noun of an English *topic*: the last word before a preposition, "" for none."""
    words = _PREPOSITION.split(topic, maxsplit=1)[0].split()
    return words[-1] if words else ""


def strip_item_noun(topic: str) -> str:
    """Return the activity of a list of items: 露营 for 露营装备."""
    bare = _ITEM_NOUN.sub("", topic)
    return bare if len(bare) > 1 else topic


def name_for(audience: str, topic: str, language: Language) -> str:
    """Return *topic* with its *audience*: 给三年级男生的课外书, "birdwatching for beginners"."""
    if language is Language.CHINESE:
        return f"给{audience}的{topic}"
    return topic if " for " in topic else f"{topic} for {audience}"


def select_audience(request: NoteRequest) -> str:
    """Return the audience to mention, "" if it follows from the topic or is too long."""
    audience = request.audience
    is_named = request.has_explicit_audience and len(audience) <= MAX_AUDIENCE_LENGTH[request.language]
    return audience if is_named else ""


def _takes_no_article(head: str) -> bool:
    """Return whether a noun takes no article: a name, a plural, a gerund or an uncountable noun."""
    folded = head.lower()
    return head[:1].isupper() or _is_plural(folded) or _is_gerund(folded) or folded.rpartition("-")[2] in _UNCOUNTABLE


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(_SINGULAR_ENDINGS)


def _is_gerund(word: str) -> bool:
    return word.endswith("ing") and word not in _NOUNS_IN_ING
