"""Content words of texts, and their comparison. Chinese is segmented, Latin words are stemmed."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from services.common.text import segmentation

_WORD: Final = re.compile(r"[^\W_]+")
_LATIN: Final = re.compile(r"[a-z0-9À-ɏ]+", re.IGNORECASE)
_CHINESE: Final = re.compile("[\u3400-\u9fff]")
# The platform is not the topic of a note; segmented, these names would give content words.
_PLATFORM: Final = re.compile("小红书|红薯|抖音|公众号|朋友圈|微博|知乎|b站|xiaohongshu|instagram")
_ENDINGS: Final = ("ings", "ing", "ies", "es", "ed", "s")
_MIN_STEM: Final = 3
_MIN_WORD: Final = 2

_GENERIC: Final = frozenset(
    _WORD.findall("""
    的 了 在 和 与 把 用 给 我 你 他 她 它 是 有 一 个 只 张 再 更 点 要 想 里 上 下 去 到 买 做 看 学 来 写 能 会 让 都
    我们 你们 他们 大家 自己 一个 一些 一下 一起 这个 那个 这些 那些 这样 那样 什么 怎么 怎样 如何 为什么 哪里 哪些 可以
    应该 需要 准备 推荐 方法 技巧 攻略 教程 分享 指南 清单 合集 建议 经验 干货 笔记 文章 帖子 一篇 小红书 内容 主题 标题
    正文 帮我 关于 适合 时候 问题 东西 今天 真的 非常 特别 所有 没有 不要 不是 就是 还是 如果 因为 所以 但是 然后 而且
    帮 发 吧 呢 吗 啊 呀 哦 请 篇 条 份 中 从 对 被 跟 向 为 以 及 或 也 就 还 又 很 太 最 不 没 别 这 那 几 些 每 各 该
    其 之 而 但 且 则 所 得 地 着 过 们 好 大 小 多 少 年 月 日 天 人 事 写个 写点 写成 想写 我想 我想发 想发 一条 一份
    谢谢
    第一 第二 第三 图片 配图 封面 画面 插画 照片 图 画 风格 构图 光线 色调 背景 主体 前景 远景 近景 特写 俯拍 竖版 横版
    清新 自然 温暖 明亮 简洁 干净 柔和 高清 质感 氛围 感觉 留白 文字 细节 场景 真实 生活 好看 用户 读者 朋友 人群 普通
    a an the of in on at by to for from with without and or not is are it its my your our their this that these those as
    like into how what when where why which who do does did can could should would will i me we us you be been am was
    were have has had up out so very more most all any some one two three first note post guide tips tip ideas best good
    great about write writing make making get take use using need want help please content topic title article share
    picture image photo illustration cover style background light soft bright clean natural scene detail detailed view
    he she us if no go oh ok re ve ll vs etc close shot text warm modern simple composition
    """)
)
"""Stop words: words of any request, note or image, whatever its topic."""


def extract_terms(text: str, *, short: bool = False) -> tuple[str, ...]:
    """Return the distinct content words of *text* in their order: Chinese ones as written, Latin ones stemmed.

    A single Chinese character counts if *text* has no longer word, or if *short* is set: 猫 in 窗边的猫.
    """
    words = dict.fromkeys(word for word in _split_words(text) if word not in _GENERIC and not word.isdigit())
    longer = tuple(word for word in words if len(word) > 1)
    return tuple(words) if short else longer or tuple(word for word in words if is_chinese(word))


def find_mentioned(terms: Iterable[str], text: str) -> tuple[str, ...]:
    """Return those of *terms* that *text* contains."""
    folded, stems = _normalize(text), {_stem(word) for word in _LATIN.findall(_normalize(text))}
    return tuple(term for term in terms if (term in folded if is_chinese(term) else term in stems))


def mentions(text: str, subject: str) -> bool:
    """Return whether *text* mentions *subject* literally, or at least a third of its content words."""
    terms = extract_terms(subject)
    if _normalize(subject).strip() in _normalize(text):
        return True
    return bool(terms) and 3 * len(find_mentioned(terms, text)) >= len(terms)


def are_comparable(one: str, other: str) -> bool:
    """Return whether the words of both texts can be compared: both have content words, in the same script."""
    first, second = extract_terms(one), extract_terms(other)
    return bool(first and second) and any(map(is_chinese, first)) == any(map(is_chinese, second))


def is_chinese(text: str) -> bool:
    """Return whether *text* is Chinese: at least a fifth of its letters are."""
    letters = [letter for letter in text if letter.isalpha()]
    return bool(letters) and 5 * len(_CHINESE.findall(text)) >= len(letters)


def _split_words(text: str) -> list[str]:
    tokens = segmentation.segment_for_search(_PLATFORM.sub(" ", _normalize(text)))
    found = (word for token in tokens for word in _WORD.findall(token))
    return [word if _CHINESE.search(word) else _stem(word) for word in found if _is_content_word(word)]


def _is_content_word(word: str) -> bool:
    return word not in _GENERIC and (bool(_CHINESE.search(word)) or len(word) >= _MIN_WORD)


def _stem(word: str) -> str:
    """Return *word* without its ending: hiking, hikes and hike become one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            word = word[: -len(ending)] + ("i" if ending == "ies" else "")
            break
    return word[:-1] + "i" if word.endswith("y") and len(word) > _MIN_STEM else word.rstrip("e") or word


def _normalize(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
