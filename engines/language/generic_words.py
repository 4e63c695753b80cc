"""Words that texts and queries on any subject share."""

import re

_WORD = re.compile(r"[^\W_]+")
GENERIC_WORDS = frozenset(
    _WORD.findall("""
    的 了 在 和 与 把 用 给 我 你 他 她 它 是 有 一 个 只 张 幅 座 朵 一只 一个 一张 一幅 一座 一朵 一位 一些 再 更 点
    一点 画 画面 画家 图 图片 图画 风 风格 艺术 艺术家 主义 派 插画 绘画 作品 感 感觉 质感 效果 样 那样 这样 生成 帮 来
    请 要 想 里 上 下
    a an the of in on at by to for from with without and or not is are it its my your this that as like into
    style styled art artwork picture image painting drawing illustration print look looking draw paint make again but
    """)
)
"""Words without meaning for the search; PostgreSQL's rank ignores how rare a word is, so they are removed."""
QUESTION_WORDS = frozenset(
    _WORD.findall("""
    怎么 怎么样 怎样 如何 什么 哪 哪里 哪儿 哪些 为什么 吗 呢 吧 能 会 可以 应该 需要 准备 推荐 方法 技巧 攻略 教程 分享
    写 一篇 篇 笔记 文章 去 到 买 做 用 选 看 学 学习 自己 第一次 新手 开始 适合 好 好看 不 不好 没 很 最 都 也 就 还
    才 又 让 给 对 从 被 人 大 小 时候 问题 东西 年 月 天 日
    how what where when why which who do does did can could should would i me we us you be been better best good get
    take use using write note post tips guide ideas first about up out so
    """)
)
"""Words of questions and requests, common to queries for any note."""

SETTING_WORDS = frozenset(
    _WORD.findall("""
    周末 在家 家里 一日 一日游 半天 上班族
    home weekend week day days night morning evening easy easily simple quick new small little old
    one two three four five six seven eight nine ten twelve twenty thirty
    """)
)
"""Words of when, where and how much: they distinguish the subjects of notes only where there is nothing else."""


def is_generic(word: str) -> bool:
    """Return whether *word* is common to texts and queries on any subject, or only says when and where."""
    return word in GENERIC_WORDS or word in QUESTION_WORDS or word in SETTING_WORDS
