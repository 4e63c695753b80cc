"""Scores the clarity of a request for a note, and selects a question for an unclear one.

Every question has a key, and no question is repeated.
"""

from collections.abc import Iterable

from engines.language.characters import fold
from engines.note_planner.request.lexicon import AUDIENCE_DEPENDENT_TOPICS, BROAD_TOPICS, CONTENT_TYPE_NAMES
from engines.note_planner.request.parser import ParsedRequest
from services.common.contract.note import Clarification, ClarificationAnswer, ContentType
from services.common.contract.questions import Option
from services.common.text.language import Language, Text
from services.common.text.width import measure_width

TOPIC, AUDIENCE = "topic", "audience"

_TOPIC_QUESTION = Text("想写一篇关于什么的{kind}？", "What should the {kind} be about?")
_NOTE = Text("笔记", "note")
_TOPIC_OPTIONS = (
    Option("outing", "周末出游"), Option("food", "美食探店"), Option("care", "护肤心得"),
    Option("home", "居家好物"), Option("study", "学习效率"),
)  # fmt: skip
_TOPIC_OPTIONS_IN_ENGLISH = (
    Option("outing", "A weekend trip"), Option("food", "Places to eat"), Option("care", "Skincare"),
    Option("home", "Things for the home"), Option("study", "Studying better"),
)  # fmt: skip
_AUDIENCE_QUESTION = Text("“{topic}”主要是为谁准备的？", 'Who is "{topic}" for?')
_AUDIENCE_OPTIONS = (
    Option("students", "学生党"), Option("workers", "上班族"),
    Option("parents", "爸妈和长辈"), Option("couples", "情侣"),
)  # fmt: skip
_AUDIENCE_OPTIONS_IN_ENGLISH = (
    Option("students", "Students"), Option("workers", "Working people"), Option("parents", "Parents"),
    Option("couples", "Couples"),
)  # fmt: skip

_ABOUT_TOPIC = ("主题", "关于什么", "写什么", "什么内容", "哪个话题", "什么方面", "be about", "topic", "subject")
_ABOUT_AUDIENCE = ("给谁", "为谁", "受众", "读者", "人群", "whom", "who is it for", "audience", "readers")

# A topic without details is clear enough to continue; without a topic, no number of details is.
_NO_TOPIC, _NO_WORDS = 0.2, 0.05
_WITH_TOPIC, _BROAD_TOPIC, _OPEN = 0.66, 0.54, 0.45
_PER_DETAIL = 0.06
_MAX_WITHOUT_TOPIC, _MAX = 0.4, 0.98
_MIN_SPECIFIC_WIDTH = 8
"""Width of a specific topic, in halves of a Chinese character."""


def score_clarity(parsed: ParsedRequest, *, reference_count: int = 0) -> float:
    """Return the clarity of a request, 0 to 1: mainly whether it names a topic, then the number of its details."""
    details = (
        parsed.audience,
        parsed.tone,
        parsed.constraints,
        parsed.content_type,
        parsed.image_count,
        parsed.goal,
    )
    bonus = _PER_DETAIL * (sum(map(bool, details)) + bool(reference_count))
    if not parsed.topic:
        return round(min(_MAX_WITHOUT_TOPIC, (_NO_TOPIC if parsed.has_words else _NO_WORDS) + bonus), 2)
    if needs_audience(parsed):
        return _OPEN
    base = _BROAD_TOPIC if fold(parsed.topic) in BROAD_TOPICS else _WITH_TOPIC
    specific = _PER_DETAIL if measure_width(parsed.topic) >= _MIN_SPECIFIC_WIDTH else 0.0
    return round(min(_MAX, base + specific + bonus), 2)


def needs_audience(parsed: ParsedRequest) -> bool:
    """Return whether the topic depends on its audience ("送礼攻略") and the request has no details at all."""
    depends = fold(parsed.topic) in AUDIENCE_DEPENDENT_TOPICS
    return depends and not (parsed.audience or parsed.constraints or parsed.goal)


def choose_clarification(
    parsed: ParsedRequest, clarification_answers: Iterable[ClarificationAnswer], language: Language
) -> Clarification | None:
    """Return the question for an unclear request, or None if there is none or the user has answered it."""
    questions = tuple(one.question for one in clarification_answers)
    if not parsed.topic:
        is_repeated = any(map(is_about_topic, questions))
        return None if is_repeated else build_topic_question(parsed.content_type, language)
    if needs_audience(parsed):
        is_repeated = any(map(is_about_audience, questions))
        return None if is_repeated else build_audience_question(parsed.topic, language)
    return None


def build_topic_question(content_type: ContentType | None, language: Language) -> Clarification:
    """Return the question for the topic of the note."""
    content_type_name = (CONTENT_TYPE_NAMES[content_type] if content_type else _NOTE).pick(language)
    options = _TOPIC_OPTIONS if language is Language.CHINESE else _TOPIC_OPTIONS_IN_ENGLISH
    return Clarification(TOPIC, _TOPIC_QUESTION.pick(language).format(kind=content_type_name), options)


def build_audience_question(topic: str, language: Language) -> Clarification:
    """Return the question for the audience of the note."""
    options = _AUDIENCE_OPTIONS if language is Language.CHINESE else _AUDIENCE_OPTIONS_IN_ENGLISH
    return Clarification(AUDIENCE, _AUDIENCE_QUESTION.pick(language).format(topic=topic), options)


def is_about_topic(question: str) -> bool:
    """Return whether *question* is about the topic of the note."""
    folded = fold(question)
    return any(word in folded for word in _ABOUT_TOPIC)


def is_about_audience(question: str) -> bool:
    """Return whether *question* is about the audience of the note."""
    folded = fold(question)
    return any(word in folded for word in _ABOUT_AUDIENCE)


def was_answered(question: str, clarification_answers: Iterable[ClarificationAnswer]) -> bool:
    """Return whether *question* has an answer, apart from differences in spaces and punctuation."""
    return _normalize(question) in {_normalize(one.question) for one in clarification_answers}


def _normalize(question: str) -> str:
    return "".join(letter for letter in fold(question) if letter.isalnum())
