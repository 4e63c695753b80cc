"""Parses a request for a note, clause by clause: its topic and its requirements."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.language.characters import fold, is_chinese
from engines.language.misspellings import correct_misspellings
from engines.language.parsers.small_talk import is_greeting, is_noise, strip_commands
from engines.language.phrase import Phrase, parse_phrase
from engines.language.scanner import split_words
from engines.language.words import take_words
from engines.note_planner.request.audiences import is_audience
from engines.note_planner.request.circumstances import is_circumstance
from engines.note_planner.request.listed_report import take_listed_report
from engines.note_planner.request.parts import RequestParts, extract_parts, find_tones
from engines.note_planner.request.proper_names import strip_edges
from engines.note_planner.request.statements import list_statements, write_sentence
from engines.note_planner.request.topic_choice import TopicChoice, choose_topic, is_missing
from engines.note_planner.request.topics import Topic, find_content_type, normalize_topic, parse_topic, split_long_topic
from services.common.contract.note import ContentType

MAX_LENGTH = 1_000
MAX_CLAUSE_LENGTH = 200
_LINES = re.compile(r"[\r\n\u2028\u2029]+")
_BREAKS = re.compile(
    r"(?<!\d)[.](?=\s|$)|(?<=\d\d)[.](?=\s[A-Z])|[;!?，。；：！？…~～\n]|[（）]| \(|\)(?=\W|$)| [-–—]+ |——|,(?!\d{3})|(?<=\D):(?=\D)|(?<=[\u4e00-\u9fff]):"
)
_FILLER = frozenset(
    split_words("急|急急|急急急|在线等|挺急的|谢谢|拜托|拜托了|感谢|求求了|谢啦|thanks|thank you|asap|please")
)
_WHAT_NOW = re.compile(r"(?:那|我)?(?:应该|该|要)?(?:怎么办|咋办|怎么弄)(?:好|呢|啊)?")
_SPACED = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff\d])")
_LABELS = {
    **dict.fromkeys(split_words("主题|标题|標题|题目|话题|内容|选题|topic|subject|theme"), "topic"),
    **dict.fromkeys(split_words("受众|读者|人群|目标人群|目标读者|目标用户|面向|audience|readers"), "audience"),
    **dict.fromkeys(split_words("语气|口吻|文风|风格|调性|基调|tone|voice|style"), "tone"),
    **dict.fromkeys(split_words("目标|目的|goal|purpose|aim"), "goal"),
    **dict.fromkeys(split_words("要求|字数|注意|备注|补充|requirements|constraints|notes|length"), "constraint"),
    **dict.fromkeys(split_words("类型|体裁|type|format"), "type"),
}


_AGAIN = re.compile(
    r"(?:请|帮我|给我)*(?:(?:重写|重新写|再写|再来)一[遍次版下]|重写(?:一篇)?|重来)(?:吧)?"
    r"|(?:please )?(?:rewrite|redo|write|do|try)(?: it| this| that)?(?: again| once more| from scratch)(?: please)?|(?:once )?again(?: please)?"
)
"""Requests another text with the same topic."""


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """Requirements of a note in a text; requirements that the text does not name are empty, 0 or None.

    Attributes:
        requests_note: the text requests a note.
        is_revision: the text changes an existing note.
        has_words: the text contains words at all.
        statements: what the user reports, in whole sentences.

    """

    topic: str = ""
    audience: str = ""
    goal: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    content_type: ContentType | None = None
    image_count: int = 0
    requests_note: bool = False
    is_revision: bool = False
    has_words: bool = True
    statements: tuple[str, ...] = ()


def parse_request(text: str) -> ParsedRequest:
    """Return the requirements in the first 1,000 characters of *text*. Never raises; linear in the length."""
    text = correct_misspellings(take_words(text, MAX_LENGTH))
    if listed := take_listed_report(text):
        parsed = parse_request(listed.request)
        return replace(parsed, statements=(*parsed.statements, write_sentence(listed.items)))
    phrase = parse_phrase(flatten_lines(text))
    if not any(letter.isalpha() for letter in phrase.text) or is_noise(phrase):
        return ParsedRequest(has_words=False)
    rest = strip_commands(phrase)
    parts = RequestParts()
    topic = Topic("")
    for clause in _split_clauses(_normalize_lines(text) if rest is None else rest.text):
        topic = _apply_clause(clause, topic, parts)
    if not topic.text and parts.others and is_circumstance(fold(parts.others[0])):
        topic = replace(topic, text=parts.others.pop(0))
    if topic.text and not topic.is_labeled:
        choice = _choose_topic(text, topic.text, parts)
        topic = replace(topic, text=choice.topic)
    else:
        parts.constraints += parts.others
    name, rest_of_topic = split_long_topic(topic.text)
    if rest_of_topic:
        parts.constraints.insert(0, rest_of_topic)
    statements = list_statements(flatten_lines(text))
    reported = fold("\n".join(statements))
    return ParsedRequest(
        name,
        parts.audience or topic.audience or _find_leading_audience(topic.text),
        parts.goal,
        _join_tones(parts.tones),
        tuple(dict.fromkeys(one for one in parts.constraints if one and fold(one) not in reported)),
        topic.content_type or find_content_type(phrase.text),
        parts.image_count,
        topic.requests_note,
        parts.is_revision,
        statements=statements,
    )


def flatten_lines(text: str) -> str:
    """Return the first 1,000 characters of *text*, its lines as clauses of one."""
    return _LINES.sub("，", take_words(text, MAX_LENGTH))


def _choose_topic(text: str, proposed: str, parts: RequestParts) -> TopicChoice:
    """Return what *text* is about; what else its clauses state goes into *parts*."""
    choice = choose_topic(flatten_lines(text), proposed, parts.audience)
    known = fold(" ".join((choice.topic, *parts.constraints, parts.audience, parts.goal, *parts.tones)))
    parts.constraints = [one for one in parts.constraints if fold(one) not in fold(choice.topic)]
    for stated in choice.stated:
        if is_missing(stated, known) and parse_topic(extract_parts(Phrase(stated), RequestParts())).text:
            parts.constraints.append(stated)
            known = f"{known} {fold(stated)}"
    return choice


def parse_topic_answer(text: str) -> str:
    """Return the topic in *text*, the answer to a question for it; "" if it names none."""
    parsed = parse_request(text)
    if parsed.topic or not parsed.has_words:
        return parsed.topic
    return normalize_topic(parse_phrase(text).text)


def _split_clauses(text: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the clauses of *text*, each with its label, "" for none."""
    label = ""
    for part_text in _BREAKS.split(text):
        clause_text = take_words(strip_edges(part_text), MAX_CLAUSE_LENGTH)
        if not clause_text:
            continue
        clause = Phrase(clause_text)
        if known_label := _LABELS.get(clause.folded.strip(" *#-•")):
            label = known_label
            continue
        for part in (clause,) if label else _split_at_spaces(clause):
            yield label, part
        label = ""


