"""Names of what a reviewer wants removed: the word, and other names of the same thing in the text."""

import re

from engines.note_subject import find_names

_RELATED = re.compile(r"(?:相关|有关)(?:的)?(?:内容|部分|东西)?$")


def list_names(word: str, text: str) -> tuple[str, ...]:
    """Return *word*, and the names in *text* of the same thing: 骑行, of 骑车."""
    bare = _RELATED.sub("", word) or word
    return tuple(dict.fromkeys((bare, *find_names(bare, text))))
