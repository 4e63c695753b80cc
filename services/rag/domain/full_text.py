"""Words for full-text search: PostgreSQL's `simple` configuration splits at spaces, so Chinese is segmented here."""

import re
import unicodedata

from services.common.text import segmentation

_WORD = re.compile(r"[^\W_]+")
_GENERIC_WORDS = frozenset(
    _WORD.findall("""
    的 了 在 和 与 把 用 给 我 你 他 她 它 是 有 一 个 只 张 幅 座 朵 一只 一个 一张 一幅 一座 一朵 一位 一些 再 更 点
    一点 画 画面 画家 图 图片 图画 风 风格 艺术 艺术家 主义 派 插画 绘画 作品 感 感觉 质感 效果 样 那样 这样 生成 帮 来
    请 要 想 里 上 下
    a an the of in on at by to for from with without and or not is are it its my your this that as like into
    style styled art artwork picture image painting drawing illustration print look looking draw paint make again but
    """)
)
"""Words without meaning for the search; PostgreSQL's rank ignores how rare a word is, so they are removed."""
_QUESTION_WORDS = frozenset(
    _WORD.findall("""
    怎么 怎么样 怎样 如何 什么 哪 哪里 哪儿 哪些 为什么 吗 呢 吧 能 会 可以 应该 需要 准备 推荐 方法 技巧 攻略 教程 分享
    写 一篇 篇 笔记 文章 去 到 买 做 用 选 看 学 学习 自己 第一次 新手 开始 适合 好 好看 不 不好 没 很 最 都 也 就 还
    才 又 让 给 对 从 被 人 大 小 时候 问题 东西 年 月 天 日
    how what where when why which who do does did can could should would i me we us you be been better best good get
    take use using write note post tips guide ideas first about up out so
    """)
)
"""Words of questions and requests, common to queries for any note."""

_SETTING_WORDS = frozenset(
    _WORD.findall("""
    周末 在家 家里 一日 一日游 半天 上班族
    home weekend week day days night morning evening easy easily simple quick new small little old
    one two three four five six seven eight nine ten twelve twenty thirty
    """)
)
"""Words for time, place and amount: they distinguish the subjects of notes only if a query has no other words."""
_COUNTED = re.compile(r"第?[\d一二两三四五六七八九十几百千万]+[天晚夜日周月年岁个次点块元步]*")


def segment(text: str) -> str:
    """Return the words of *text* in lower case, joined by spaces; a Chinese word is followed by its shorter parts."""
    return " ".join(_split_words(text))


def extract_search_words(text: str) -> tuple[str, ...]:
    """Return the significant words of a query for styles, each once: letters and digits, without any operator."""
    return _select_significant(text, _GENERIC_WORDS)


def extract_query_words(query: str) -> tuple[str, ...]:
    """Return the significant words of a query for notes, each once, without words of questions."""
    return _select_significant(query, _GENERIC_WORDS | _QUESTION_WORDS)


def is_query_word(word: str) -> bool:
    """Return whether *word* is significant in a query: not one of questions, requests or grammar."""
    return word not in _GENERIC_WORDS | _QUESTION_WORDS


def extract_subject_words(topic: str) -> tuple[frozenset[str], ...]:
    """Return the words of the subject of *topic*, each with its other forms: its shorter parts, its singular."""
    folded = unicodedata.normalize("NFKC", topic).casefold()
    words = [
        part
        for token in segmentation.segment(folded)
        for word in _WORD.findall(token)
        for part in _split_compound(word)
    ]
    significant = [word for word in dict.fromkeys(words) if word not in _GENERIC_WORDS | _QUESTION_WORDS]
    subject = [
        word for word in significant if len(word) > 1 and word not in _SETTING_WORDS and not _COUNTED.fullmatch(word)
    ]
    return tuple(map(_collect_forms, subject or significant))


def _split_compound(word: str) -> tuple[str, ...]:
    """Return the two words that *word* is made of (苏州园林), else the word itself."""
    parts = (
        ()
        if word.isascii()
        else tuple(part for part in segmentation.segment_for_search(word) if 1 < len(part) < len(word))
    )
    return next(((one, other) for one in parts for other in parts if one + other == word), (word,))


def _collect_forms(word: str) -> frozenset[str]:
    if word.isascii():
        stem = word.removesuffix("s") if len(word) > 3 else word
        return frozenset((word, stem, f"{stem}s"))
    return frozenset((word, *(part for part in segmentation.segment_for_search(word) if len(part) > 1)))


def _select_significant(text: str, excluded: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in _split_words(text) if word not in excluded))


def _split_words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [word for token in segmentation.segment_for_search(folded) for word in _WORD.findall(token)]
