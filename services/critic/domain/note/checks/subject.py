"""Measures whether a text is about the subject of its request, and how much it uses of its sources and details."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engines.note_themes import find_theme
from engines.note_writer.details import is_detail
from services.common.contract.note import Brief, Closeness, EvidencePack
from services.common.text.language import Text
from services.critic.domain.note import texts
from services.critic.domain.note.checks.citations import check_citations
from services.critic.domain.note.checks.lengths import split_sentences
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned, mentions
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MINOR, MODERATE, WRONG, Finding, quote
from services.critic.domain.note.note import ReviewedNote

MIN_SIMILARITY: Final = 0.5
"""The weighted share of the subject's words below which a text is about something else."""
MIN_IF_DOUBTFUL: Final = 0.6
"""The same for a text of another theme, and for one whose title has no word of the subject."""
_SETTING_WEIGHT: Final = 0.25
_ONE_MENTION: Final = 0.6
"""The credit of a word that only one paragraph has: the subject of a text occurs throughout it."""
# Words of requests on many subjects: when, where, for whom and how. They do not distinguish subjects.
_SETTING: Final = frozenset(
    re.findall(
        r"\S+",
        """
    在家 家里 第一次 第一 一次 周末 新手 入门 零基础 一个 三个 打工 打工人 上班 上班族 学生 大学 大学生
    孩子 春天 夏天 秋天 冬天 一天 两天 三天 四天 一周 每天 预算 保持 开始 选择 挑选 要带 注意 安排 简单
    不要 不用 成年 成年人 小白 方法 怎么办 附近 周边 一日 计划 总是 只用 想要 时间 家 带 去 first time day
    days week weekend month year home house flat room people someone person beginner beginners new small
    simple easy cheap little ways learn learning start starting keep keeping make making choose choosing
    buy buying way morning rainy worth set city thing things who two three four five ten under over before
    after while during better bad really very only forget alone
    """,
    )
)
_SOURCE_WORDS: Final = 0.5
"""The share of a source's sentence that a text repeats if it uses the sentence."""
_MIN_SENTENCE_TERMS: Final = 3
_ENOUGH_SENTENCES: Final = 3
MAX_GENERIC_SENTENCES: Final = 2
"""Sentences that fit any subject, such as a greeting and a question at the end."""
_HAN_NUMBER: Final = re.compile(r"\d+|[一二两三四五六七八九十百千万]+")


@dataclass(frozen=True, slots=True)
class SubjectMatch:
    """Similarity of a text to its request.

    Attributes:
        similarity: the weighted share of the subject's words in the body, 0 to 1; None if it cannot be compared.
            A word in a single paragraph counts less than one that occurs throughout the text.
        same_theme: whether the body has the theme of the subject; None if one of them has none.
        in_title: whether the title has a word of the subject; None if they cannot be compared.
        missing: words of the subject that the body lacks.
        used, available: sentences of the sources that the body uses, and those that the sources have.

    """

    similarity: float | None
    same_theme: bool | None
    in_title: bool | None
    missing: tuple[str, ...]
    used: int
    available: int

    @property
    def is_other_subject(self) -> bool:
        """Whether the text is about something else."""
        if self.similarity is None:
            return False
        is_doubtful = self.same_theme is False or self.in_title is False
        return self.similarity < (MIN_IF_DOUBTFUL if is_doubtful else MIN_SIMILARITY)


def measure_subject(note: ReviewedNote) -> SubjectMatch:
    """Return the similarity of the body of *note* to the subject of its brief."""
    body, brief = note.content.body, note.brief
    used, available = count_used_sentences(note.evidence, body)
    if not are_comparable(body, brief.topic):
        return SubjectMatch(None, None, None, (), used, available)
    weights = {term: _weigh(term) for term in extract_terms(brief.topic)}
    paragraphs = (note.content.title, *note.content.paragraphs)
    counts = Counter(term for paragraph in paragraphs for term in find_mentioned(weights, paragraph))
    in_body = set(find_mentioned(weights, body))
    credits = (weights[term] * (1 if counts[term] > 1 else _ONE_MENTION) for term in in_body)
    total = sum(weights.values())
    similarity = sum(credits) / total if total else None
    missing = tuple(term for term in weights if term not in in_body and weights[term] == 1)
    in_title = _is_in_title(note.content.title, weights)
    return SubjectMatch(similarity, _has_same_theme(brief, body), in_title, missing, used, available)


