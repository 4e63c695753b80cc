"""Titles, openings and closings around the facts: each names the topic, and none states anything about it.

They suit a topic that is a noun, a verb or a clause, so that no sentence is about another theme.
"""

from engines.note_writer.values import Template
from services.common.text.language import Language

FRAME = {
    Language.CHINESE: Template(
        titles=("{topic}：先看这几条", "{topic}｜要点整理", "{topic}，可以照着做的几条", "{topic}小笔记", "聊聊{topic}"),
        openings=(
            "关于{topic}，下面几条都写明了出处。",
            "整理了和{topic}有关的几条，来源写在每条后面。",
            "{topic}，先看资料里写到的这几条。",
        ),
        sections=(),
        closings=(
            "关于{topic}，你还想知道什么？评论区说说～",
            "你在{topic}上有什么经验？欢迎补充。",
            "收藏好，{topic}的时候对照着看。",
        ),
    ),
    Language.ENGLISH: Template(
        titles=("{topic}: start with these", "{topic}: the main points", "{topic}, in short", "Notes on {topic}"),
        openings=(
            "Here is what the sources say on {topic}, point by point.",
            "On {topic}, these points come with their source.",
            "A few points on {topic}, each with its source.",
        ),
        sections=(),
        closings=(
            "What else would you like to know about {topic}?",
            "What is your experience with {topic}? Tell me below.",
            "Save this for {topic}, and add what worked for you.",
        ),
    ),
}
