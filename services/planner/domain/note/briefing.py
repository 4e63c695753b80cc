"""The built-in brief compiler: what a note is to be, told by rules from Chinese or English text."""

import re
from collections.abc import Iterator
from dataclasses import replace

from services.common.language import Language, Text
from services.planner.domain.note.clarity import clarification, clarity, is_about_audience, is_about_topic
from services.planner.domain.note.keywords import keywords
from services.planner.domain.note.measure import bounded
from services.planner.domain.note.preferences import preferences
from services.planner.domain.note.tasks import BriefTask
from services.planner.domain.note.values import LEAST_PICTURES, MOST_PICTURES, USUAL_PICTURES, Brief, ContentType
from services.planner.domain.note.wish_parts import picture_count, tones_in
from services.planner.domain.note.wish_reading import Reading, answered_topic, read_wish
from services.planner.domain.script import fold

MOST_CONSTRAINTS, LONGEST_CONSTRAINT = 20, 200
LONGEST_AUDIENCE, LONGEST_GOAL, LONGEST_TONE = 60, 200, 60
_SENTENCES = re.compile(r"[。！？!?；;\n]+|\.(?=\s|$)")

# What is taken where nothing is said, by the kind of note.
TONES = {
    ContentType.GUIDE: Text("亲切实用", "friendly and practical"),
    ContentType.REVIEW: Text("客观真诚", "objective and honest"),
    ContentType.TUTORIAL: Text("清晰耐心", "clear and patient"),
    ContentType.LIST: Text("简洁明快", "crisp"),
    ContentType.STORY: Text("真诚走心", "personal and warm"),
    ContentType.RECOMMENDATION: Text("热情真诚", "enthusiastic and honest"),
}
GOALS = {
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
        "讲好{topic}的真实经历，引起读者共鸣", "Tell a true story about {topic} that readers recognise themselves in"
    ),
    ContentType.RECOMMENDATION: Text(
        "让读者对{topic}心动，并知道怎么选", "Make readers want {topic} and know what to choose"
    ),
}
AUDIENCE = Text("对{topic}感兴趣的人", "people interested in {topic}")
GUESSED_TOPIC = Text("生活日常", "everyday life")
"""What a note is about when nobody says so, even when asked."""
GOAL_WITHOUT_TOPIC = Text(
    "没有说明主题，先按“{topic}”写一篇；补充主题后可以重写",
    'No topic was named: a note on "{topic}" for now, to be written anew once there is one',
)


def compile_brief(task: BriefTask) -> Brief:
    """Return the brief of *task*. Never raises, whatever the texts; the same task gives the same brief."""
    reading = read_task(task)
    language = task.language
    # Of everyday life there is something to tell rather than something to follow.
    kind = reading.content_type or (ContentType.GUIDE if reading.topic else ContentType.STORY)
    topic = reading.topic or GUESSED_TOPIC.pick(language)
    return Brief(
        topic=topic,
        audience=bounded(reading.audience or AUDIENCE.pick(language).format(topic=topic), LONGEST_AUDIENCE),
        goal=bounded(reading.goal or _goal(reading, kind, topic, language), LONGEST_GOAL),
        tone=bounded(reading.tone or TONES[kind].pick(language), LONGEST_TONE),
        constraints=reading.constraints,
        keywords=keywords(topic, reading.audience, kind, language),
        content_type=kind,
        picture_count=wanted_pictures(task, reading),
        requirement_clarity=clarity(reading, reference_count=task.reference_count),
        clarification=clarification(reading, task.clarified, language),
    )


def _goal(reading: Reading, kind: ContentType, topic: str, language: Language) -> str:
    """Return what the note is for; where nobody named a topic it says so, so that nobody wonders."""
    said = GOALS[kind] if reading.topic else GOAL_WITHOUT_TOPIC
    return said.pick(language).format(topic=topic)


def read_task(task: BriefTask) -> Reading:
    """Return what the person said altogether: in this message, in those before it, in answers, and the reviewer."""
    reading = _with_earlier(read_wish(task.text), task)
    for one in task.clarified:
        reading = _answered(reading, one.question, one.answer)
    return _with_feedback(reading, task.feedback)


def wanted_pictures(task: BriefTask, reading: Reading) -> int:
    """Return how many pictures the note is to have, 1 to 9."""
    said = (
        task.picture_count or reading.picture_count or picture_count(fold(task.layout_preference[:LONGEST_CONSTRAINT]))
    )
    return min(MOST_PICTURES, max(LEAST_PICTURES, said or USUAL_PICTURES))


def feedback_points(feedback: str) -> tuple[str, ...]:
    """Return the sentences of *feedback*, each of a bounded length."""
    return tuple(bounded(one, LONGEST_CONSTRAINT) for one in _SENTENCES.split(feedback) if one.strip())


def _with_earlier(reading: Reading, task: BriefTask) -> Reading:
    """Return *reading* of a follow-up with what was said before it: a text that asks for no note anew changes one."""
    if reading.topic or reading.asks or not reading.understood:
        return reading
    before = next((one for one in _earlier(task) if one.topic), None)
    return reading if before is None else _merged(before, reading)


def _earlier(task: BriefTask) -> Iterator[Reading]:
    said = (message.content for message in reversed(task.messages) if message.role == "user")
    return (read_wish(text) for text in said if text != task.text)


def _merged(before: Reading, after: Reading) -> Reading:
    """Return what both say; where they differ, the later counts."""
    return Reading(
        after.topic or before.topic,
        after.audience or before.audience,
        after.goal or before.goal,
        after.tone or before.tone,
        _distinct((*before.constraints, *after.constraints)),
        after.content_type or before.content_type,
        after.picture_count or before.picture_count,
        after.asks or before.asks,
        after.revises,
    )


def _answered(reading: Reading, question: str, answer: str) -> Reading:
    if not answer.strip():
        return reading
    if is_about_topic(question):
        said = read_wish(answer)
        merged = _merged(reading, said) if said.understood else reading
        return replace(merged, topic=answered_topic(answer) or reading.topic)
    if is_about_audience(question):
        return replace(reading, audience=bounded(read_wish(answer).audience or answer, LONGEST_AUDIENCE))
    return replace(reading, constraints=_distinct((*reading.constraints, bounded(answer, LONGEST_CONSTRAINT))))


def _with_feedback(reading: Reading, feedback: str) -> Reading:
    """Return *reading* with what a reviewer wants otherwise: tone, number of pictures, and each point to heed."""
    points = feedback_points(feedback)
    if not points:
        return replace(reading, constraints=_distinct(reading.constraints))
    tone = read_wish(feedback).tone
    return replace(
        reading,
        tone=tone if tones_in(tone) else reading.tone,
        picture_count=preferences(feedback).count or reading.picture_count,
        constraints=_distinct((*points, *reading.constraints)),
    )


def _distinct(constraints: tuple[str, ...]) -> tuple[str, ...]:
    shown = (bounded(one, LONGEST_CONSTRAINT) for one in constraints)
    return tuple(dict.fromkeys(one for one in shown if one))[:MOST_CONSTRAINTS]
