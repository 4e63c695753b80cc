"""How clear a wish for a note is, and what to ask where it is not. Every question has a key and is asked once."""

from collections.abc import Iterable

from services.common.language import Language, Text
from services.planner.domain.note.brief_lexicon import BROAD_TOPICS, KIND_NAMES, READER_DECIDES
from services.planner.domain.note.measure import width
from services.planner.domain.note.values import Clarification, Clarified, ContentType, Option
from services.planner.domain.note.wish_reading import Reading
from services.planner.domain.script import fold

TOPIC, AUDIENCE = "topic", "audience"

_TOPIC_ASKED = Text("想写一篇关于什么的{kind}？", "What should the {kind} be about?")
_NOTE = Text("笔记", "note")
_TOPICS = (
    Option("outing", "周末出游"), Option("food", "美食探店"), Option("care", "护肤心得"),
    Option("home", "居家好物"), Option("study", "学习效率"),
)  # fmt: skip
_TOPICS_IN_ENGLISH = (
    Option("outing", "A weekend trip"), Option("food", "Places to eat"), Option("care", "Skincare"),
    Option("home", "Things for the home"), Option("study", "Studying better"),
)  # fmt: skip
_AUDIENCE_ASKED = Text("“{topic}”主要是为谁准备的？", 'Whom is "{topic}" for?')
_AUDIENCES = (
    Option("students", "学生党"), Option("workers", "上班族"),
    Option("parents", "爸妈和长辈"), Option("couples", "情侣"),
)  # fmt: skip
_AUDIENCES_IN_ENGLISH = (
    Option("students", "Students"), Option("workers", "Working people"), Option("parents", "Parents"),
    Option("couples", "Couples"),
)  # fmt: skip

_ABOUT_TOPIC = ("主题", "关于什么", "写什么", "什么内容", "哪个话题", "什么方面", "be about", "topic", "subject")
_ABOUT_AUDIENCE = ("给谁", "为谁", "受众", "读者", "人群", "whom", "who is it for", "audience", "readers")

# What each thing that is said makes the wish clearer. A topic alone is enough to go on; nothing else is.
_SAID_NOTHING, _NOT_UNDERSTOOD = 0.2, 0.05
_TOPIC_SAID, _BROAD, _OPEN_READER = 0.66, 0.54, 0.45
_EACH = 0.06
_MOST_WITHOUT_TOPIC, _MOST = 0.4, 0.98
_SPECIFIC = 8
"""The width, in halves of a Chinese character, from which a topic counts as specific."""


def clarity(reading: Reading, *, reference_count: int = 0) -> float:
    """Return how clear the wish is, 0 to 1: mostly whether it names a topic, then how much it says of it."""
    said = (
        reading.audience,
        reading.tone,
        reading.constraints,
        reading.content_type,
        reading.picture_count,
        reading.goal,
    )
    more = _EACH * (sum(map(bool, said)) + bool(reference_count))
    if not reading.topic:
        return round(min(_MOST_WITHOUT_TOPIC, (_SAID_NOTHING if reading.understood else _NOT_UNDERSTOOD) + more), 2)
    if needs_reader(reading):
        return _OPEN_READER
    base = _BROAD if fold(reading.topic) in BROAD_TOPICS else _TOPIC_SAID
    specific = _EACH if width(reading.topic) >= _SPECIFIC else 0.0
    return round(min(_MOST, base + specific + more), 2)


def needs_reader(reading: Reading) -> bool:
    """Return whether nothing can be said of the topic before it is known for whom ("送礼攻略")."""
    bare = fold(reading.topic) in READER_DECIDES
    return bare and not (reading.audience or reading.constraints or reading.goal)


def clarification(reading: Reading, clarified: Iterable[Clarified], language: Language) -> Clarification | None:
    """Return what should be asked of an unclear wish, None when nothing need be or it was asked already."""
    asked = tuple(clarified)
    if not reading.topic:
        return (
            None
            if any(is_about_topic(one.question) for one in asked)
            else topic_question(reading.content_type, language)
        )
    if needs_reader(reading):
        known = any(is_about_audience(one.question) for one in asked)
        return None if known else audience_question(reading.topic, language)
    return None


def topic_question(kind: ContentType | None, language: Language) -> Clarification:
    """Return the question what the note is to be about."""
    name = (KIND_NAMES[kind] if kind else _NOTE).pick(language)
    options = _TOPICS if language is Language.CHINESE else _TOPICS_IN_ENGLISH
    return Clarification(TOPIC, _TOPIC_ASKED.pick(language).format(kind=name), options)


def audience_question(topic: str, language: Language) -> Clarification:
    """Return the question for whom the note is."""
    options = _AUDIENCES if language is Language.CHINESE else _AUDIENCES_IN_ENGLISH
    return Clarification(AUDIENCE, _AUDIENCE_ASKED.pick(language).format(topic=topic), options)


def is_about_topic(question: str) -> bool:
    """Return whether *question* asks what the note is about."""
    folded = fold(question)
    return any(word in folded for word in _ABOUT_TOPIC)


def is_about_audience(question: str) -> bool:
    """Return whether *question* asks for whom the note is."""
    folded = fold(question)
    return any(word in folded for word in _ABOUT_AUDIENCE)


def was_asked(question: str, clarified: Iterable[Clarified]) -> bool:
    """Return whether *question* was answered already, however it is spaced and punctuated."""
    return _bare(question) in {_bare(one.question) for one in clarified}


def _bare(question: str) -> str:
    return "".join(letter for letter in fold(question) if letter.isalnum())