def count_used_sentences(evidence: EvidencePack, body: str) -> tuple[int, int]:
    """Return how many sentences of the sources *body* uses, literally or by most of their words, and how many exist.

    Those of a distant source are no material for the topic.
    """
    sentences = [
        terms
        for source in evidence.sources
        if source.closeness is not Closeness.DISTANT
        for sentence in split_sentences(source.excerpt)
        if len(terms := extract_terms(sentence)) >= _MIN_SENTENCE_TERMS and are_comparable(sentence, body)
    ]
    used = sum(len(find_mentioned(terms, body)) >= _SOURCE_WORDS * len(terms) for terms in sentences)
    return used, len(sentences)


def check_subject(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of a body: about another subject, without facts from its sources, or generic."""
    match = measure_subject(note)
    if match.is_other_subject:
        # The brief may describe its topic in other words; then its keywords decide.
        others = [term for word in note.brief.keywords for term in extract_terms(word)]
        own = set(extract_terms(note.brief.topic))
        others = [term for term in others if term not in own]
        is_near = match.same_theme and others and 2 * len(find_mentioned(others, note.content.body)) >= len(others)
        values = {"topic": quote(note.brief.topic), "share": f"{match.similarity or 0:.0%}"}
        yield Finding(NoteDimension.CONTENT, MODERATE if is_near else WRONG, texts.BODY_OFF_TOPIC, values)
    yield from check_citations(note)
    if match.available >= _ENOUGH_SENTENCES and not match.used:
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.SOURCES_UNUSED, {"count": match.available})
    generic = count_generic_sentences(note)
    if generic > MAX_GENERIC_SENTENCES:
        yield Finding(NoteDimension.CONTENT, MINOR, texts.GENERIC, {"count": generic})
    yield from _check_details(note)


def count_generic_sentences(note: ReviewedNote) -> int:
    """Return how many sentences of the body have no word of its subject, of its theme, its sources or its details."""
    brief = note.brief
    request = "\n".join((note.text, brief.topic, *brief.keywords, *brief.constraints, brief.audience))
    own = extract_terms("\n".join((request, *(source.excerpt for source in note.evidence.sources))), short=True)
    known = tuple(term for term in own if term not in _SETTING_TERMS)
    return sum(
        not find_mentioned(known, sentence) and find_theme(sentence) is None
        for sentence in split_sentences(note.content.body)
        if len(extract_terms(sentence)) >= _MIN_SENTENCE_TERMS
    )


def list_details(brief: Brief) -> tuple[str, ...]:
    """Return the details of the request: its budget, month, people, health."""
    return tuple(one for one in brief.constraints if is_detail(one))


def _check_details(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the details that the text does not contain and its remarks do not declare unused."""
    written = "\n".join((note.content.title, note.content.body, *note.content.remarks))
    ignored = [one for one in list_details(note.brief) if are_comparable(written, one) and not mentions(written, one)]
    if ignored:
        words = Text("、".join(map(quote, ignored[:5])), ", ".join(map(quote, ignored[:5])))
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.DETAILS_IGNORED, {"words": words})


def _is_in_title(title: str, weights: Mapping[str, float]) -> bool | None:
    own = [term for term, weight in weights.items() if weight == 1] or [*weights]
    return bool(find_mentioned(own, title)) if own and extract_terms(title) else None


def _has_same_theme(brief: Brief, body: str) -> bool | None:
    expected, written = find_theme(brief.topic), find_theme(body)
    return expected is written if expected and written else None


def _weigh(term: str) -> float:
    return _SETTING_WEIGHT if term in _SETTING_TERMS or term.isdigit() or _HAN_NUMBER.fullmatch(term) else 1.0


_SETTING_TERMS: Final = _SETTING | {term for word in _SETTING for term in extract_terms(word)}
