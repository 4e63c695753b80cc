"""Selection of a title: filled in, short enough, in the requested style or in that of successful titles."""

import re
from collections.abc import Callable, Iterable, Sequence

from engines.language.words import segment_words, take_words
from engines.note_writer.lengths import has_emoji, remove_emoji
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.parsers.requirements_lexicon import CATCHY, FORMAL, LIVELY, SHORTER, TOO_MUCH
from engines.note_writer.phrases.titles import (
    COUNTED_TITLES,
    FORMAL_TITLES,
    LIVELY_TITLES,
    QUESTION_TITLES,
    SHORT_TITLES,
)
from engines.note_writer.placeholders import Placeholders
from engines.note_writer.rng import shuffle
from engines.note_writer.topic import split_topic
from engines.note_writer.values import MAX_TITLE_LENGTH, NoteRequest, Template
from services.common.text.language import Language

# Phones display titles of this length without truncating them.
PREFERRED_LENGTH = {Language.CHINESE: 20, Language.ENGLISH: 60}
_MIN_ELLIPSIS_LENGTH = 8
_MIN_ALONE = 0.6
_PHRASE_END = re.compile(
    r"(，|, | (?=(?:so|because|but|and|even though|although|while|until|since) "
    r"(?:i|we|he|she|they|it|my|our|his|her|their|now|there|the)\b))",
    re.IGNORECASE,
)
"""Between the phrases of a topic: a comma, or an English conjunction before another subject."""
_NO_WORD = re.compile(r"[\W\d_]+")
_MAX_SMALL_WORD = 3
"""Maximum letters of an English word that may be repeated ("the", "you")."""
LIVELY_TITLE = re.compile(r"[！!]|谁懂|听劝|[啦呀]|you've got this|yes, please", re.IGNORECASE)
# A style of titles: the words that name it, and whether a title has it.
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        re.compile(r"数字|number|digit|count", re.IGNORECASE),
        lambda title: any(character.isdigit() for character in title),
    ),
    (re.compile(r"疑问|提问|问句|问号|question|ask", re.IGNORECASE), lambda title: "？" in title or "?" in title),
    (re.compile(r"感叹|exclam", re.IGNORECASE), lambda title: "！" in title or "!" in title),
    (re.compile(r"表情|emoji", re.IGNORECASE), has_emoji),
    (re.compile(r"冒号|分隔|colon", re.IGNORECASE), lambda title: any(character in title for character in "：:｜|")),
)
_OWN_TITLES = {0: COUNTED_TITLES, 1: QUESTION_TITLES, 2: LIVELY_TITLES}
"""Built-in titles, by the index of their style in `_PATTERNS`."""


def select_title(
    request: NoteRequest, template: Template, placeholders: Placeholders, requirements: Requirements
) -> str:
    """Return a title of *template*, different from the previous one if possible.

    The candidates are reduced, in this order, to those in the requested style, within the maximum length, short enough
    for a phone, and in the style of successful titles. The seed selects one of them. Titles of other templates would
    not match the text.
    """
    previous = remove_emoji(request.previous.title) if request.previous else ""
    language, style = request.language, requirements.title
    candidates = _filter_by_style(placeholders.fill_all(template.titles), style, placeholders, language)
    candidates = [title for title in candidates if not _is_doubled(title, request.topic)] or [placeholders.heading]
    others = [title for title in candidates if remove_emoji(title) != previous] or [*candidates]
    within_limit = _filter_by_length(others, previous, placeholders, requirements, language)
    preferred_length = PREFERRED_LENGTH[language]
    fitting = [title for title in within_limit if len(title) <= preferred_length]
    fitting = fitting or _name_topic(placeholders, previous, preferred_length) or [min(within_limit, key=len)]
    if SHORTER.search(style) and previous:
        shorter = [*fitting, *placeholders.fill_all(SHORT_TITLES[language])]
        fitting = [title for title in shorter if len(title) < len(previous)][:3] or fitting
    preferred = [title for title in fitting if _matches_any(title, request.title_patterns)] if not style else fitting
    # With a single title every seed would give the same one, also after a request for another title.
    chosen = preferred if len(preferred) > 1 else fitting
    return _truncate(
        shuffle(chosen, request.seed, "title")[0],
        min(requirements.max_title_length or MAX_TITLE_LENGTH, MAX_TITLE_LENGTH),
    )


def _name_topic(placeholders: Placeholders, previous: str, longest: int) -> list[str]:
    """Return the topic alone as a title, if it has about the *longest* length: a frame around it reads oddly.

    Of a longer one the first phrases, as far as a phone displays them.
    """
    heading = split_topic(shorten_to_phrases(placeholders.heading, longest), MAX_TITLE_LENGTH)[0]
    least = _MIN_ALONE * longest if heading == placeholders.heading else 1
    return [heading] if least <= len(heading) <= MAX_TITLE_LENGTH and heading != previous else []


def shorten_to_phrases(topic: str, longest: int) -> str:
    """Return the first phrases of *topic* within the *longest* length; all of it if already the first is longer."""
    parts = _PHRASE_END.split(topic)
    fitting = ("".join(parts[: count + 1]) for count in range(len(parts) - 1, -1, -2))
    return next((one for one in fitting if len(one) <= longest), topic)


def _filter_by_style(titles: Sequence[str], style: str, placeholders: Placeholders, language: Language) -> list[str]:
    """Return *titles* or built-in ones in the requested *style*; all of them if it names none."""
    own: Sequence[str] = ()
    lively, formal = LIVELY.search(style) or CATCHY.search(style), FORMAL.search(style)
    if lively or formal:
        match = lively or formal
        is_inverted = bool(match and TOO_MUCH.search(style[: match.start()]))
        own = placeholders.fill_all((LIVELY_TITLES if bool(lively) != is_inverted else FORMAL_TITLES)[language])
    for index, (words, has_style) in enumerate(_PATTERNS):
        if words.search(style):
            own = [title for title in (*own, *titles) if has_style(title)]
            own = own or placeholders.fill_all(_OWN_TITLES.get(index, COUNTED_TITLES)[language])
    return [*(own or titles)]


def _filter_by_length(
    titles: Sequence[str], previous: str, placeholders: Placeholders, requirements: Requirements, language: Language
) -> Sequence[str]:
    """Return *titles* within the maximum length, else short built-in ones."""
    max_length = requirements.max_title_length
    if max_length is None:
        return titles
    short = [title for title in placeholders.fill_all(SHORT_TITLES[language]) if title != previous]
    return (
        [title for title in titles if len(title) <= max_length]
        or [title for title in short if len(title) <= max_length][:2]
        or [min(short or titles, key=len)]
    )


def _is_doubled(title: str, topic: str) -> bool:
    """Return whether *title* repeats a word of *topic*: "beginner yoga for beginners"."""
    return _count_repetitions(title) > _count_repetitions(topic)


def _count_repetitions(text: str) -> int:
    words = [word.strip().lower().removesuffix("s") for word in segment_words(_NO_WORD.sub(" ", text))]
    words = [word for word in words if len(word) > (_MAX_SMALL_WORD if word.isascii() else 1)]
    return len(words) - len(set(words))


def _matches_any(title: str, patterns: Iterable[str]) -> bool:
    return any(words.search(pattern) and has_style(title) for pattern in patterns for words, has_style in _PATTERNS)


def _truncate(title: str, max_length: int) -> str:
    if len(title) <= max_length:
        return title
    return (
        f"{take_words(title, max_length - 1)}…" if max_length > _MIN_ELLIPSIS_LENGTH else take_words(title, max_length)
    )
