"""Names the subject of a phrase that leans on another clause of its request.

"feeding them well" and "getting nights back" have no noun of their own: the pronoun is replaced by the noun phrase
that it refers to ("feeding two rabbits well"), or the phrase is joined to the statement that introduces the subject.
"""

# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator, Sequence

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.language.scanner import split_words
from engines.note_planner.request.completeness import REFERRING, is_complete, list_content
from engines.note_planner.request.situations import COUNTED, NAMED, name_referent
from engines.note_planner.request.topics import get_max_width
from services.common.text.width import measure_width

_PRONOUN = re.compile(
    r"\b(?:them|they|ones|him|he|she|it)\b|\bone\b(?= (?:so|that|to|for|in|on|with|and|up|without|at|from|when|if|which|before|after|until|as|by|of)\b|$)"
    r"|\b(?:that|this|these|those|her)\b(?= (?:in|into|to|for|with|on|and|without|from|off|out|up|down)\b|$)"
)
_DUMMY = re.compile(
    r"\b(?:is|was|does|would|will|can|if|whether|when|makes?|making|make|find|finding) it\b|\bit(?:'s| is| takes?| rains?| snows?)\b"
)
"""It without a referent: "is it worth descaling a kettle"."""
_PLURAL = frozenset(split_words("them|they|ones|these|those"))
_ANIMATE = frozenset(split_words("him|he|she|her"))
_QUALITIES = frozenset(
    split_words(
        "small|big|large|little|tiny|cheap|easy|hard|simple|quick|fast|slow|happy|safe|clean|nice|fun|calm|quiet|warm|cold|easier|harder"
        "|faster|safer|cheaper|smoother|calmer|happier|simpler|quicker|bearable|healthier|cleaner|quieter|stronger|smarter|sooner|later"
        "|back|alive|together|apart|alone|away|look|feel|seem|happen|nights|night|evenings|mornings|weekends|hours|minutes|everybody"
    )
)
"""Words for how something is, and when: no subject."""
_ADVERB = re.compile(r"[a-z]{2,}[detsnrmk]ly")
_NOUN_PHRASE = re.compile(
    r"\b(?P<first>an?|the|my|our|his|her|their|some|two|three|four|five|six|\d+) (?P<rest>[\w'’-]+(?: [\w'’-]+){0,5})"
)
_NO_NOUN = frozenset(
    split_words(
        "a|an|the|of|in|on|at|to|for|with|from|by|about|as|than|and|or|but|so|if|who|which|that|is|are|was|were|has|have|had|will|would"
        "|can|could|should|do|does|did|want|wants|keep|keeps|hide|since|because|when|while|after|before|not|never|just|i|we|he|she|they|it"
        "|under|into|over|through|without|outside|inside|behind|beside|next|near|between|above|below|across|around|along|during|until|off|out|up|down|my|our|your|its|this|these|those|there|here|per|last|aged|each|now|then|all|always|again|gets|got|make|makes|made|said|says"
    )
)
_TIMES = re.compile(
    r"\b(?:day|week|month|year|hour|minute|night|evening|morning|weekend|time|bit|lot|half|while|moment|second|stage)s?$"
)
_BREAK = re.compile(
    r",? (?=(?:since|because|and|but|so|when|while|after|which|who|until|though|although|where)\b)", re.IGNORECASE
)
_OPENING = re.compile(r"^(?:(?:so|and|but|well|ok|okay|also|now|then) )+", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b(?:an?|one) (?!(?:[\w-]+ ){1,3}(?:to|of|where|who|which|that)\b)")
_OF_USER = re.compile(r"(?:i|we)\b", re.IGNORECASE)
"""A statement on what the user does, which is the frame of an act: selling candles, of a small stall."""
MIN_JOINED = 12
"""Width of the shortest statement that introduces a subject."""


def name_subject(text: str, before: Sequence[str]) -> str:
    """Return *text* with the subject that it lacks, from the statements *before* it; unchanged if it has its own."""
    if is_chinese(text):
        return _name_chinese_subject(text, before)
    pronoun = find_pronoun(text)
    if pronoun is not None and (named := _find_referent(pronoun[0].lower(), before)):
        replaced = f"{text[: pronoun.start()]}{named}{text[pronoun.end() :]}"
        if measure_width(replaced) <= get_max_width(text):
            return replaced
    if pronoun is None and list_nouns(text):
        before = [one for one in before if _OF_USER.match(one)] if _is_instance(text) else ()
    return next((joined for one in before if (joined := join_subject(one, text))), text)


def join_subject(statement: str, text: str) -> str:
    """Return the start of an English *statement* that has a noun, as far as it fits, with *text*; "" for none."""
    room = get_max_width(text) - measure_width(text) - 2
    parts = _BREAK.split(_OPENING.sub("", statement))
    for count in range(len(parts), 0, -1):
        end = statement.find(parts[count - 1], statement.find(parts[0])) + len(parts[count - 1])
        start = strip_edges(statement[statement.find(parts[0]) : end])
        if MIN_JOINED <= measure_width(start) <= room and list_nouns(start):
            return f"{start}, {text}"
    return ""


def list_nouns(text: str) -> list[str]:
    """Return the content of an English *text* without its acts and its qualities."""
    return [
        word
        for word in list_content(text)
        if not (word in _QUALITIES or _ADVERB.fullmatch(word) or _is_activity(word, text))
    ]


def _is_activity(word: str, text: str) -> bool:
    return word.endswith("ing") and Phrase(text).folded.startswith(word) and len(list_content(text)) > 1


def _is_instance(text: str) -> bool:
    """Return whether *text* has one noun alone, and it is any of its kind: "making a small stall look good"."""
    return len(list_nouns(text)) == 1 and _INDEFINITE.search(Phrase(text).folded) is not None


def find_pronoun(text: str) -> re.Match[str] | None:
    """Return the first pronoun of an English *text* that no noun precedes, None for none."""
    folded = Phrase(text).folded
    for found in _PRONOUN.finditer(folded):
        before = folded[: found.start()]
        is_dummy = found[0] == "it" and any(one.start() <= found.start() < one.end() for one in _DUMMY.finditer(folded))
        nouns = [word for word in list_nouns(before) if not (word.endswith("ing") and before.startswith(word))]
        if not is_dummy and not nouns and not re.search(r"\b(?:who|what|i|we|you) *$", before):
            return found
    return None


def _find_referent(pronoun: str, before: Sequence[str]) -> str:
    """Return the noun phrase in the statements *before* that *pronoun* refers to; "" where it is uncertain."""
    phrases = [one for statement in before for one in _list_noun_phrases(statement)]
    if pronoun in _PLURAL:
        return next((one for one in phrases if _is_plural(one)), "")
    if pronoun in _ANIMATE:
        return next((one for one in phrases if re.match(r"(?:my|our) ", one) and not _is_plural(one)), "")
    if pronoun == "one":
        return next((one for one in reversed(phrases) if re.match(r"an? ", one)), "")
    return ""


def _list_noun_phrases(statement: str) -> Iterator[str]:
    """Yield the noun phrases of *statement* that start with a determiner or a number, in its order; no times."""
    for found in _NOUN_PHRASE.finditer(Phrase(statement).folded):
        words = found["rest"].split()
        end = next((at for at, word in enumerate(words) if word in _NO_NOUN), len(words))
        phrase = " ".join((found["first"], *words[:end]))
        if end and not _TIMES.search(phrase) and list_nouns(phrase):
            yield phrase


def _is_plural(phrase: str) -> bool:
    return phrase.endswith("s") and not phrase.endswith("ss") and not phrase.startswith(("a ", "an "))


def _name_chinese_subject(text: str, before: Sequence[str]) -> str:
    refers = REFERRING.search(text)
    if refers is None or list_content(text[: refers.start()]):
        return text
    relatives = [one for one in before if refers[0] != "它" or COUNTED.search(one)]
    named = name_referent(text, relatives) if refers[0] != "它" or not any(map(NAMED.match, relatives)) else text
    return named if is_complete(named) else text
