"""A wish for a note read clause by clause: its topic, and all that it says besides."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from services.planner.domain.note.proper_names import bare
from services.planner.domain.note.topics import Topic, bounded_topic, content_type_in, topic_of
from services.planner.domain.note.values import ContentType
from services.planner.domain.note.wish_parts import Parts, demands, tones_in, without_parts
from services.planner.domain.note.wish_readers import is_reader
from services.planner.domain.phrase import Phrase, read
from services.planner.domain.scanner import words
from services.planner.domain.script import fold, is_chinese
from services.planner.domain.small_talk import is_greeting, is_noise, without_commands

LONGEST_READ = 1_000
LONGEST_CLAUSE = 200
_LINES = re.compile(r"[\r\n\u2028\u2029]+")
_BREAKS = re.compile(
    r"(?<!\d)[.](?=\s|$)|[;!?，。；：！？…~～\n]| [-–—]+ |——|,(?!\d{3})|(?<=\D):(?=\D)|(?<=[\u4e00-\u9fff]):"
)
_HURRY = frozenset(words("急|急急|急急急|在线等|挺急的|谢谢|拜托|拜托了|感谢|求求了|谢啦|thanks|thank you|asap|please"))
_OF_ONESELF = re.compile(r"(?:我是|本人是?|我今年|我家有|家里有|我们是|作为)(?!怎么|如何|想)|(?:i am|i'm) (?:a|an) ")
"""How somebody tells of themselves: that is no topic."""
_SPACED = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff\d])")
_LABELS = {
    **dict.fromkeys(words("主题|标题|標题|题目|话题|内容|选题|topic|subject|theme"), "topic"),
    **dict.fromkeys(words("受众|读者|人群|目标人群|目标读者|目标用户|面向|audience|readers"), "audience"),
    **dict.fromkeys(words("语气|口吻|文风|风格|调性|基调|tone|voice|style"), "tone"),
    **dict.fromkeys(words("目标|目的|goal|purpose|aim"), "goal"),
    **dict.fromkeys(words("要求|字数|注意|备注|补充|requirements|constraints|notes|length"), "constraint"),
    **dict.fromkeys(words("类型|体裁|type|format"), "type"),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says of a note; what it does not say is empty, 0 or None.

    `asks` tells that it asks for a note; `revises` that it only changes one there is; `understood` that it holds
    words at all.
    """

    topic: str = ""
    audience: str = ""
    goal: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    content_type: ContentType | None = None
    picture_count: int = 0
    asks: bool = False
    revises: bool = False
    understood: bool = True


def read_wish(text: str) -> Reading:
    """Return what *text* says. Never raises; linear in its length, of which the first 1,000 characters count."""
    phrase = read(_LINES.sub("，", text[:LONGEST_READ]))
    if not any(letter.isalpha() for letter in phrase.written) or is_noise(phrase):
        return Reading(understood=False)
    rest = without_commands(phrase)
    parts = Parts()
    topic = Topic("")
    for clause in _clauses(_without_invisible(text) if rest is None else rest.written):
        topic = _take(clause, topic, parts)
    return Reading(
        bounded_topic(topic.text),
        parts.audience or topic.audience or _reader_before(topic.text),
        parts.goal,
        _tone_text(parts.tones),
        tuple(dict.fromkeys(one for one in parts.constraints if one)),
        topic.content_type or content_type_in(phrase.written),
        parts.picture_count,
        topic.asks,
        parts.revises,
    )


def answered_topic(text: str) -> str:
    """Return the topic that *text*, an answer to the question for one, names; "" when it names none."""
    reading = read_wish(text)
    if reading.topic or not reading.understood:
        return reading.topic
    return bounded_topic(read(text).written)


