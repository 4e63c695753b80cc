"""Openings and closings in another tone. Like the frames, they name the topic and state nothing about it.

A topic may be a question or a clause, so it is quoted, or placed before a colon.
"""

from dataclasses import dataclass

from services.common.text.language import Language


@dataclass(frozen=True, slots=True)
class Edges:
    """The opening and the closing of a note that has content, and of one that only asks its readers."""

    opening: str
    closing: str
    asking_opening: str
    asking_closing: str


FRIENDLY = {
    Language.CHINESE: Edges(
        "嗨，来聊聊“{topic}”吧，有用的几条都放在下面啦～",
        "“{topic}”还想知道啥？来评论区唠两句呀～",
        "嗨，今天想跟你聊聊“{topic}”，先听听你们怎么说呀～",
        "“{topic}”你有啥小经验？来评论区唠两句嘛～",
    ),
    Language.ENGLISH: Edges(
        "{topic}: hey, glad you're here! Let's go through the useful bits together.",
        "{topic}: anything else you're wondering about? Just ask below, we'd love to hear from you!",
        "{topic}: hey there, let's figure this one out together!",
        "{topic}: so, what's worked for you? Come and tell us below!",
    ),
}
FORMAL = {
    Language.CHINESE: Edges(
        "以下整理与“{topic}”相关的要点，供参考。",
        "关于“{topic}”，如有疑问或补充，请在评论区留言。",
        "本文征集与“{topic}”相关的经验。",
        "关于“{topic}”，如有相关经验，请在评论区补充。",
    ),
    Language.ENGLISH: Edges(
        "{topic}: the relevant points are set out below.",
        "{topic}: please add any questions or comments below.",
        "{topic}: this note invites contributions from its readers.",
        "{topic}: please share any relevant experience below.",
    ),
}
