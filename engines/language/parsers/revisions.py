"""Parses requests that restore an earlier image, and requests that do not specify the change."""

import re

from engines.language.lexicons.histories import HISTORY, Mention
from engines.language.lexicons.revisions import (
    DISSATISFIED,
    LEADS,
    NUMBERS,
    RESTORE_PATTERNS,
    RESTORES,
    STEP_PATTERNS,
    TAILS,
    VAGUE,
)
from engines.language.parsers.measurements import parse_chinese_number
from engines.language.phrase import Phrase, strip_prefixes, strip_suffixes
from engines.language.scanner import Lexicon, Match, Value, list_values
from services.common.contract.image_chat import Control, Restore

_MAX_RESTORE_LENGTH = 60
_MAX_HISTORY_LENGTH = 100
_RETURNS = frozenset({Mention.REDO, Mention.FETCH, Mention.GO, Mention.BACK, Mention.REGRET, Mention.DISCARD})
_GIVES_UP = frozenset({Mention.UNDO, Mention.DISCARD})
_MOVES = frozenset(
    {Mention.UNDO, Mention.FETCH, Mention.GO, Mention.BACK, Mention.DISCARD, Mention.BETTER, Mention.REGRET}
)
_EARLIER = frozenset({Mention.UNDO, Mention.GO, Mention.BACK, Mention.BETTER, Mention.IMAGE, Mention.CHANGE})
_NAMED = ((Mention.ORIGINAL, Restore.ORIGINAL), (Mention.FIRST, Restore.FIRST))
_REPEATED = re.compile(r"^(.{2,20}?)(?:[ ,，]*\1)+$")
"""One request, repeated ("撤回撤回", "undo undo")."""


def parse_restore(phrase: Phrase) -> Restore:
    """Return the earlier image that *phrase* requests; unspecified if it contains anything else."""
    match = _match_whole(RESTORES, phrase)
    if match is not None:
        return match.value
    restore = _match_restore_pattern(phrase)
    if not restore and len(phrase.text) <= _MAX_HISTORY_LENGTH:
        restore = _parse_history(phrase)
    return restore or next(map(_match_restore_pattern, phrase.split_clauses()[-1:]), Restore.UNSPECIFIED)


def _match_restore_pattern(clause: Phrase) -> Restore:
    for text in dict.fromkeys((clause.folded, _strip(clause))):
        if len(text) > _MAX_RESTORE_LENGTH:
            continue
        text = _REPEATED.sub(r"\1", text)
        for restore, pattern in RESTORE_PATTERNS:
            if pattern.fullmatch(text):
                return restore
    return Restore.UNSPECIFIED


def _parse_history(phrase: Phrase) -> Restore:
    """Return the earlier image that *phrase* describes with only words of the history, in any order."""
    mentions = list_values(HISTORY, phrase.folded)
    named = frozenset(mentions)
    if Mention.UNDONE in named or mentions.count(Mention.UNDO) > 1:
        return Restore.REDO if named & _RETURNS or mentions.count(Mention.UNDO) > 1 else Restore.UNSPECIFIED
    if {Mention.FETCH, Mention.BACK, Mention.CHANGE} <= named and not named & _GIVES_UP:
        return Restore.REDO
    if not named & _MOVES:
        return Restore.UNSPECIFIED
    for mention, restore in _NAMED:
        if mention in named:
            return restore
    if {Mention.ALL, Mention.CHANGE} <= named and named & _GIVES_UP:
        return Restore.ORIGINAL
    is_earlier = Mention.BEFORE in named and named & _EARLIER
    return Restore.UNDO if is_earlier or (Mention.CHANGE in named and named & _GIVES_UP) else Restore.UNSPECIFIED


def parse_steps(phrase: Phrase) -> tuple[Restore, int]:
    """Return direction and number of steps, at least two, of *phrase* in the history; else unspecified and 0."""
    text = _strip(phrase)
    for restore, pattern in STEP_PATTERNS if len(text) <= _MAX_RESTORE_LENGTH else ():
        if found := pattern.fullmatch(text):
            number = next(filter(None, found.groups()))
            steps = NUMBERS.get(number) or (int(number) if number.isdecimal() else parse_chinese_number(number))
            return (restore, int(steps)) if steps > 1 else (Restore.UNSPECIFIED, 0)
    return Restore.UNSPECIFIED, 0


def parse_vague_change(phrase: Phrase) -> Control | None:
    """Return the choices to display for a request that does not specify the change; None for other texts."""
    match = _match_whole(VAGUE, phrase)
    if match is None and DISSATISFIED.fullmatch(phrase.folded):
        return Control.PARAMETERS
    return match.value if match else None


def _match_whole(lexicon: Lexicon[Value], phrase: Phrase) -> Match[Value] | None:
    """Return the word of *lexicon* that equals *phrase*, or one of its clauses, without words of courtesy."""
    for clause in (phrase, *phrase.split_clauses()[-1:]):
        for text in (clause.folded, Phrase(strip_suffixes(clause.text, TAILS)).folded, _strip(clause)):
            match = lexicon.match_at(text, 0)
            if match is not None and match.end == len(text):
                return match
    return None


def _strip(clause: Phrase) -> str:
    return Phrase(strip_suffixes(strip_prefixes(clause, LEADS).text or clause.text, TAILS)).folded