_BARE_QUESTION = re.compile(r"(?:应该|该|要)?(?:怎么|如何|怎样|哪个|哪款)[选买办做弄挑好]{0,2}")
"""A question about the topic of another clause: 油皮涂防晒闷痘，求推荐怎么选."""


def _split_at_spaces(clause: Phrase) -> tuple[Phrase, ...]:
    """Split a Chinese clause at spaces: return the topic, then the words that are requirements."""
    words = clause.text.split(" ")
    if len(words) == 1 or not is_chinese(clause.folded):
        return (clause,)
    others = tuple(Phrase(word) for word in words if word and not extract_parts(Phrase(word), RequestParts()).text)
    rest = " ".join(word for word in words if word and extract_parts(Phrase(word), RequestParts()).text)
    return (*((Phrase(rest),) if rest else ()), *others)


def _apply_clause(labeled_clause: tuple[str, Phrase], topic: Topic, parts: RequestParts) -> Topic:
    """Return the topic after one more clause; requirements of the clause go into *parts*."""
    label, clause = labeled_clause
    match label:
        case "topic":
            new_topic = parse_topic(clause)
            return replace(
                new_topic,
                text=new_topic.text or clause.text,
                is_labeled=True,
                content_type=new_topic.content_type or topic.content_type,
            )
        case "audience":
            parts.audience = clause.text
        case "tone":
            parts.tones += find_tones(clause.text) or (clause.text,)
        case "goal":
            parts.goal = clause.text
        case "constraint":
            parts.constraints.append(clause.text)
        case "type":
            return replace(topic, content_type=find_content_type(clause.text) or topic.content_type)
        case _:
            return _apply_unlabeled(clause, topic, parts)
    return topic


def _apply_unlabeled(clause: Phrase, topic: Topic, parts: RequestParts) -> Topic:
    if (
        is_greeting(clause)
        or clause.folded in _FILLER
        or _AGAIN.fullmatch(clause.folded)
        or _WHAT_NOW.fullmatch(clause.folded)
    ):
        return topic
    if is_circumstance(clause.folded):
        parts.others.append(clause.text)
        return topic
    rest = extract_parts(clause, parts)
    if not rest.text or (topic.text and rest.folded in ("的", "and", "with")):
        return topic
    named = parse_topic(rest)
    merged = replace(
        topic,
        content_type=topic.content_type or named.content_type,
        audience=topic.audience or named.audience,
        requests_note=topic.requests_note or named.requests_note,
    )
    if named.is_labeled or not topic.text:
        parts.others += [topic.text] if topic.text else []
        return replace(merged, text=named.text, is_labeled=named.is_labeled)
    if any(letter.isalnum() for letter in named.text):
        parts.others.append(rest.text)
    return merged


def _find_leading_audience(topic: str) -> str:
    """Return the audience at the start of a topic ("大学生平价护肤"), "" for none."""
    folded = fold(topic)
    return next(
        (audience for audience in _LEADING_AUDIENCES if folded.startswith(audience) and len(folded) > len(audience)), ""
    )


_LEADING_AUDIENCES = tuple(
    split_words(
        "考研党|大学生|高中生|研究生|学生党|上班族|打工人|职场新人|新手爸妈|新手妈妈|宝妈|孕妈|新手|小白",
        "零基础|初学者|租房党|独居女生|小个子女生|小个子|微胖女生|敏感肌|油皮|干皮|痘肌|手残党|懒人|情侣",
        "亲子|带娃家庭|程序员",
    )
)
assert all(is_audience(audience) for audience in ("大学生", "新手"))


def _join_tones(tones: list[str]) -> str:
    joined = list(dict.fromkeys(tones))[:3]
    return ("、" if is_chinese("".join(joined)) else ", ").join(joined)


def _normalize_lines(text: str) -> str:
    """Return *text* with its lines as clauses; spaces between Chinese words stay."""
    lines = (
        parse_phrase(line).text if not _SPACED.search(line) else line
        for line in _LINES.split(take_words(text, MAX_LENGTH))
    )
    return "，".join(lines)
