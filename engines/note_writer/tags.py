"""Tags: the topic, related tags, and matching tags of the evidence; in the language of the note, without the sign #."""

import re
from collections.abc import Iterable, Iterator

from engines.note_planner.request.completeness import list_content
from engines.note_writer.noun_phrases import find_head_noun, is_clause, select_audience
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.phrases.related_tags import CONTENT_TYPE_TAGS, RELATED_TAGS
from engines.note_writer.rng import shuffle
from engines.note_writer.values import NoteRequest
from services.common.text import segmentation
from services.common.text.language import Language
from services.common.text.width import measure_width

MAX_TAGS = 8
MAX_TAG_LENGTH = {Language.CHINESE: 12, Language.ENGLISH: 30}
_MAX_AUDIENCE_LENGTH = {Language.CHINESE: 5, Language.ENGLISH: 16}
_DETERMINERS = ("my", "our", "your", "the", "a", "an")
_MAX_NAME = {Language.CHINESE: 8, Language.ENGLISH: 22}
_NOUNS = ("n", "vn", "l", "i", "j", "eng", "x")
"""Parts of speech of the Chinese dictionary: nouns, nominal verbs, idioms, abbreviations, foreign words."""
_PRONOUNS = ("我", "你", "他", "她", "它", "咱")
_SHORTEST_NOUN, _NO_NOUNS = 4, ("ing", "ed", "ly")
_COUNTED = re.compile(r"第?[\d一二两三四五六七八九十百千万]+.{0,2}")
_MAX_KNOWN = 3
_MAX_RELATED = 3
_MAX_NAMES = 2
"""Number of keywords that name the whole topic; the others are parts of it."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_GENERIC_WORDS = frozenset(
    re.findall(
        r"\w+",
        "春天 夏天 秋天 冬天 春日 夏日 秋日 冬日 周末 新手 入门 教程 攻略 清单 平价 好物 日常 "
        "spring summer autumn winter weekend week month days home first without with when what your from into about "
        "choosing buying making getting dying exercises things total small 总是 回家 第一 一次 计划 自己 在家 "
        "办法 方法 推荐 一个 几种 提前 时间 "
        "每天 准备 安排 生活 问题 东西 清楚 半天 一天 三天 两天 怎么 如何 "
        "home time people start learn learning best good",
    )
)
"""General words: a tag that shares only these with the topic is about something else."""


def select_tags(request: NoteRequest, requirements: Requirements) -> tuple[str, ...]:
    """Return up to 8 tags, or as many as *requirements* allow, without excluded words."""
    forbidden = [word.lower() for word in requirements.excluded_words]
    tags: dict[str, str] = {}
    for tag in _list_candidates(request):
        if tag and not any(word in tag.lower() for word in forbidden):
            tags.setdefault(tag.lower(), tag)
    return tuple(tags.values())[: MAX_TAGS if requirements.max_tags is None else min(MAX_TAGS, requirements.max_tags)]


def extract_content_words(text: str) -> frozenset[str]:
    """Return the content words of *text*: Chinese words of two characters and more, stems of Latin words."""
    tokens = (word.strip().lower() for word in segmentation.segment_for_search(text))
    words = (word for word in tokens if len(word) > 1 and any(letter.isalnum() for letter in word))
    return frozenset(_stem(word) for word in words if word not in _GENERIC_WORDS)


def _list_candidates(request: NoteRequest) -> Iterator[str]:
    language = request.language
    own = [word for word in request.keywords if _names_topic(word, request)]
    subject = f"{request.topic} {' '.join(request.keywords[:2])}".lower()
    audience = select_audience(request)
    audience = audience if len(audience) <= _MAX_AUDIENCE_LENGTH[language] else ""
    known = [tag for tag in request.known_tags if _is_related(tag, request)]
    if request.previous is not None:
        known = [*shuffle(known, request.seed, "tags")]
    content_type_tag = CONTENT_TYPE_TAGS[language].get(request.content_type, "")
    related = tuple(_find_related(subject, language))[:_MAX_RELATED]
    # Nobody searches for a question as a tag, nor for a long name.
    names = (
        ()
        if is_clause(request.topic, language) or _measure(request.topic, language) > _MAX_NAME[language]
        else (request.topic,)
    )
    own = [word for word in own if _is_name(word, language) and (names or _is_noun(word))]
    words = () if names else tuple(word for word in _list_words(request.topic) if _is_name(word, language))
    first = (
        *names,
        *words[:_MAX_KNOWN],
        *own[:_MAX_NAMES],
        request.place,
        *known[:_MAX_KNOWN],
        *related,
        audience,
        content_type_tag,
        *known,
    )
    search_terms = [word for word in own[_MAX_NAMES:] if _is_search_term(word, language)]
    return (_normalize_tag(tag, language) for tag in (*first, *search_terms))


def _is_name(word: str, language: Language) -> bool:
    """Return whether *word* is short, no clause, and more than a number or a time ("八周", "dying")."""
    is_empty = _COUNTED.fullmatch(word) or word.lower() in _GENERIC_WORDS
    return not is_empty and _measure(word, language) <= _MAX_NAME[language] and not is_clause(word, language)


def _measure(word: str, language: Language) -> int:
    """Return the length of *word*: two Latin letters count as one Chinese character."""
    return measure_width(word) // 2 if language is Language.CHINESE else len(word)


def _list_words(topic: str) -> Iterator[str]:
    """Yield the nouns of *topic* in its order, as far as a dictionary or their endings show them."""
    known = extract_content_words(topic)
    for word in dict.fromkeys(one.strip() for one in segmentation.segment(topic)):
        if _stem(word.lower()) in known and _is_noun(word):
            yield word


def _is_noun(word: str) -> bool:
    """Return whether *word* is a noun: a Chinese one by a dictionary, an English one unless its form shows another."""
    folded = word.lower()
    if word.isascii():
        return len(word) >= _SHORTEST_NOUN and not folded.endswith(_NO_NOUNS) and folded in list_content(folded)
    return segmentation.tag_words(word)[-1][1].startswith(_NOUNS) and not word.startswith(_PRONOUNS)


def _is_search_term(word: str, language: Language) -> bool:
    """Return whether users search for *word* by itself: a part of a name (炸锅 of 空气炸锅) is no tag."""
    return any(word.lower() in names.split() for names, _ in RELATED_TAGS[language])


def _names_topic(word: str, request: NoteRequest) -> bool:
    """Return whether *word* names the topic: it contains the topic, or is a content word of it."""
    if request.language is Language.ENGLISH:
        return word.isascii() and word.lower() in (find_head_noun(request.topic).lower(), request.topic.lower())
    folded, topic = word.lower(), request.topic.lower()
    return topic in folded or (len(word) > 1 and folded in topic and bool(extract_content_words(word)))


def _is_related(tag: str, request: NoteRequest) -> bool:
    """Return whether *tag* is in the language of the note and shares a content word with its topic."""
    if request.language is Language.ENGLISH:
        readable = tag.isascii()
    else:
        readable = bool(_HAN.search(tag)) or extract_content_words(tag) <= extract_content_words(request.topic)
    return readable and bool(
        extract_content_words(tag) & extract_content_words(f"{request.topic} {request.keywords[:1]}")
    )


def _find_related(subject: str, language: Language) -> Iterator[str]:
    for names, tags in RELATED_TAGS[language]:
        if any(_contains_name(subject, name, language) for name in names.split()):
            yield from tags.split()


def _contains_name(subject: str, name: str, language: Language) -> bool:
    if language is Language.CHINESE and not name.isascii():
        return name in subject
    return re.search(rf"\b{re.escape(name)}s?\b", subject, re.ASCII) is not None


def _normalize_tag(tag: str, language: Language) -> str:
    """Return *tag* as one word, "" if it is not valid; English tags are in lower case, as in #springpicnics."""
    words = re.sub(r"[^\w\s-]", "", tag).replace("_", " ").replace("-", "" if tag.isascii() else "-").split()
    if language is Language.ENGLISH:
        word = "".join(words[words[0].lower() in _DETERMINERS :] if words else words).lower()
        return word if word.isascii() and word.isalnum() and len(word) <= MAX_TAG_LENGTH[language] else ""
    return _join_words(words) if len(_join_words(words)) <= MAX_TAG_LENGTH[language] else ""


def _join_words(words: Iterable[str]) -> str:
    return "".join(words)


def _stem(word: str) -> str:
    return word[:-1] if word.isascii() and word.endswith("s") and not word.endswith("ss") else word
