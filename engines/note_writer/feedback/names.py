"""Names of what a reviewer wants removed: the word, and other names of the same thing in the text."""

import re

from engines.language.characters import is_chinese
from engines.language.words import segment_words
from engines.note_subject import find_names
from services.common.text.citation import ANY_SOURCE

_KINDS = (
    (
        re.compile(r"(?:medicines?|medications?|drugs)", re.IGNORECASE),
        re.compile(r"\b(?:tablet|pill|painkiller|antihistamine|syrup)s?\b", re.IGNORECASE),
    ),
    (re.compile(r"alcohol|booze|drinking", re.IGNORECASE), re.compile(r"\b(?:wine|beer|cocktail)s?\b", re.IGNORECASE)),
    (re.compile(r"药物?|吃药|用药"), re.compile(r"药[片膏水]|褪黑素|布洛芬|[感退止]\S药")),
)
"""Kinds of things, by the names of which a text on them need not call them."""
_RELATED = re.compile(r"(?:相关|有关)(?:的)?(?:内容|部分|东西)?$")
_MAX_LETTERS, _MAX_WORDS = 7, 4


def list_names(word: str, text: str) -> tuple[str, ...]:
    """Return *word*, and the names in *text* of the same thing, or of one of its kind: tablets, of medicines."""
    bare = _RELATED.sub("", word) or word
    members = (found[0] for kind, member in _KINDS if kind.fullmatch(bare) for found in member.finditer(text))
    return tuple(dict.fromkeys((bare, *find_names(bare, text), *members)))


def exceeds_word(value: str) -> bool:
    """Return whether *value* is too long for a word that the text may have: 让我妈看出来."""
    return len(value) > _MAX_LETTERS if is_chinese(value) else len(value.split()) > _MAX_WORDS


_QUOTES = ' “”"「」『』'
_AND = re.compile(
    r"[”\"」』][^“\"「『]?[“\"「『]|\x1f|、|和|以及|,? (?:and|or)(?: no| the| any)? | no | any ", re.IGNORECASE
)


def split_names(value: str, text: str) -> tuple[str, ...]:
    """Return the words in *value*: itself if *text* has it, else those that a conjunction joins."""
    if not value or value.lower() in text.lower():
        return (value,) if value else ()
    return tuple(name for part in _AND.split(value) if (name := part.strip(_QUOTES)))


def mentions(text: str, word: str) -> bool:
    """Return whether *text* has *word*, unless each time as what it does without: no brand names."""
    folded = word.lower()
    return any(
        not _WITHOUT.search(text[max(0, found.start() - _BEFORE) : found.start()].lower())
        for found in re.finditer(re.escape(folded), text.lower())
    )


_WITHOUT, _BEFORE = re.compile(r"(?:\bno|\bwithout|\bfree of)(?: any)? $|(?:不含|不带|没有|无)$"), 12


_COMMON = re.compile(
    r"\b(?:about|with|that|this|from|your|they|them|what|when|have|here|there|stuff|part|bit|things?|section|line|words?|mention|calling|talking|saying|the|and)\b"
)
"""Words next to a name."""


def list_words(name: str) -> tuple[str, ...]:
    """Return the words of *name* that a text on it has, in lower case; English ones without the plural."""
    if is_chinese(name):
        return tuple(word for word in segment_words(name) if len(word) > 1) or (name,)
    return tuple(
        _SUFFIX.sub("", word) if len(word) > _MIN_STEM else word.removesuffix("s")
        for word in re.findall(r"[a-z0-9]{3,}", _COMMON.sub(" ", name.lower()))
    )


_SUFFIX, _MIN_STEM = re.compile(r"(?:ing|ed|es|s|e)$"), 5


def is_torn_phrase(text: str, word: str, other: str) -> bool:
    """Return whether *other* in place of *word* makes no phrase: older parents, of elderly before a noun.

    A name of several words takes no place before a noun that the word of one describes.
    """
    if is_chinese(word) or len(word.split()) > 1 or len(other.split()) == 1 or not other.split():
        return False
    following = re.findall(rf"\b{re.escape(word.lower())} ([a-z]+)", ANY_SOURCE.sub("", text.lower()))
    return any(not _FUNCTION_WORD.fullmatch(one) for one in following) and not _DESCRIBES.search(other)


_FUNCTION_WORD = re.compile(
    r"(?:and|or|but|with|without|in|on|at|by|for|to|of|from|as|than|that|which|who|is|are|was|were|be|has|have|had|can|could|will|would|should|must|may|do|does|did|not|so|if|when|where|because|since|while|until|before|after|into|over|under|up|out|off|about|before|keeps?|takes?|needs?|goes|comes|makes?)"
)
"""What may stand after a noun."""
_DESCRIBES = re.compile(r"(?:ing|ed|ful|ous|ive|al|y|less|able|ible|ic|er|ish)$", re.IGNORECASE)
"""Ends of adjectives, which describe the noun after them."""
