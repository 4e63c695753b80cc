"""Tells what is no wish for a picture: greetings, questions, errands, commands to the parser, and noise."""

import re

from services.planner.domain.phrase import Phrase
from services.planner.domain.scanner import Lexicon, words
from services.planner.domain.script import is_chinese
from services.planner.domain.small_talk_lexicon import COMMANDS, ENDS, GREETINGS, PHRASES, STARTS

_COMMANDS = Lexicon(dict.fromkeys(COMMANDS, True))
_ALSO = re.compile(r" and then | and | then |然后|并且|并|接着")
_KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYBOARD_RUNS = frozenset(row[place : place + 4] for row in _KEYBOARD_ROWS for place in range(len(row) - 3)) - {
    "rewq", "poiu", "were", "tyui",
}  # fmt: skip
_RARE_PAIRS = frozenset(
    words(
        "bx|cj|cv|cx|dx|fj|fq|fv|fx|fz|gq|gv|gx|hx|jb|jc|jd|jf|jg|jh|jk|jl|jm|jn|jp|jq|jr|js|jt|jv|jw|jx|jy|jz|kq|kv|kx|kz",
        "lx|mq|mx|mz|pq|pv|px|qb|qc|qd|qe|qf|qg|qh|qj|qk|ql|qm|qn|qo|qp|qr|qs|qt|qv|qw|qx|qy|qz|sx|tq|vb|vc|vd|vf|vg|vh",
        "vj|vk|vm|vn|vp|vq|vt|vw|vx|vz|wq|wv|wx|xb|xg|xj|xk|xm|xq|xr|xs|xv|xz|yq|zb|zc|zf|zg|zj|zk|zn|zp|zq|zr|zs|zv|zx",
        "df|fg|kj|dk|fk|sd",
    )
)
"""Pairs of letters that English words do not have, or as good as never."""
_VOWELS = frozenset("aeiouy")
_LONGEST_CONSONANTS = 6
_NOISE = re.compile(r"^([啊哈呵嘿嘻呜哦嗯呃额噢哇唉哎嗷喵汪])\1*[啊哈呵嘿嘻呜哦嗯呃额噢哇唉哎]*$")


def is_greeting(phrase: Phrase) -> bool:
    """Return whether the whole of *phrase* is a greeting, thanks, praise or another word of conversation."""
    folded = phrase.folded
    return not folded or folded in GREETINGS or all(clause.folded in GREETINGS for clause in phrase.clauses())


def is_conversation(phrase: Phrase, core: Phrase) -> bool:
    """Return whether *phrase* is a question, a statement about the speakers, or an errand of another kind.

    *core* is the phrase without courtesy: "can i have a fox" is no question, "can fish fly" is.
    """
    folded = phrase.folded
    if STARTS.at(core.folded, 0) is not None or any(said in folded for said in PHRASES):
        return True
    return folded.rstrip("了啊呀").endswith(ENDS)


def is_noise(phrase: Phrase) -> bool:
    """Return whether *phrase* is laughter, one letter over and over, or what a cat types."""
    folded = phrase.folded
    letters = [letter for letter in folded if letter.isalpha()]
    if not letters or _NOISE.match(folded):
        return True
    if is_chinese(folded):
        return len(letters) >= 4 and len(set(letters)) == 1
    spelled = re.findall(r"[^\W\d_]+", folded)
    if len(letters) <= 2:
        return True
    return all(_is_unreadable(word) for word in spelled)


def without_commands(phrase: Phrase) -> Phrase | None:
    """Return what is left of *phrase* without the parts that try to instruct the parser; None if there are none."""
    if not _commands(phrase):
        return None
    parts = [Phrase(part) for clause in phrase.clauses() for part in _ALSO.split(clause.written)]
    return Phrase("，".join(part.written for part in parts if part.written and not _commands(part)))


def _commands(phrase: Phrase) -> bool:
    return next(_COMMANDS.all(phrase.folded), None) is not None


def _is_unreadable(word: str) -> bool:
    if not word.isascii():
        return False
    if len(word) >= 4 and len(set(word)) <= 2:
        return True
    if len(word) >= 3 and not _VOWELS & set(word):
        return True
    if any(run in word for run in _KEYBOARD_RUNS):
        return True
    rare = sum(word[place : place + 2] in _RARE_PAIRS for place in range(len(word) - 1))
    return rare >= 2 or (rare == 1 and len(word) <= 4) or _consonants(word) >= _LONGEST_CONSONANTS


def _consonants(word: str) -> int:
    """Return the length of the longest run of consonants."""
    return max(len(run) for run in re.split("[aeiouy]", word))
