"""Turns English verbs into topics: "make cold brew at home" is "cold brew", "bake bread" is "baking bread"."""

import re

from engines.language.scanner import split_words

ARTICLE = re.compile(r"^(?:a|an|the|some) ")
_NO_PRODUCT = re.compile(
    r"(?:the|my|our|your|his|her|their|this|that|it|them|him|us|(?:new |more )?friends|money|time|peace|sense|sure|use"
    r"|amends|room|progress|up|do|well)\b",
    re.IGNORECASE,
)
"""The object of an act that changes it and produces nothing: "make the first month easier", "make friends"."""
_AT_HOME = re.compile(r"(?<=.) at home$", re.IGNORECASE)
_ADVERB = re.compile(
    r"(?!(?:fly|apply|reply|supply|rely|comply|imply|multiply|bully|rally|tally)$)[a-z]{2,}ly", re.IGNORECASE
)
"""A word before the verb: "politely leave a group" is "politely leaving a group"."""
VERBS = frozenset(
    split_words(
        "make|do|get|cook|bake|clean|build|learn|plan|grow|choose|buy|find|start|use|save|brew|keep|train",
        "write|read|travel|pack|visit|sleep|eat|run|lose|stay|take|care|live|work|create|style|wear",
        "organise|organize|decorate|paint|draw|fix|prepare|wash",
    )
)
_DOUBLED = re.compile(r"(?:re)?(?:qu|[^aeiou]*)[aeiou][^aeiouwxy]|begin|admit|commit|forget")
"""Verbs of one syllable with a short vowel, and a few others, double their last letter: planning, repotting."""


def to_activity(verb: str, others: str) -> str:
    """Return an activity as a topic; for production only the product ("make cold brew at home": "cold brew")."""
    if verb.lower() in ("make", "do") and others.strip() and not _NO_PRODUCT.match(others.strip()):
        return ARTICLE.sub("", _AT_HOME.sub("", others.strip()))
    following, space, rest = others.strip().partition(" ")
    if following and _ADVERB.fullmatch(verb):
        return f"{verb} {to_gerund(following)}{space}{rest}"
    return to_gerund(verb) + others


def to_gerund(verb: str) -> str:
    """Return the gerund of an English verb ("making" for "make")."""
    folded = verb.lower()
    if folded.endswith("ing") or not folded.isascii() or not folded.isalpha():
        return verb
    if _DOUBLED.fullmatch(folded):
        return f"{verb}{verb[-1]}ing"
    if folded.endswith("ie"):
        return f"{verb[:-2]}ying"
    if folded.endswith("e") and not folded.endswith(("ee", "oe", "ye")) and folded != "be":
        return f"{verb[:-1]}ing"
    return f"{verb}ing"
