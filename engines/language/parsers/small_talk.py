"""Detects text that requests no image: greetings, questions, other errands, commands to the parser, and noise."""

import re

from engines.language.characters import is_chinese
from engines.language.lexicons.repaints import REMOVE_EN, REMOVE_ZH, REPLACE_EN, REPLACE_ZH
from engines.language.lexicons.small_talk import (
    COMMANDS,
    ENDS,
    GREETING,
    GREETINGS,
    MOODS,
    PHRASES,
    QUESTIONS,
    STARTS,
    TAILS,
    TALK,
)
from engines.language.phrase import Phrase, strip_suffixes
from engines.language.scanner import Lexicon, list_values, split_words

_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
"""A letter that is typed several times: "sooo", "ittt"."""
_COMMANDS = Lexicon(dict.fromkeys(COMMANDS, True))
_GREETING = re.compile(GREETING)
_QUESTIONS = re.compile(QUESTIONS)
_ABOUT_SHOWN = re.compile(
    r"(?:(?:and|so|but|oh|hey|wait|hmm|sorry) )*(?:(?:what|who|whose|whom|which|when|where|why|how)(?:'?s|'re)?\b"
    r"(?! (?:about|if|not|don't|would|could|to|i|we)\b)|(?:is|are|was|were|am) \w+|(?:does|did|has) the\b"
    r"|(?:do|does|did|has|have) (?:i|you|u|we|they|he|she|it|this|that|these|those|any\w*|some(?:one|body))\b)"
)
_ABOUT_SHOWN_ZH = re.compile("什么|啥|谁|哪|怎么|为何|多少|几|何时|是不是(?!要|该|应|得)|有没有|[吗呢]$")
_REQUESTS = re.compile(
    rf"\b(?:{'|'.join((*REMOVE_EN, *REPLACE_EN, 'add', 'put', 'insert', 'fix'))})(?:d|ed|ing)?\b"
    r"|\b(?:removing|erasing|deleting|replac|chang|possible|a way)"
    r"|\b(?:(?:can|could|would|should) (?:there|it|this|that) be)\b"
)
_REQUESTS_ZH = re.compile(
    rf"{'|'.join((*REMOVE_ZH, *REPLACE_ZH))}|[加添补放填删]|办法|(?<!你)(?:能|可以)|你(?:能|可以)(?!.?(?:什么|啥|哪))"
)
"""Words that request a change within a question: "can this be removed?", 这里能有只鸟吗."""
_ALSO = re.compile(r" and then | and | then |然后|并且|并|接着")
_KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYBOARD_RUNS = frozenset(row[place : place + 4] for row in _KEYBOARD_ROWS for place in range(len(row) - 3)) - {
    "rewq", "poiu", "were", "tyui",
}  # fmt: skip
_TYPED = frozenset(split_words("qwe|qwer|asd|asdf|zxc|zxcv|rty|uio|iop|fgh|hjk|jkl|vbn|bnm|dfg|cvb"))
"""Three neighboring keys; longer runs are in `_KEYBOARD_RUNS`."""
_RARE_PAIRS = frozenset(
    split_words(
        "bx|cj|cv|cx|dx|fj|fq|fv|fx|fz|gq|gv|gx|hx|jb|jc|jd|jf|jg|jh|jk|jl|jm|jn|jp|jq|jr|js|jt|jv|jw|jx|jy|jz|kq|kv|"
        "kx|kz",
        "lx|mq|mx|mz|pq|pv|px|qb|qc|qd|qe|qf|qg|qh|qj|qk|ql|qm|qn|qo|qp|qr|qs|qt|qv|qw|qx|qy|qz|sx|tq|vb|vc|vd|vf|vg|"
        "vh",
        "vj|vk|vm|vn|vp|vq|vt|vw|vx|vz|wq|wv|wx|xb|xg|xj|xk|xm|xq|xr|xs|xv|xz|yq|zb|zc|zf|zg|zj|zk|zn|zp|zq|zr|zs|zv|"
        "zx",
        "df|fg|kj|dk|fk|sd",
    )
)
"""Pairs of letters that hardly any English word has."""
_VOWELS = frozenset("aeiouy")
_MIN_UNREADABLE_CONSONANTS = 6
_INTERJECTIONS = re.compile("[啊哈呵嘿嘻呜哦嗯呃额噢哇唉哎嗷喵汪豁]+|测试|(?:test ?)+(?:ing)?")
"""Typed to test whether there is a response."""
_NOISE = re.compile(r"^([啊哈呵嘿嘻呜哦嗯呃额噢哇唉哎嗷喵汪])\1*[啊哈呵嘿嘻呜哦嗯呃额噢哇唉哎]*$")