def _clauses(text: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the clauses of *text*, each with the label before it, "" for none."""
    label = ""
    for piece in _BREAKS.split(text):
        written = bare(piece)[:LONGEST_CLAUSE]
        if not written:
            continue
        clause = Phrase(written)
        if found := _LABELS.get(clause.folded.strip(" *#-•")):
            label = found
            continue
        for part in (clause,) if label else _spaced(clause):
            yield label, part
        label = ""


def _spaced(clause: Phrase) -> tuple[Phrase, ...]:
    """Return the parts of a Chinese clause that spaces part and that say something besides the topic, and the rest."""
    words = clause.written.split(" ")
    if len(words) == 1 or not is_chinese(clause.folded):
        return (clause,)
    besides = tuple(Phrase(word) for word in words if word and not without_parts(Phrase(word), Parts()).written)
    rest = " ".join(word for word in words if word and without_parts(Phrase(word), Parts()).written)
    return (*((Phrase(rest),) if rest else ()), *besides)


def _take(labelled: tuple[str, Phrase], topic: Topic, parts: Parts) -> Topic:
    """Return the topic after one more clause; what else the clause says goes into *parts*."""
    label, clause = labelled
    match label:
        case "topic":
            found = topic_of(clause)
            return replace(
                found, text=found.text or clause.written, content_type=found.content_type or topic.content_type
            )
        case "audience":
            parts.audience = clause.written
        case "tone":
            parts.tones += tones_in(clause.written) or (clause.written,)
        case "goal":
            parts.goal = clause.written
        case "constraint":
            parts.constraints.append(clause.written)
        case "type":
            return replace(topic, content_type=content_type_in(clause.written) or topic.content_type)
        case _:
            return _take_bare(clause, topic, parts)
    return topic


def _take_bare(clause: Phrase, topic: Topic, parts: Parts) -> Topic:
    if is_greeting(clause) or clause.folded in _HURRY:
        return topic
    if _OF_ONESELF.match(clause.folded):
        parts.constraints.append(clause.written)
        return topic
    left = without_parts(clause, parts)
    if not left.written or (topic.text and left.folded in ("的", "and", "with")):
        return topic
    found = topic_of(left)
    asks = topic.asks or found.asks
    if not topic.text or (found.text and _outdoes(found, topic)):
        if topic.text:
            parts.constraints.append(topic.text)
        return replace(
            found,
            content_type=found.content_type or topic.content_type,
            asks=asks,
            audience=found.audience or topic.audience,
        )
    if found.text and any(letter.isalnum() for letter in found.text):
        parts.constraints.append(_told(left))
    return replace(topic, content_type=topic.content_type or found.content_type, asks=asks)


def _outdoes(later: Topic, before: Topic) -> bool:
    """Return whether *later* is what is asked for and *before* only told how it came to it."""
    if later.named or (later.asks and not before.asks):
        return later.named or before.content_type is None
    return False


def _told(clause: Phrase) -> str:
    return clause.written if demands(clause.folded) or not is_chinese(clause.written) else clause.written.strip("的")


def _reader_before(topic: str) -> str:
    """Return the readers that a topic begins with ("大学生平价护肤"), "" for none."""
    folded = fold(topic)
    return next((reader for reader in _BEFORE_TOPIC if folded.startswith(reader) and len(folded) > len(reader)), "")


_BEFORE_TOPIC = tuple(
    words(
        "考研党|大学生|高中生|研究生|学生党|上班族|打工人|职场新人|新手爸妈|新手妈妈|宝妈|孕妈|新手|小白",
        "零基础|初学者|租房党|独居女生|小个子女生|小个子|微胖女生|敏感肌|油皮|干皮|痘肌|手残党|懒人|情侣",
        "亲子|带娃家庭|程序员",
    )
)
assert all(is_reader(reader) for reader in ("大学生", "新手"))


def _tone_text(tones: list[str]) -> str:
    joined = list(dict.fromkeys(tones))[:3]
    return ("、" if is_chinese("".join(joined)) else ", ").join(joined)


def _without_invisible(text: str) -> str:
    """Return the text with clauses parted where its lines end, spaces between Chinese words kept."""
    lines = (read(line).written if not _SPACED.search(line) else line for line in _LINES.split(text[:LONGEST_READ]))
    return "，".join(lines)
