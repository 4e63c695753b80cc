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
"""Words that say nothing about which style is meant; PostgreSQL's rank knows no word's rarity, so they are left out."""


def segment(text: str) -> str:
    """Return the words of *text* joined by spaces, lower case; a Chinese word comes with the shorter ones inside it."""
    return " ".join(_words(text))


def search_words(text: str) -> str:
    """Return *text* as a `tsquery` for the `simple` configuration: any of its telling words; empty where none is."""
    telling = dict.fromkeys(word for word in _words(text) if word not in _GENERIC)
    return " | ".join(f"'{word}'" for word in telling)


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [word for token in rjieba.cut_for_search(folded) for word in _WORD.findall(token)]