def is_greeting(phrase: Phrase) -> bool:
    """Return whether all of *phrase* is a greeting, thanks, praise or other small talk."""
    if phrase != (shorter := Phrase(_DRAWN_OUT.sub(r"\1", phrase.folded))) and is_greeting(shorter):
        return True  # "yesss", "niceee"
    folded = phrase.folded
    if _is_talk(folded) or True in list_values(MOODS, folded):
        return True
    clauses = (phrase,) if folded in GREETINGS else phrase.split_clauses()
    return all(
        clause.folded in GREETINGS or _strip_tails(clause) in GREETINGS or _GREETING.fullmatch(clause.folded)
        for clause in clauses
    )


def _is_talk(folded: str) -> bool:
    """Return whether all words of *folded* thank, greet or praise; only a name ("pretty lady") is a subject."""
    kinds = list_values(TALK, folded)
    return "thanks" in kinds or ("praise" in kinds and "vocative" not in kinds)


def _strip_tails(clause: Phrase) -> str:
    return Phrase(strip_suffixes(clause.text, TAILS)).folded


def is_conversation(phrase: Phrase, core: Phrase) -> bool:
    """Return whether *phrase* is a question, a statement about the speakers, or another errand.

    *core* is the phrase without courtesy: "can i have a fox" is not a question, "can fish fly" is one.
    """
    folded = phrase.folded
    if STARTS.match_at(core.folded, 0) is not None or any(word in folded for word in PHRASES):
        return True
    return folded.rstrip("了啊呀亲哈").endswith(ENDS)


def is_question(core: Phrase) -> bool:
    """Return whether all of *core* is a question about the capabilities, or requests text instead of an image."""
    return _QUESTIONS.fullmatch(core.folded) is not None


def is_closed_question(phrase: Phrase) -> bool:
    """Return whether *phrase* asks what an image shows or how it came about, and suggests no change of it."""
    folded = phrase.folded
    if is_chinese(folded):
        return _ABOUT_SHOWN_ZH.search(folded) is not None and _REQUESTS_ZH.search(folded) is None
    return _ABOUT_SHOWN.match(folded) is not None and _REQUESTS.search(folded) is None


def is_noise(phrase: Phrase) -> bool:
    """Return whether *phrase* is laughter, one repeated letter, or random keys."""
    folded = phrase.folded
    letters = [letter for letter in folded if letter.isalpha()]
    if not letters or _NOISE.match(folded):
        return True
    folded = _INTERJECTIONS.sub(" ", folded).strip()
    if is_chinese(folded):
        return len(letters) >= 4 and len(set(letters)) == 1
    latin_words = re.findall(r"[^\W\d_]+", folded)
    if not latin_words:
        return True
    if len(letters) <= 2:
        return not any(letter.isdigit() for letter in folded)
    if len(latin_words) > 1 and any(_is_unreadable(word) for word in latin_words):
        return all(_is_unreadable(word) or _is_odd(word) for word in latin_words)
    return all(_is_unreadable(word) for word in latin_words)


def strip_commands(phrase: Phrase) -> Phrase | None:
    """Return *phrase* without the parts that attempt to instruct the parser, or None if there are none."""
    if not _has_commands(phrase):
        return None
    parts = [Phrase(part) for clause in phrase.split_clauses() for part in _ALSO.split(clause.text)]
    return Phrase("，".join(part.text for part in parts if part.text and not _has_commands(part)))


def _has_commands(phrase: Phrase) -> bool:
    return next(_COMMANDS.find_all(phrase.folded), None) is not None


def _is_unreadable(word: str) -> bool:
    if not word.isascii():
        return False
    if len(word) >= 4 and len(set(word)) <= 2:
        return True
    if len(word) >= 3 and (not _VOWELS & set(word) or word in _TYPED):
        return True
    if any(run in word for run in _KEYBOARD_RUNS):
        return True
    rare = sum(word[place : place + 2] in _RARE_PAIRS for place in range(len(word) - 1))
    return rare >= 2 or (rare == 1 and len(word) <= 4) or _longest_consonant_run(word) >= _MIN_UNREADABLE_CONSONANTS


def _is_odd(word: str) -> bool:
    """Return whether *word* looks like random keys next to a word that certainly is."""
    rows = any(len(word) == 3 and word in row for row in _KEYBOARD_ROWS)
    return rows or any(word[place : place + 2] in _RARE_PAIRS for place in range(len(word) - 1)) or "qw" in word


def _longest_consonant_run(word: str) -> int:
    """Return the length of the longest run of consonants."""
    return max(len(run) for run in re.split("[aeiouy]", word))
