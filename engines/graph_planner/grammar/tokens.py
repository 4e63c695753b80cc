"""Splits a text into tokens: words, names, numbers, quoted texts and unknown text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from math import isfinite

from engines.graph_planner.grammar.amounts.formulas import Formula, match_formula
from engines.graph_planner.grammar.amounts.number_words import match_number_words, match_spoken_size
from engines.graph_planner.grammar.amounts.relations import match_relation
from engines.graph_planner.grammar.idioms import rewrite_text
from engines.graph_planner.grammar.names import Senses, Vocabulary
from engines.graph_planner.grammar.word_table import WORD_TABLE, WORDS
from engines.graph_planner.grammar.words import Count, Marker, Verb, Word
from engines.language.characters import fold, to_half_width
from engines.language.parsers.measurements import match_size, parse_chinese_number
from engines.language.phrase import EDGES
from engines.language.scanner import Match

MAX_CORRECTIONS = 20
"""Maximum number of unknown words that are compared with all known ones."""
_COMMON = frozenset((
    "liked", "likes", "makes", "taken", "going", "looks", "looked", "please", "places", "added", "works", "worse",
    "moved", "three", "there", "these", "those", "their", "where", "which", "while", "first", "bright", "print",
    "start", "still", "since", "sharp", "house", "horse", "hates", "hated",
))  # fmt: skip
"""Words that are similar to a known one without being misspelled."""
MIN_CORRECTED = 5
MAX_DIGITS = 300
"""Maximum digits of a count; a longer number is unknown text."""
SIMILARITY = 0.82
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "《": "》", "‘": "’", "”": "“"}
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(%| ?per ?cent\b)?")
_CHINESE_NUMBER = re.compile("[零一二两三四五六七八九十百千万]{1,12}(?:点([零一二三四五六七八九]{1,4}))?")
_CHINESE_SHARE = re.compile(
    "百分之([零一二两三四五六七八九十百]{1,4}|\\d{1,3})|([一二两三四五六七八九])成(?![为正方品])"
)
_SPOKEN_DIGITS = {word: str(digit) for digit, word in enumerate(
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))}  # fmt: skip
_MANY_MORE = re.compile(r"多(?=\s?(?:\d+|[一二两三四五六七八九十]+) ?(?:步|度|像素))")
_ZERO = re.compile("归零|清零|置零|调零|归0|清0")
_SIDES = re.compile(r"(\d{2,5}) ?(?:px |pixels? )?by ?(\d{2,5})(?![\d.])")
_UNIT = re.compile(r"(?<=\d)( ?(?:pixels?|px|像素))(?= ?(?:wide|tall|high|in (?:width|height|size)|by|x|宽|高))")
_TWICE = re.compile(r"(?<!\d)[x×*]\s?((?:1\.\d+|[2-9](?:\.\d+)?))(?![\d.a-z])")
_CLASSIFIER = re.compile(" ?[个条份张只]")
_TIMES = re.compile(r"[x×](?![a-z0-9])")
_ARTICLE = re.compile(r"\s+|(?:an?|the)\s")
_COLOR = re.compile(r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-z])")
_AND_HALF = re.compile(r"(one|two|three|four|five|six|seven|eight|nine|\d+) and a half\b")
_WORD = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")
_NO_SENSES: Senses = frozenset()
_DIGITS = {letter: str(value) for value, letter in enumerate("零一二三四五六七八九")}
_SAFE_CORRECTIONS = frozenset({Verb.REMOVE, Verb.CONNECT, Verb.DISCONNECT, Verb.REPLACE, Verb.DUPLICATE, Verb.RENAME,
                               Verb.INCREASE, Verb.DECREASE, Verb.BYPASS, Verb.ENABLE})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """A part of the text: at most one of a word, a number, a size and a quoted text, and the senses of a name.

    A token with neither is unknown text. `corrected` is the known word in place of a misspelled one. With
    `of_now`, the number is a multiple or a fraction of the current value.
    """

    start: int
    end: int
    word: Word | None = None
    senses: Senses = _NO_SENSES
    number: float | None = None
    size: tuple[int, int] | None = None
    quoted: str | None = None
    corrected: str = ""
    of_now: bool = False
    formula: Formula | None = None

    @property
    def is_unknown(self) -> bool:
        """Whether the text is unknown."""
        return (
            not self.senses
            and self.word is None
            and self.formula is None
            and self.number is None
            and self.size is None
            and (self.quoted is None)
        )


class TokenizedText:
    """A text with its tokens."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = to_half_width(text)
        self._folded = _UNIT.sub(
            lambda unit: " " * len(unit[0]),
            rewrite_text(fold(self.text)),
        )
        self.vocabulary = vocabulary
        self.tokens = tuple(self._correct(list(self._scan())))

    def quote(self, start: int, end: int) -> str:
        """Return the part from *start* to *end* without punctuation at its edges."""
        return self.text[start:end].strip(EDGES)

    @property
    def plain(self) -> str:
        """The text in lower case, with spaces for greetings, thanks and politeness."""
        return self._folded

    def find_senses(self, name: str) -> Senses:
        """Return the senses of *name*; none for an unknown name."""
        match = self.vocabulary.lexicon.match_at(name, 0)
        return match.value if match is not None and match.end == len(name) else _NO_SENSES

    def names_node(self, start: int, end: int) -> bool:
        """Return whether the word "node" is in the part from *start* to *end*."""
        return any(token.word is Marker.NODE for token in self.tokens if start <= token.start < end)

    def _scan(self) -> Iterator[Token]:
        position = 0
        while position < len(self._folded):
            if self._folded[position].isspace() and self._folded[position] != "\n":
                position += 1
                continue
            token = self._match(position)
            yield token
            position = token.end

    def _match(self, start: int) -> Token:
        for match in (self._match_quoted, self._match_number):
            if token := match(start):
                return token
        word = WORDS.match_at(self._folded, start)
        name = self.vocabulary.lexicon.match_at(self._folded, start)
        if word is not None and name is not None and self._is_object(word, name.end):
            name = None
        is_renamed = word is not None and word.value is Verb.RENAME and name is not None and word.end > name.end
        if is_renamed and name is not None and self._is_subject(start, name):
            return Token(start, name.end, senses=name.value)  # 标题改成…, where the graph has a headline
        if word is not None and (name is None or word.end > name.end):
            return Token(start, word.end, word.value)
        if name is not None:
            same = word is not None and word.end == name.end
            return Token(start, name.end, word.value if word is not None and same else None, name.value)
        unknown = _WORD.match(self._folded, start)
        return Token(start, unknown.end() if unknown else start + 1)

    def _is_subject(self, start: int, name: Match[Senses]) -> bool:
        """Return whether a name at the start of a request is that of a node of the graph."""
        before = self._folded[:start].rstrip()
        is_start = not before or before[-1] in "，。；,;.!！\n把将" or before.endswith(("请", "帮我", "然后", "再"))
        return is_start and self.vocabulary.is_present(name.value)

    def _is_object(self, word: Match[Word], end: int) -> bool:
        """Return whether a name after a verb denotes a node: "add a text to image", where "add a text" is one."""
        start = word.end
        while start < len(self._folded) and (article := _ARTICLE.match(self._folded, start)):
            start = article.end()
        longer = self.vocabulary.lexicon.match_at(self._folded, start) if isinstance(word.value, Verb) else None
        is_new = word.value is Verb.ADD and self._folded.startswith(" node", end)
        is_node = longer is not None and longer.end == end and is_new
        return longer is not None and (longer.end > end or is_node)  # "add a text node" adds a text

    def _match_quoted(self, start: int) -> Token | None:
        closing = _QUOTES.get(self.text[start])
        if self.text[start] == "'" and (start == 0 or not self.text[start - 1].isalnum()):
            closing = "'"
        end = self.text.find(closing, start + 1) if closing else -1
        if end <= start + 1:
            return None
        return Token(start, end + 1, quoted=self.text[start + 1 : end])

    def _match_number(self, start: int) -> Token | None:
        folded = self._folded
        if found := match_formula(folded, start):
            return Token(start, found[1], formula=found[0])
        if relation := match_relation(folded, start):
            return Token(start, relation.end, relation.word, number=relation.number, of_now=relation.number is not None)
        if _MANY_MORE.match(folded, start):
            return Token(start, start + 1, Verb.INCREASE)
        if color := _COLOR.match(folded, start):
            return Token(start, color.end(), quoted=self.text[start : color.end()])
        if half := _AND_HALF.match(folded, start):
            return Token(start, half.end(), number=float(_SPOKEN_DIGITS.get(half[1], half[1])) + 0.5)
        if zero := _ZERO.match(folded, start):
            return Token(start, zero.end(), number=0.0)
        if folded[start].isdigit() and (sides := _SIDES.match(folded, start)):
            return Token(start, sides.end(), size=(int(sides[1]), int(sides[2])))
        if start and (folded[start - 1] == " " or folded[start] in "*×") and (twice := _TWICE.match(folded, start)):
            return Token(start, twice.end(), Verb.SCALE, number=float(twice[1]), of_now=True)
        if spoken_size := match_spoken_size(folded, start):
            return Token(start, spoken_size[1], size=spoken_size[0])
        if spoken := match_number_words(folded, start):
            return Token(start, spoken[1], number=spoken[0])
        if match := _CHINESE_SHARE.match(folded, start):
            return Token(start, match.end(), number=_parse_share(match))
        if folded[start].isdigit() and (size := match_size(folded, start)):
            return Token(start, size[1], size=(size[0].width, size[0].height))
        is_signed = folded[start] == "+" and folded[start + 1 : start + 2].isdigit()
        if WORDS.match_at(folded, start) is not None and not folded[start].isdigit() and not is_signed:
            longer = _CHINESE_NUMBER.match(folded, start)
            word = WORDS.match_at(folded, start)
            if longer is None or word is None or longer.end() < word.end:
                return None
        if match := _NUMBER.match(folded, start):
            times = _TIMES.match(folded, match.end())
            if times and not match[1]:
                return Token(start, times.end(), number=_parse_number(match[0]))
            if (WORDS.match_at(folded, start) and not is_signed) or (
                match.end() < len(folded) and _is_letter(folded[match.end()])
            ):
                return None
            if folded[start] in "+-" and start and folded[start - 1].isascii() and folded[start - 1].isalnum():
                return None
            if (classifier := _CLASSIFIER.match(folded, match.end())) and match[0].isdigit():
                is_count = len(match[0]) <= MAX_DIGITS
                return Token(start, classifier.end(), Count(int(match[0])) if is_count else None)
            return Token(start, match.end(), number=_parse_number(match[0]))
        if match := _CHINESE_NUMBER.match(folded, start):
            if (classifier := _CLASSIFIER.match(folded, match.end())) and not match[1]:
                return Token(start, classifier.end(), Count(_parse_whole(match[0])))
            return Token(start, match.end(), number=_parse_chinese(match[0]))
        return None

    def _correct(self, tokens: list[Token]) -> Iterator[Token]:
        """Yield *tokens*; a misspelled word becomes the only similar known word."""
        remaining = MAX_CORRECTIONS
        for token in tokens:
            word = self._folded[token.start : token.end]
            if (
                not token.is_unknown
                or len(word) < MIN_CORRECTED
                or word in _COMMON
                or not _WORD.fullmatch(word)
                or not remaining
            ):
                yield token
                continue
            remaining -= 1
            yield self._find_correction(token, word)

    def _find_correction(self, token: Token, word: str) -> Token:
        known = _list_words() | self.vocabulary.words
        close = get_close_matches(word, known, n=1, cutoff=SIMILARITY)
        swapped = [one for one in _swap_letters(word) if one in known]
        close = swapped if len(swapped) == 1 else close
        if not close:
            return token
        found = WORDS.match_at(close[0], 0)
        name = self.vocabulary.lexicon.match_at(close[0], 0)
        return replace(
            token, word=found.value if found else None, senses=name.value if name else _NO_SENSES, corrected=close[0]
        )


