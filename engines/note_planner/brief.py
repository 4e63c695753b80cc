"""The built-in brief compiler: requirements of a note, by rules from Chinese or English text."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engines.language.characters import fold
from engines.note_planner.clarity import choose_clarification, is_about_audience, is_about_topic, score_clarity
from engines.note_planner.keywords import extract_keywords
from engines.note_planner.limits import DEFAULT_IMAGES, MAX_IMAGES, MIN_IMAGES
from engines.note_planner.request.parser import ParsedRequest, parse_request, parse_topic_answer
from engines.note_planner.request.parts import find_tones, parse_image_count
from engines.note_planner.request.preferences import parse_preferences
from engines.note_planner.request.statements import covers
from engines.note_planner.text_width import truncate
from services.common.contract.note import Brief, ContentType
from services.common.contract.requests import CompileBrief
from services.common.text.language import Language, Text

MAX_CONSTRAINTS, MAX_CONSTRAINT_LENGTH = 20, 200
MAX_AUDIENCE_LENGTH, MAX_GOAL_LENGTH, MAX_TONE_LENGTH = 60, 200, 60
_SENTENCES = re.compile(r"[。！？!?；;\n]+|\.(?=\s|$)")

# Defaults by content type.
TONES: dict[str, Text] = {
    ContentType.GUIDE: Text("亲切实用", "friendly and practical"),
    ContentType.REVIEW: Text("客观真诚", "objective and honest"),
    ContentType.TUTORIAL: Text("清晰耐心", "clear and patient"),
    ContentType.LIST: Text("简洁明快", "crisp"),
    ContentType.STORY: Text("真诚走心", "personal and warm"),
    ContentType.RECOMMENDATION: Text("热情真诚", "enthusiastic and honest"),
}
GOALS: dict[str, Text] = {
    ContentType.GUIDE: Text(
        "帮读者安排好{topic}，看完就能照着做", "Help readers plan {topic} so that they can start right away"
    ),
    ContentType.REVIEW: Text(
        "讲清{topic}的优点和不足，帮读者判断值不值得",
        "Show what is good and bad about {topic} so that readers can decide",
    ),
    ContentType.TUTORIAL: Text(
        "一步步教会读者{topic}，新手也能跟着做", "Teach readers {topic} step by step, even at the first try"
    ),
    ContentType.LIST: Text("把{topic}整理成一份值得收藏的清单", "Give readers a list on {topic} that is worth keeping"),
    ContentType.STORY: Text(
        "讲好{topic}的真实经历，引起读者共鸣", "Tell a true story about {topic} that readers recognize themselves in"
    ),
    ContentType.RECOMMENDATION: Text(
        "让读者对{topic}心动，并知道怎么选", "Make readers want {topic} and know what to choose"
    ),
}
DEFAULT_AUDIENCE = Text("对{topic}感兴趣的人", "people interested in {topic}")
DEFAULT_TOPIC = Text("生活日常", "everyday life")
"""Topic of a note if neither the request nor an answer names one."""
GOAL_WITHOUT_TOPIC = Text(
    "没有说明主题，先按“{topic}”写一篇；补充主题后可以重写",
    'No topic was named, so this note is about "{topic}"; name a topic to get another note',
)


def compile_brief(request: CompileBrief, language: Language = Language.CHINESE) -> Brief:
    """Return the brief of a note. Never raises, whatever the texts; the same request gives the same brief."""
    parsed = parse_context(request)
    content_type = _choose_content_type(parsed)
    topic = parsed.topic or DEFAULT_TOPIC.pick(language)
    return Brief(
        topic=topic,
        audience=truncate(parsed.audience or _describe_audience(topic, language), MAX_AUDIENCE_LENGTH),
        goal=truncate(parsed.goal or _describe_goal(parsed, content_type, topic, language), MAX_GOAL_LENGTH),
        tone=truncate(parsed.tone or TONES[content_type].pick(language), MAX_TONE_LENGTH),
        constraints=parsed.constraints,
        keywords=extract_keywords(topic, parsed.audience, content_type, language),
        content_type=content_type,
        image_count=choose_image_count(request, parsed),
        requirement_clarity=score_clarity(parsed, reference_count=request.reference_count),
        clarification=choose_clarification(parsed, request.clarification_answers, language),
        statements=parsed.statements,
    )


def _choose_content_type(parsed: ParsedRequest) -> ContentType:
    """Return a story where the user reports what the note is about, else what the request names, else a guide.

    A word for a kind of text may be one of the report ("there is no recipe"). Everyday life is a subject of stories.
    """
    if covers(parsed.topic, parsed.statements):
        return ContentType.STORY
    return parsed.content_type or (ContentType.GUIDE if parsed.topic else ContentType.STORY)


def _describe_audience(topic: str, language: Language) -> str:
    return DEFAULT_AUDIENCE.pick(language).format(topic=_quote(topic))


def _describe_goal(parsed: ParsedRequest, content_type: ContentType, topic: str, language: Language) -> str:
    """Return the goal of the note; without a requested topic it explains the selected one."""
    goal = GOALS[content_type] if parsed.topic else GOAL_WITHOUT_TOPIC
    return goal.pick(language).format(topic=_quote(topic))


def _quote(topic: str) -> str:
    """Return *topic* in quotes if it has several phrases, as a part of a sentence."""
    return f"“{topic}”" if "，" in topic or ", " in topic else topic


def parse_context(request: CompileBrief) -> ParsedRequest:
    """Return the requirements of the text, the earlier messages, the answers and the feedback of a reviewer."""
    parsed = _merge_earlier(parse_request(request.text), request)
    for one in request.clarification_answers:
        parsed = _apply_answer(parsed, one.question, one.answer)
    parsed = _apply_feedback(parsed, request.feedback)
    return replace(parsed, content_type=ContentType(request.content_type)) if request.content_type else parsed


def choose_image_count(request: CompileBrief, parsed: ParsedRequest) -> int:
    """Return the number of images of the note, 1 to 9."""
    requested = (
        request.image_count
        or parsed.image_count
        or parse_image_count(fold(request.layout_preference[:MAX_CONSTRAINT_LENGTH]))
    )
    return min(MAX_IMAGES, max(MIN_IMAGES, requested or DEFAULT_IMAGES))


def split_feedback(feedback: str) -> tuple[str, ...]:
    """Return the sentences of *feedback*, each truncated."""
    return tuple(truncate(one, MAX_CONSTRAINT_LENGTH) for one in _SENTENCES.split(feedback) if one.strip())


def changes_earlier_note(parsed: ParsedRequest) -> bool:
    """Return whether a text changes an earlier note instead of requesting a new one."""
    return parsed.has_words and not parsed.topic and not parsed.requests_note


def _merge_earlier(parsed: ParsedRequest, request: CompileBrief) -> ParsedRequest:
    """Return *parsed*, of a follow-up merged with the request before it."""
    if not changes_earlier_note(parsed):
        return parsed
    before = next((one for one in _parse_earlier(request) if one.topic), None)
    return parsed if before is None else _merge(before, parsed)


def _parse_earlier(request: CompileBrief) -> Iterator[ParsedRequest]:
    texts = (message.content for message in reversed(request.messages) if message.role == "user")
    return (parse_request(text) for text in texts if text != request.text)


def _merge(before: ParsedRequest, after: ParsedRequest) -> ParsedRequest:
    """Return the requirements of both; if they differ, the later ones."""
    return ParsedRequest(
        after.topic or before.topic,
        after.audience or before.audience,
        after.goal or before.goal,
        after.tone or before.tone,
        _deduplicate((*before.constraints, *after.constraints)),
        after.content_type or before.content_type,
        after.image_count or before.image_count,
        after.requests_note or before.requests_note,
        after.is_revision,
        statements=tuple(dict.fromkeys((*before.statements, *after.statements))),
    )


def _apply_answer(parsed: ParsedRequest, question: str, answer: str) -> ParsedRequest:
    if not answer.strip():
        return parsed
    if is_about_topic(question):
        parsed_answer = parse_request(answer)
        merged = _merge(parsed, parsed_answer) if parsed_answer.has_words else parsed
        topic = parse_topic_answer(answer) or parsed.topic
        before = tuple(one for one in (parsed.topic,) if one and fold(one) not in fold(topic))
        constraints = tuple(one for one in (*before, *merged.constraints) if fold(one) not in fold(topic))
        return replace(merged, topic=topic, constraints=_deduplicate(constraints))
    if is_about_audience(question):
        return replace(parsed, audience=truncate(parse_request(answer).audience or answer, MAX_AUDIENCE_LENGTH))
    return replace(parsed, constraints=_deduplicate((*parsed.constraints, truncate(answer, MAX_CONSTRAINT_LENGTH))))


def _apply_feedback(parsed: ParsedRequest, feedback: str) -> ParsedRequest:
    """Return *parsed* with a reviewer's changes: tone, number of images, and each sentence as a constraint."""
    sentences = split_feedback(feedback)
    if not sentences:
        return replace(parsed, constraints=_deduplicate(parsed.constraints))
    tone = parse_request(feedback).tone
    return replace(
        parsed,
        tone=tone if find_tones(tone) else parsed.tone,
        image_count=parse_preferences(feedback).count or parsed.image_count,
        constraints=_deduplicate((*sentences, *parsed.constraints)),
    )


def _deduplicate(constraints: tuple[str, ...]) -> tuple[str, ...]:
    truncated = (truncate(one, MAX_CONSTRAINT_LENGTH) for one in constraints)
    return tuple(dict.fromkeys(one for one in truncated if one))[:MAX_CONSTRAINTS]
