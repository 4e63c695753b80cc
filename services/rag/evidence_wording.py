"""What the research says to people, in both languages."""

from collections.abc import Sequence

from services.common.language import Language, Text
from services.rag.domain.titles import Pattern, PatternFigures

LOOKING = Text("正在为“{topic}”查找资料。", 'Looking up what is known about "{topic}".')
FOUND = Text(
    "“{topic}”：参考笔记库里的 {notes} 篇笔记，整理出 {titles} 个标题、{tags} 个标签。",
    '"{topic}": drawing on {notes} notes of the library, with {titles} titles and {tags} tags.',
)
NOT_FOUND = Text(
    "笔记库中没有与“{topic}”相关的笔记，不用无关的内容凑数。",
    'No note of the library bears on "{topic}"; nothing unrelated is put in its place.',
)
SEARCH_FAILED = Text("这次没能查询笔记库。", "The note library could not be searched this time.")
BY_NAME = Text(
    "没有使用远程向量模型，只按标题和标签查找。",
    "The remote embedding model was not used: looked up by title and tags.",
)
OWN_PROMPT = Text("没有保存过，写作时用自带的提示词。", "None was saved: the writer uses its own.")
LATE = Text("没有在时限内答复。", "There was no answer in time.")

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
    Pattern.NUMBER: Text("标题里有数字", "A number in the title"),
    Pattern.QUESTION: Text("用提问作标题", "A question as the title"),
    Pattern.EXCLAMATION: Text("标题带感叹号", "An exclamation mark in the title"),
    Pattern.EMOJI: Text("标题带表情符号", "An emoji in the title"),
    Pattern.COLON: Text("用冒号把标题分成两截", "A colon that parts the title in two"),
    Pattern.SHORT: Text("12 字以内的短标题", "A short title (up to 24 letters)"),
    Pattern.MEDIUM: Text("13 到 20 字的标题", "A title of middle length (25 to 40 letters)"),
    Pattern.LONG: Text("20 字以上的长标题", "A long title (over 40 letters)"),
}
_TOLD_PATTERN = Text(
    "{pattern}：互动约为平常的 {lift:.1f} 倍（{where} {total} 篇中有 {notes} 篇）",
    "{pattern}: about {lift:.1f} times the usual engagement ({notes} of {total} notes {where})",
)
_OF_TOPIC = Text("同主题", "on this topic")
_OF_LIBRARY = Text("全库", "in the library")

TELLING_LIFT = 1.1
TELLING_NOTES = 3
MOST_PATTERNS = 4


def told_patterns(
    figures: Sequence[PatternFigures], total: int, *, of_topic: bool, language: Language
) -> tuple[str, ...]:
    """Return a sentence for each pattern that does better than usual, the best first.

    One of fewer than `TELLING_NOTES` of the *total* titles is chance.
    """
    telling = [one for one in figures if one.lift >= TELLING_LIFT and one.notes >= TELLING_NOTES]
    where = (_OF_TOPIC if of_topic else _OF_LIBRARY).pick(language)
    return tuple(
        _TOLD_PATTERN.pick(language).format(
            pattern=_PATTERNS[one.pattern].pick(language), lift=one.lift, notes=one.notes, total=total, where=where
        )
        for one in telling[:MOST_PATTERNS]
    )