def _swap_letters(word: str) -> list[str]:
    """Return *word* with each two neighboring letters swapped."""
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]


@cache
def _list_words() -> frozenset[str]:
    return frozenset(
        word for word, value in WORD_TABLE.items() if word.isascii() and word.isalpha() and len(word) >= MIN_CORRECTED
        and (value in _SAFE_CORRECTIONS or value in (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.ALL))
    )  # fmt: skip


def _is_letter(letter: str) -> bool:
    return letter.isascii() and (letter.isalpha() or letter == "_")


def _parse_number(text: str) -> float | None:
    """Return a number; None for one that is too large, "1e999", which is unknown text."""
    share = text.endswith(("%", "cent"))
    value = float(text.rstrip("% percnt") if share else text)
    if not isfinite(value):
        return None
    return value / 100 if share else value


def _parse_share(match: re.Match[str]) -> float:
    """Return 0.3 for 百分之三十 and 三成."""
    if match[2]:
        return _parse_whole(match[2]) / 10
    return (int(match[1]) if match[1].isdigit() else _parse_whole(match[1])) / 100


def _parse_chinese(text: str) -> float:
    whole, _, fraction = text.partition("点")
    return float(f"{_parse_whole(whole)}.{''.join(_DIGITS[letter] for letter in fraction) or '0'}")


def _parse_whole(text: str) -> int:
    """Return a number with thousands: `parse_chinese_number` parses smaller ones."""
    for unit, value in (("万", 10_000), ("千", 1_000)):
        if unit in text:
            high, _, low = text.partition(unit)
            return (_parse_whole(high) if high else 1) * value + (_parse_whole(low) if low else 0)
    return parse_chinese_number(text)
