"""Titles, openings and closings for a topic that is a question or a clause, which no sentence can take as its noun."""

from services.common.text.language import Language

TITLES = {
    Language.CHINESE: ("{topic}？一次说清", "{topic}？看这一篇", "{topic}？有出处的回答"),
    Language.ENGLISH: ("{topic}: where to begin", "{topic}: what the sources say", "{topic}: a short answer"),
}
OPENINGS = {
    Language.CHINESE: (
        "{topic}？这一篇只回答这个问题。",
        "{topic}？先看有出处的说法。",
        "{topic}？只写查得到的内容。",
    ),
    Language.ENGLISH: (
        "{topic}: this note is about that and nothing else.",
        "{topic}: here is only what can be traced to a source.",
        "{topic}: begin with what can be checked.",
    ),
}
CLOSINGS = {
    Language.CHINESE: ("你也遇到过“{topic}”吗？说说你试过的办法。", "关于“{topic}”，你还想知道什么？"),
    Language.ENGLISH: (
        "{topic}: what have you tried? Tell me how it went.",
        "{topic}: what else would you like to know?",
    ),
}
