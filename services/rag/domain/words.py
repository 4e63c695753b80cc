"""Words for full text: PostgreSQL's `simple` configuration splits at spaces only, so Chinese is segmented here."""

import re
import unicodedata

import rjieba

_WORD = re.compile(r"[^\W_]+")
_GENERIC = frozenset(
    _WORD.findall("""
    的 了 在 和 与 把 用 给 我 你 他 她 它 是 有 一 个 只 张 幅 座 朵 一只 一个 一张 一幅 一座 一朵 一位 一些 再 更 点
    一点 画 画面 画家 图 图片 图画 风 风格 艺术 艺术家 主义 派 插画 绘画 作品 感 感觉 质感 效果 样 那样 这样 生成 帮 来
    请 要 想 里 上 下
    a an the of in on at by to for from with without and or not is are it its my your this that as like into
    style styled art artwork picture image painting drawing illustration print look looking draw paint make again but
    """)
)
"""Words that say nothing about what is meant; PostgreSQL's rank knows no word's rarity, so they are left out."""
_OF_ASKING = frozenset(
    _WORD.findall("""
    怎么 怎么样 怎样 如何 什么 哪 哪里 哪儿 哪些 为什么 吗 呢 吧 能 会 可以 应该 需要 准备 推荐 方法 技巧 攻略 教程 分享
    写 一篇 篇 笔记 文章 去 到 买 做 用 选 看 学 学习 自己 第一次 新手 开始 适合 好 好看 不 没 很 最 都 也 就 还 才 又
    让 给 对 从 被 人 大 小 时候 问题 东西 年 月 天 日
    how what where when why which who do does did can could should would i me we us you be been better best good get
    take use using write note post tips guide ideas first about up out so
    """)
)
"""Words with which people ask for any note at all."""


def segment(text: str) -> str:
    """Return the words of *text* joined by spaces, lower case; a Chinese word comes with the shorter ones inside it."""
    return " ".join(_words(text))


def search_words(text: str) -> str:
    """Return *text* as a `tsquery` for the `simple` configuration: any of its telling words; empty where none is."""
    return any_of(_telling(text, _GENERIC))


def wanted_words(query: str) -> tuple[str, ...]:
    """Return the telling words of a query for notes, each once: without those with which people ask for any note."""
    return _telling(query, _GENERIC | _OF_ASKING)


def any_of(words: tuple[str, ...]) -> str:
    """Return a `tsquery` for the `simple` configuration that any of *words* fulfils; empty for none."""
    return " | ".join(f"'{word}'" for word in words)


def _telling(text: str, without: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in _words(text) if word not in without))


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [word for token in rjieba.cut_for_search(folded) for word in _WORD.findall(token)]
