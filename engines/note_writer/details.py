"""Details of the request: budget, month, days, people, health. Each is named in the note."""

import re

from engines.note_writer.parsers.requirements_lexicon import ABOUT_FORM, MAX_LENGTH, MIN_LENGTH, TAGS, TITLE
from engines.note_writer.values import Block, NoteRequest
from services.common.text.language import Language, Text

MAX_DETAILS = 6
_HEADING = Text("📌 这篇考虑的条件", "📌 What this note keeps in mind")
_MAX_WIDTH = 60
_DETAIL = re.compile(
    r"\d|[一二两三四五六七八九十百千万]+(?:天|周|个月|元|块|千|万|人|岁|晚|大|小|分钟|小时|斤|平)|预算|带[着狗娃孩爸妈老]|不好|过敏|不用|不吃|没有|怀孕|新手|膝盖|颈椎|"
    r"腰|老人|孩子|宝宝|素食|租房|宿舍|小个子|高血压|糖尿病"
    r"|\b(?:budget|without|no|with|allerg|vegetarian|vegan|knee|back|pregnan|toddler|child|kid|dog|beginner|afraid|small|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|euros|dollars)\b",
    re.IGNORECASE,
)
# Constraints on the form of the text are requirements, not details of the subject.
_FORM = re.compile(
    r"^(?:不要|别|不写|避免|don['’]t|do not|avoid|never|must|include"
    r"|mention|use|包括|包含|提到|要有|写得?|加上|突出)|字|words?\b|characters"
    r"|表情|emoji|语气|口吻|tone|段|paragraph|图|image|picture|小红书",
    re.IGNORECASE,
)


def find_details(request: NoteRequest) -> tuple[str, ...]:
    """Return the details among the constraints that the topic does not name."""
    return tuple(
        dict.fromkeys(
            text
            for text in (one.strip(" ，。,.;；") for one in request.constraints)
            if text and len(text) <= _MAX_WIDTH and text.lower() not in request.topic.lower() and _is_detail(text)
        )
    )[:MAX_DETAILS]


def build_detail_block(details: tuple[str, ...], language: Language) -> Block | None:
    """Return the section that names *details*, None without any."""
    if not details:
        return None
    return Block(_HEADING.pick(language), tuple(f"• {_capitalize(detail)}" for detail in details), "\n")


def _is_detail(text: str) -> bool:
    about_form = any(pattern.search(text) for pattern in (_FORM, MAX_LENGTH, MIN_LENGTH, TITLE, TAGS, ABOUT_FORM))
    return not about_form and bool(_DETAIL.search(text))


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
