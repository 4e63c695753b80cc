"""How the topic and the readers of a note stand in its sentences."""

import re

from services.common.language import Language
from services.executor.domain.writing.values import Assignment

LONGEST_READERS = {Language.CHINESE: 12, Language.ENGLISH: 40}
_DETERMINED = re.compile(
    r"(?:an?|the|my|your|our|their|his|her|its|this|these|why|what|how|when|where|some|more|better|\d+)\b",
    re.IGNORECASE,
)
_AFTER_HEAD = re.compile(r"\s(?:for|in|with|of|on|at|to|from|under|by|without|after|before|during|near|around)\s")
_WORD = re.compile(r"\w+")
_UNCOUNTED = frozenset(
    _WORD.findall("""
    coffee tea matcha food skincare makeup travel camping fitness yoga bread sourdough life decor work gear equipment
    furniture music sleep advice hair skin homework storage sushi rice pasta cooking baking management care prep
    revision parenting photography journaling meditation productivity stress anxiety money weather luggage
    sunscreen milk soup chocolate ramen wine beer breakfast lunch dinner brunch research software technology english
    japanese chinese french spanish etiquette nutrition fashion beauty health wellness housework laundry clutter art
    design minimalism citywalk time thrifting streetwear knitwear jewellery jewelry bouldering shopping
    """)
)
_NO_GERUNDS = frozenset(("spring", "morning", "evening", "wedding", "ring", "string", "building", "ceiling"))
_THINGS = re.compile(r"(?:的)?(?:必带|随身)?(?:装备|用品|行李|物品|东西)$")
_NO_PLURALS = ("ss", "us", "is")


def in_sentences(topic: str, language: Language) -> str:
    """Return *topic* as it stands within a sentence: an English thing that can be counted has its article."""
    if language is not Language.ENGLISH or not topic.isascii():
        return topic
    if _DETERMINED.match(topic):
        return topic[:1].lower() + topic[1:]
    head = head_of(topic)
    if not head or _is_gerund(topic.split()[0].lower()) or " and " in topic or _is_uncounted(head):
        return topic
    return f"{'an' if topic[0].lower() in 'aeiou' else 'a'} {topic}"


def head_of(topic: str) -> str:
    """Return the noun that an English *topic* is about: the last word before what says more of it, "" for none."""
    words = _AFTER_HEAD.split(topic, maxsplit=1)[0].split()
    return words[-1] if words else ""


def listed(topic: str) -> str:
    """Return what a list on *topic* is for: 露营 for 露营装备, as one packs for it."""
    bare = _THINGS.sub("", topic)
    return bare if len(bare) > 1 else topic


def readers_of(assignment: Assignment) -> str:
    """Return the readers to be spoken of, "" for those that nobody named: they are told by the topic alone."""
    readers, topic = assignment.audience, assignment.topic.lower()
    longest = LONGEST_READERS[assignment.language]
    told_by_topic = topic in readers.lower() or re.search(r"感兴趣|想了解|\binterested in\b", readers)
    return "" if told_by_topic or len(readers) > longest else readers


def _is_uncounted(head: str) -> bool:
    """Return whether a noun has no article: a name, a plural, what is done, or what cannot be counted."""
    folded = head.lower()
    plural = folded.endswith("s") and not folded.endswith(_NO_PLURALS)
    return head[:1].isupper() or plural or _is_gerund(folded) or folded.rpartition("-")[2] in _UNCOUNTED


def _is_gerund(word: str) -> bool:
    return word.endswith("ing") and word not in _NO_GERUNDS
