"""The text of a note: its title, its body, whether it speaks of the topic, what was demanded of it."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from services.common.language import Language, Text
from services.critic.domain.note import constraints, wording
from services.critic.domain.note.cleanliness import cleanliness_findings
from services.critic.domain.note.constraints import Length, Part
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import PLAIN, RUINED, SEVERE, SLIGHT, WRONG, Finding, quoted
from services.critic.domain.note.lengths import body_length, columns, has_emoji, title_length
from services.critic.domain.note.note import Content, Note
from services.critic.domain.note.tagging import tag_findings
from services.critic.domain.note.terms import comparable, is_chinese, mentioned, mentions, terms

# What the platforms show of a title: 20 Chinese characters (Xiaohongshu's own bound), about 60 Latin letters.
MOST_TITLE: Final = {True: 20, False: 60}
LEAST_TITLE: Final = {True: 4, False: 10}
# Beyond the bound by this part a title is told of, counts, sends back.
_LITTLE, _MUCH = 1.15, 1.3
# Characters in Chinese (Xiaohongshu takes 1,000), words in English: below the first a body sends back, below the second
# it counts; above the third it counts, above the fourth it sends back.
_BODY: Final = {True: (60, 120, 1_000, 2_000), False: (25, 60, 600, 1_200)}
_ENOUGH_PARAGRAPHS: Final = 3
_SHORT_NOTE: Final = {True: 150, False: 80}
_LONG_PARAGRAPH: Final = {True: 350, False: 180}
_LONG_OPENING: Final = 320
_HOOK: Final = re.compile(
    r"[?？!！\d两三四五六七八九十~～]|你|咱|大家|姐妹|宝子|家人们|谁懂|别再|终于|居然|原来|千万|其实|我|"
    r"\b(?:you|your|i|we|my|never|finally|ever)\b",
    re.IGNORECASE,
)
_ENOUGH_KEYWORDS: Final = 0.5
_FEW_KEYWORDS: Final = 0.2
_NAMES_CHINESE: Final = re.compile(r"中文|汉语|Chinese", re.IGNORECASE)
_NAMES_ENGLISH: Final = re.compile(r"英文|英语|English", re.IGNORECASE)
_MOST_TOLD: Final = 3


def content_findings(note: Note, language: Language) -> Iterator[Finding]:
    """Yield what is wrong with the text of *note*; *language* is that of the run."""
    content = note.content
    if not content.body.strip():
        yield Finding(NoteDimension.CONTENT, RUINED, wording.NO_BODY)
        return
    demands = tuple(dict.fromkeys((note.text, *note.brief.constraints)))
    yield from _title(note, demands)
    yield from _length(content, demands)
    yield from _structure(content)
    yield from _topic(note)
    yield from _language(note, language)
    yield from _demands(content, demands)
    yield from tag_findings(note)
    yield from cleanliness_findings(content)


def _title(note: Note, demands: tuple[str, ...]) -> Iterator[Finding]:
    title, topic = note.content.title.strip(), note.brief.topic
    if not title:
        yield Finding(NoteDimension.CONTENT, SEVERE, wording.NO_TITLE)
        return
    chinese = is_chinese(title)
    length = title_length(title, chinese=chinese)
    stated = [one for one in constraints.lengths(demands) if one.part is Part.TITLE]
    most = min((int(one.most) for one in stated if one.most < float("inf")), default=MOST_TITLE[chinese])
    if length > most:
        cost = SEVERE if length > _MUCH * most else PLAIN if stated or length > _LITTLE * most else SLIGHT
        yield Finding(NoteDimension.CONTENT, cost, wording.TITLE_LONG, {"length": length, "most": most})
    if length < LEAST_TITLE[chinese]:
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.TITLE_SHORT)
    about = " ".join((topic, *note.brief.keywords))
    if comparable(title, about) and not mentioned(terms(about), title):
        yield Finding(NoteDimension.CONTENT, PLAIN, wording.TITLE_BESIDE_TOPIC, {"topic": quoted(topic)})


def _length(content: Content, demands: tuple[str, ...]) -> Iterator[Finding]:
    chinese = is_chinese(content.body)
    unit = wording.CHARACTERS if chinese else wording.WORDS
    length = body_length(content.body, chinese=chinese)
    stated = [one for one in constraints.lengths(demands) if one.part is Part.BODY]
    if stated:
        yield from _stated_length(content, stated[0], chinese=chinese)
        return
    too_short, short, long, too_long = _BODY[chinese]
    if length < short:
        cost = SEVERE if length < too_short else PLAIN
        yield Finding(NoteDimension.CONTENT, cost, wording.BODY_SHORT, {"length": length, "unit": unit, "least": short})
    elif length > long:
        cost = SEVERE if length > too_long else PLAIN
        yield Finding(NoteDimension.CONTENT, cost, wording.BODY_LONG, {"length": length, "unit": unit, "most": long})


def _stated_length(content: Content, stated: Length, *, chinese: bool) -> Iterator[Finding]:
    """Yield what a stated length leaves wanting: further off by half sends back."""
    in_letters = stated.characters and not chinese
    length = len(content.body) if in_letters else body_length(content.body, chinese=chinese)
    unit = wording.CHARACTERS if chinese or in_letters else wording.WORDS
    about = {"length": length, "unit": unit, "least": stated.stated, "most": stated.stated}
    if length < stated.least:
        cost = SEVERE if 2 * length < stated.least else PLAIN
        yield Finding(NoteDimension.CONTENT, cost, wording.BODY_SHORT, about)
    elif length > stated.most:
        cost = SEVERE if length > 1.5 * stated.most else PLAIN
        yield Finding(NoteDimension.CONTENT, cost, wording.BODY_LONG, about)


def _structure(content: Content) -> Iterator[Finding]:
    paragraphs, chinese = content.paragraphs, is_chinese(content.body)
    whole = body_length(content.body, chinese=chinese)
    if len(paragraphs) < _ENOUGH_PARAGRAPHS and whole > _SHORT_NOTE[chinese]:
        cost = PLAIN if len(paragraphs) == 1 else SLIGHT
        yield Finding(NoteDimension.CONTENT, cost, wording.ONE_BLOCK, {"paragraphs": len(paragraphs)})
    long = (
        place
        for place, paragraph in enumerate(paragraphs, 1)
        if body_length(paragraph, chinese=chinese) > _LONG_PARAGRAPH[chinese]
    )
    for place in islice(long, _MOST_TOLD):
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.LONG_PARAGRAPH, {"number": place})
    opening = paragraphs[0] if paragraphs else ""
    if columns(opening) > _LONG_OPENING or not (_HOOK.search(opening) or has_emoji(opening)):
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.NO_HOOK)


def _topic(note: Note) -> Iterator[Finding]:
    body, brief = note.content.body, note.brief
    if comparable(body, brief.topic) and not mentions(body, brief.topic):
        others = tuple(term for word in brief.keywords for term in terms(word) if term not in terms(brief.topic))
        cost = PLAIN if others and 2 * len(mentioned(others, body)) >= len(others) else WRONG
        yield Finding(NoteDimension.CONTENT, cost, wording.BODY_BESIDE_TOPIC, {"topic": quoted(brief.topic)})
    keywords = [word for word in brief.keywords if comparable(body, word)]
    missing = [word for word in keywords if not mentions(note.content.whole, word)]
    share = 1 - len(missing) / len(keywords) if keywords else 1.0
    if share < _ENOUGH_KEYWORDS:
        words = Text("、".join(map(quoted, missing[:5])), ", ".join(map(quoted, missing[:5])))
        cost = PLAIN if share < _FEW_KEYWORDS else SLIGHT
        yield Finding(NoteDimension.CONTENT, cost, wording.KEYWORDS_MISSING, {"words": words})


def _language(note: Note, language: Language) -> Iterator[Finding]:
    """Yield that the body is neither in the language of the run nor in that of the person, nor in one they name."""
    chinese, asked = is_chinese(note.content.body), "\n".join((note.text, *note.brief.constraints))
    named = _NAMES_CHINESE.search(asked) if chinese else _NAMES_ENGLISH.search(asked)
    if named or chinese in (language is Language.CHINESE, is_chinese(note.text or note.brief.topic)):
        return
    wanted = wording.ENGLISH if chinese else wording.CHINESE
    yield Finding(NoteDimension.CONTENT, SEVERE, wording.OTHER_LANGUAGE, {"language": wanted})


def _demands(content: Content, demands: tuple[str, ...]) -> Iterator[Finding]:
    shown = f"{content.title}\n{content.body}\n{' '.join(content.tags)}"
    for word in constraints.banned(demands):
        if constraints.states(shown, word):
            yield Finding(NoteDimension.CONTENT, SEVERE, wording.BANNED_WORD, {"word": quoted(word)})
    if constraints.bans_emoji(demands) and has_emoji(shown):
        yield Finding(NoteDimension.CONTENT, SEVERE, wording.BANNED_EMOJI)
    for word in constraints.wanted(demands):
        if comparable(shown, word) and not mentions(shown, word):
            yield Finding(NoteDimension.CONTENT, PLAIN, wording.WANTED_MISSING, {"word": quoted(word)})
