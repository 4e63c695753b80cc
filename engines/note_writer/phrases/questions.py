"""Titles, openings and closings for a topic that is a question or a clause, which no sentence can take as its noun."""

from services.common.text.language import Language

TITLES = {
    Language.CHINESE: ("{topic}？先看这几条", "{topic}？照着这几步来", "{topic}？把这几点做对"),
    Language.ENGLISH: ("{topic}: where to begin", "{topic}: check these first", "{topic}: a plan that works"),
}
OPENINGS = {
    Language.CHINESE: (
        "{topic}？从最容易见效的一步做起。",
        "{topic}？先弄清原因，再一步步来。",
        "{topic}？下面按先后顺序写，照着做就行。",
    ),
    Language.ENGLISH: (
        "{topic}: begin with the step that is easiest to check.",
        "{topic}: find the cause first, then go step by step.",
        "{topic}: here it is in order, one thing at a time.",
    ),
}
CLOSINGS = {
    Language.CHINESE: ("你也遇到过“{topic}”吗？说说你试过的办法。", "先挑一条试试，再回来聊聊“{topic}”。"),
    Language.ENGLISH: (
        "Which of these have you tried? Tell me how it went.",
        "Try one of these first and come back to say how it went.",
    ),
}
