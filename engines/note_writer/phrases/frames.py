"""Titles, openings and closings that are true for every topic: they name it and state nothing about it.

A topic may be a question or a clause, so it is quoted, or placed before a colon.
`CITATIONS` are for a note with sources, `QUESTION` for one without any content: it asks its readers. `REPORT` is for
what the user reports: it only names the topic, where the report does not.
"""

import re

from engines.note_writer.values import Template
from services.common.text.language import Language

CITATIONS = {
    Language.CHINESE: Template(
        titles=(
            "{topic}｜要点整理",
            "{topic}：先看这几条",
            "{topic}，有出处的几条",
            "{topic}｜小笔记",
            "{topic}｜一篇说清",
        ),
        openings=(
            "关于“{topic}”，下面写的都有出处。",
            "“{topic}”，先看资料里写到的。",
            "整理了和“{topic}”有关的内容，来源写在后面。",
        ),
        sections=(),
        closings=(
            "关于“{topic}”，你还想知道什么？评论区说说～",
            "关于“{topic}”，你有什么经验？欢迎补充。",
            "收藏好，想起“{topic}”的时候对照着看。",
        ),
    ),
    Language.ENGLISH: Template(
        titles=("{topic}: start here", "{topic}: the main points", "{topic}, in short", "{topic}: a short note"),
        openings=(
            "{topic}: here is what the sources say, point by point.",
            "{topic}: these points come with their source.",
            "{topic}: what can be looked up, and where it comes from.",
        ),
        sections=(),
        closings=(
            "{topic}: what else would you like to know?",
            "{topic}: what has worked for you? Tell me below.",
            "{topic}: what would you add?",
        ),
    ),
}
CLAIM = re.compile(r"有出处|资料里|来源写在|\bthe sources say\b|\bwith their source\b|\bwhere it comes from\b")
"""Words of `CITATIONS` that name the sources of the note, which are untrue if it has none."""
WITHOUT_CLAIM = {
    Language.CHINESE: ("{topic}｜要点整理", "关于“{topic}”，先看这几条。"),
    Language.ENGLISH: ("{topic}: the main points", "{topic}: here are the main points."),
}
"""The title and the opening of such a note."""
QUESTION = {
    Language.CHINESE: Template(
        titles=(
            "{topic}｜想听听大家的",
            "{topic}，先问问大家",
            "{topic}｜聊一聊",
            "{topic}｜小笔记",
            "{topic}｜求经验",
        ),
        openings=(
            "这一篇想聊“{topic}”，先听听大家的经验。",
            "“{topic}”，想先问问有经验的人。",
            "关于“{topic}”，先从大家的经验说起。",
        ),
        sections=(),
        closings=(
            "关于“{topic}”，你有什么经验？评论区聊聊～",
            "关于“{topic}”，你最想知道哪一点？",
            "关于“{topic}”，欢迎在评论区补充你的经验～",
        ),
    ),
    Language.ENGLISH: Template(
        titles=(
            "{topic}: any tips?",
            "{topic}: a question to you",
            "{topic}: a short note",
            "{topic}: let us talk",
        ),
        openings=(
            "{topic}: this note starts with a question to you.",
            "{topic}: first of all, what do others know?",
            "{topic}: let us collect what works.",
        ),
        sections=(),
        closings=(
            "{topic}: what is your experience?",
            "{topic}: what would you like to know?",
            "{topic}: what has worked for you? Add it below.",
        ),
    ),
}
REPORT = {
    Language.CHINESE: Template(titles=("{topic}",), openings=(), sections=(), closings=()),
    Language.ENGLISH: Template(titles=("{topic}",), openings=(), sections=(), closings=()),
}
