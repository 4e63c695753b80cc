"""Texts of the research for users, in both languages."""

from collections.abc import Sequence

from services.common.text.language import Language, Text
from services.rag.domain.titles import TitlePattern, TitlePatternStatistics

SEARCHING = Text("正在为“{topic}”查找资料。", 'Searching for evidence about "{topic}".')
FOUND = Text(
    "“{topic}”：参考笔记库里的 {notes} 篇笔记（其中 {close} 篇切题，可以引用），"
    "整理出 {titles} 个标题、{tags} 个标签。",
    '"{topic}": found {notes} notes of the library, {close} of them close enough to cite, with {titles} titles and '
    "{tags} tags.",
)
NOT_FOUND = Text(
    "笔记库中没有与“{topic}”相关的笔记，不用无关的内容凑数。",
    'No note of the library is about "{topic}"; nothing unrelated is used instead.',
)
ASK_TOPIC = Text(
    "没有查到与“{topic}”相关的资料。要换一个相近的主题来查吗？请写下主题；也可以不用资料，直接写。",
    'Nothing was found on "{topic}". Which similar topic should be searched for? Or continue without evidence.',
)
SEARCH_FAILED = Text("这次无法查询笔记库。", "The note library could not be searched this time.")
BY_NAME = Text(
    "没有使用远程向量模型，只按标题和标签查找。",
    "The remote embedding model was not used; searched by title and tags.",
)
TIMED_OUT = Text("没有及时响应。", "There was no response in time.")

WEB_NOT_CONFIGURED = Text(
    "没有联网搜索：未配置搜索服务（REFLOW_WEB_SEARCH_URL）。",
    "The web was not searched: no search service is configured (REFLOW_WEB_SEARCH_URL).",
)
WEB_NO_WORDS = Text(
    "没有联网搜索：主题里没有可以搜索的词。", "The web was not searched: the topic has no word to search for."
)
WEB_SEARCHED = Text("已联网搜索“{query}”，采用 {pages} 个网页。", 'The web was searched for "{query}": {pages} pages.')
WEB_EMPTY = Text("已联网搜索“{query}”，没有找到网页。", 'The web was searched for "{query}": nothing was found.')
WEB_FAILED = Text("联网搜索没有成功：{reason}", "The web search failed: {reason}")

_PATTERNS = {
    TitlePattern.NUMBER: Text("标题里有数字", "A number in the title"),
    TitlePattern.QUESTION: Text("用提问作标题", "A question as the title"),
    TitlePattern.EXCLAMATION: Text("标题带感叹号", "An exclamation mark in the title"),
    TitlePattern.EMOJI: Text("标题带表情符号", "An emoji in the title"),
    TitlePattern.COLON: Text("用冒号把标题分成两截", "A colon that splits the title in two"),
    TitlePattern.SHORT: Text("12 字以内的短标题", "A short title (up to 24 letters)"),
    TitlePattern.MEDIUM: Text("13 到 20 字的标题", "A title of medium length (25 to 40 letters)"),
    TitlePattern.LONG: Text("20 字以上的长标题", "A long title (over 40 letters)"),
}
_PATTERN_RESULT = Text(
    "{pattern}：互动约为平常的 {lift:.1f} 倍（{where} {total} 篇中有 {notes} 篇）",
    "{pattern}: about {lift:.1f} times the usual engagement ({notes} of {total} notes {where})",
)
_OF_TOPIC = Text("同主题", "on this topic")
_OF_LIBRARY = Text("全库", "in the library")

MIN_LIFT = 1.1
MIN_NOTES = 3
MAX_PATTERNS = 4


def describe_patterns(
    statistics: Sequence[TitlePatternStatistics], total: int, *, of_topic: bool, language: Language
) -> tuple[str, ...]:
    """Return a sentence for each pattern with more than the usual engagement, the best first.

    A pattern of fewer than `MIN_NOTES` of the *total* titles may be chance and is ignored.
    """
    significant = [one for one in statistics if one.lift >= MIN_LIFT and one.notes >= MIN_NOTES]
    where = (_OF_TOPIC if of_topic else _OF_LIBRARY).pick(language)
    return tuple(
        _PATTERN_RESULT.pick(language).format(
            pattern=_PATTERNS[one.pattern].pick(language), lift=one.lift, notes=one.notes, total=total, where=where
        )
        for one in significant[:MAX_PATTERNS]
    )
