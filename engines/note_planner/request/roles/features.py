"""What the models see of a request: its words, their order, questions, verbs of writing, and the clauses around."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.language.characters import is_chinese
from engines.language.learned.word_features import describe_around, describe_word
from engines.language.scanner import split_words
from engines.note_planner.request.roles.clauses import Clause

_QUESTION = re.compile(
    r"怎么|怎样|如何|咋|什么|啥|哪|多[少大久长]|吗|要不要|值不值|为什么|有没有"
    r"|^(?:how|what|which|why|when|where|is|are|can|should|do|does|any|who)\b|\bhow\b"
)
_WRITING = re.compile(
    r"写|帖|笔记|文案|篇|发个|文章|攻略|整理|分享|求|出个|来个|推文"
    r"|\b(?:write|post|note|article|caption|blog|piece|thread|something|draft|guide|share)\b"
)
_SELF = re.compile(r"我|咱|\b(?:i|my|me|we|our|us|i'm|i've|im|ive)\b")
_QUESTION_SIGNS = ("?", "？")
_NEGATION = re.compile(r"不|别|没|勿|\b(?:no|not|don't|dont|without|never|nothing)\b")
_OPENERS = (
    "about",
    "on",
    "to",
    "for",
    "how",
    "关于",
    "写",
    "讲",
    "说",
    "怎么",
    "的",
    "求",
    "with",
    "without",
    "给",
    "by",
)
"""Words after which the topic of a clause often starts, or before which it ends."""
MAX_PLACE, MAX_LENGTH, MAX_WORDS, MAX_CLAUSES, MAX_SHARED = 5, 6, 4, 7, 3
"""Places and numbers from which on the models see no difference."""
OF_NEIGHBOR = 0.5
"""Weight of a word of the clause before or after, relative to those of the clause itself."""
_FUNCTION_WORDS = frozenset(
    split_words("the|an|to|of|in|on|for|with|and|or|my|is|are|it|that|this|your|you|when|do|how|what")
)
Features = dict[str, float]


def describe_clauses(clauses: Sequence[Clause]) -> list[Features]:
    """Return the features of each of *clauses*, the clauses of one request, with their weights."""
    flags = [find_flags(one) for one in clauses]
    longest = max((len(one.words) for one in clauses), default=1)
    questions = [place for place, one in enumerate(flags) if one.is_question]
    writes = [place for place, one in enumerate(flags) if one.writes]
    summary = f"{bool(writes):d}{bool(questions):d}"
    described = []
    for place, clause in enumerate(clauses):
        flag = _join(flags[place])
        position = _name_position(place, len(clauses))
        features = [*_list_words(clause), f"flags={flag}", f"flags@={flag}{position}", f"@={position}"]
        features += [
            f"place={min(place, MAX_PLACE)}",
            f"clauses={min(len(clauses), MAX_CLAUSES)}",
            f"sign={clause.sign}",
        ]
        features += [f"length={min(len(clause.words) // 3, MAX_LENGTH)}", f"all={summary}", f"all@={summary}{flag}"]
        features += [
            f"to_writing={_relate(place, writes)}{flag}",
            f"to_question={_relate(place, questions)}{bool(writes):d}",
        ]
        features += [f"words={min(len(clause.words), MAX_WORDS)}", f"shared={_count_shared(place, clauses)}"]
        weights = dict.fromkeys(features, 1.0) | {"share": len(clause.words) / longest}
        for name, other in (("before", place - 1), ("after", place + 1)):
            if 0 <= other < len(clauses):
                weights |= dict.fromkeys(_describe_neighbor(name, clauses[other], _join(flags[other]), flag), 1.0)
                weights |= {f"{name}_word={one.text}": OF_NEIGHBOR for one in clauses[other].words}
            else:
                weights[f"{name}=none"] = 1.0
        described.append(weights)
    return described


def describe_words(clauses: Sequence[Clause], roles: Sequence[str]) -> list[list[str]]:
    """Return the features of all words of *clauses*, whose *roles* are known."""
    words = [word for clause in clauses for word in clause.words]
    described = list[list[str]]()
    for clause, role in zip(clauses, roles, strict=True):
        flag = _join(find_flags(clause))
        shared = [f"role={role}", f"flags={flag}", f"role+flags={role}{flag}", f"sign={clause.sign}"]
        for place, word in enumerate(clause.words):
            features = [*shared, *describe_word(word), *describe_around(words, len(described))]
            features += [f"start={min(place, 4)}", f"end={min(len(clause.words) - 1 - place, 3)}"]
            seen = {one.text for one in clause.words[:place]}
            features += [f"after={one}" for one in _OPENERS if one in seen]
            described.append(features)
    return described


def _list_words(clause: Clause) -> Iterator[str]:
    """Yield the words of *clause*, those at its edges, pairs of them, and in Chinese pairs of characters."""
    words = [one.text for one in clause.words]
    yield from (f"word={one}" for one in set(words))
    yield f"number={any(one[:1].isdigit() for one in words):d}"
    yield from (f"pair={one} {other}" for one, other in set(itertools.pairwise(words)))
    yield from (f"first{count}={' '.join(words[:count])}" for count in (1, 2, 3))
    yield from (f"last{count}={' '.join(words[-count:])}" for count in (1, 2))
    text = "".join(words)
    if is_chinese(text):
        yield from (f"letters={text[place : place + 2]}" for place in range(len(text) - 1))
        yield from (f"end{count}={text[-count:]}" for count in (1, 2))
        yield f"speech={'-'.join(one.part_of_speech for one in clause.words[:3])}"
        yield f"speech_end={'-'.join(one.part_of_speech for one in clause.words[-2:])}"


def _count_shared(place: int, clauses: Sequence[Clause]) -> int:
    """Return how many words of the clause at *place* other clauses have too: what a request is about recurs."""
    others = {word.text for at, one in enumerate(clauses) if at != place for word in one.words}
    own = {word.text for word in clauses[place].words if len(word.text) > 1 and word.text not in _FUNCTION_WORDS}
    return min(len(own & others), MAX_SHARED)


def _describe_neighbor(name: str, other: Clause, other_flag: str, flag: str) -> Iterator[str]:
    yield f"{name}_flags={other_flag}"
    yield f"{name}_pair={other_flag}{flag}"
    yield f"{name}_sign={other.sign}"
    yield f"{name}_first={other.words[0].text}"
    yield f"{name}_last={other.words[-1].text}"


class Flags(NamedTuple):
    """Whether a clause is a question, speaks of writing, speaks of the user, and negates."""

    is_question: bool
    writes: bool
    is_of_user: bool
    negates: bool


def find_flags(clause: Clause) -> Flags:
    """Return what *clause* does, as far as a few words show it."""
    text = ("" if is_chinese(clause.words[0].text) else " ").join(one.text for one in clause.words)
    patterns = (_QUESTION, _WRITING, _SELF, _NEGATION)
    is_question, writes, is_of_user, negates = (pattern.search(text) is not None for pattern in patterns)
    return Flags(is_question or clause.sign in _QUESTION_SIGNS, writes, is_of_user, negates)


def _join(flags: Sequence[bool]) -> str:
    return "".join(f"{one:d}" for one in flags)


def _name_position(place: int, count: int) -> str:
    if count == 1:
        return "only"
    return "first" if place == 0 else "last" if place == count - 1 else "middle"


def _relate(place: int, places: Sequence[int]) -> str:
    """Return where *place* is relative to *places*: before the first, one of them, or after it."""
    if not places:
        return "none"
    return "in" if place in places else "before" if place < places[0] else "after"
