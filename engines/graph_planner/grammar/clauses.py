"""Splits tokens into clauses, each with one verb."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.language.phrase import EDGES

SETTING = frozenset({Verb.SET, Verb.INCREASE, Verb.DECREASE, Verb.DOUBLE, Verb.HALVE, Verb.RESET})
_PRIORITY = (
    Verb.RENAME, Verb.DUPLICATE, Verb.REPLACE, Verb.RESET, Verb.ENABLE, Verb.MUTE, Verb.BYPASS, Verb.DISCONNECT,
    Verb.REMOVE, Verb.ADD, Verb.CONNECT, Verb.INCREASE, Verb.DECREASE, Verb.DOUBLE, Verb.HALVE, Verb.SET,
)  # fmt: skip
_STRONG = frozenset({Kind.TYPE, Kind.TITLE, Kind.PARAMETER})
_RELATIONS = frozenset(
    {Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens with at most one verb; `verb` is None where the text has none."""

    tokens: tuple[Token, ...]
    verb: Verb | None

    @property
    def start(self) -> int:
        """Start in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """End in the text."""
        return self.tokens[-1].end

    def has(self, *markers: Marker) -> bool:
        """Return whether the clause contains one of *markers*."""
        return any(token.word in markers for token in self.tokens)


def split_clauses(text: TokenizedText) -> tuple[Clause, ...]:
    """Return the clauses of *text*, in order."""
    tokens = [token for token in text.tokens if not _is_punctuation(text, token)]
    parts = [part for group in _split(tokens) for part in _split_verbs(group)]
    parts = _join_free_text([part for part in parts if any(not _is_filler(token) for token in part)])
    return tuple(Clause(tuple(part), find_verb(part)) for part in parts)


def find_verb(tokens: list[Token]) -> Verb | None:
    """Return the verb of *tokens*. A word that is also a name is one only where there is no other."""
    verbs = {token.word for token in tokens if isinstance(token.word, Verb) and not token.senses}
    verbs = verbs or {token.word for token in tokens if isinstance(token.word, Verb)}
    has_link = any(token.word is Marker.LINK for token in tokens)
    if Verb.REMOVE in verbs and (has_link or Verb.CONNECT in verbs):
        return Verb.DISCONNECT
    if has_link and verbs <= {Verb.ADD, Verb.SET}:
        return Verb.CONNECT
    if Verb.DUPLICATE not in verbs and verbs & {Verb.SET, Verb.ADD} and _copies(tokens):
        return Verb.DUPLICATE
    return next((verb for verb in _PRIORITY if verb in verbs), None)


def _copies(tokens: list[Token]) -> bool:
    words = [token.word for token in tokens]
    return any(word is Marker.COPY and words[index + 1 : index + 2] == [Marker.OF] for index, word in enumerate(words))


def _split(tokens: list[Token]) -> Iterator[list[Token]]:
    """Split at breaks, and at "and" before a verb."""
    part: list[Token] = []
    for index, token in enumerate(tokens):
        is_break = token.word is Marker.BREAK
        if token.word is Marker.AND:
            is_break = _starts_clause(tokens[index + 1 :], part)
        if is_break:
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _starts_clause(rest: list[Token], part: list[Token]) -> bool:
    following = next((token for token in rest if not _is_filler(token)), None)
    if following is None:
        return False
    if (isinstance(following.word, Verb) and not following.senses) or following.word is Marker.OBJECT:
        return True
    until = []
    for token in rest:
        if token.word in (Marker.BREAK, Marker.AND):
            break
        until.append(token)
    # "connect A to B and B to C"
    is_connection = find_verb(part) is Verb.CONNECT
    return is_connection and _has_to(part) and _has_to(until)


def _has_to(tokens: list[Token]) -> bool:
    return any(token.word is Marker.TO for token in tokens)


def _split_verbs(tokens: list[Token]) -> Iterator[list[Token]]:
    """Split "add A connected to B", "删掉A加B": before a verb that follows a complete clause of another one."""
    part: list[Token] = []
    for token in tokens:
        if isinstance(token.word, Verb) and not token.senses and part and _is_complete(part, token.word):
            yield part
            part = []
        part.append(token)
    yield part


def _is_complete(part: list[Token], verb: Verb) -> bool:
    current = find_verb(part)
    names = [token for token in part if any(sense.kind in (Kind.TYPE, Kind.TITLE) for sense in token.senses)]
    if current is Verb.ADD and verb in (Verb.CONNECT, Verb.RENAME):
        return bool(names) and part[-1].word not in (Marker.TO, Marker.OF)
    first_verb = next((index for index, token in enumerate(part) if isinstance(token.word, Verb)), None)
    if current in (Verb.ADD, Verb.REMOVE, Verb.CONNECT) and verb in (Verb.ADD, Verb.REMOVE) and first_verb is not None:
        return any(token in names for token in part[first_verb:]) and not any(
            token.word in _RELATIONS or token.word is Marker.OBJECT for token in part
        )
    return False


def _join_free_text(parts: list[list[Token]]) -> list[list[Token]]:
    """Join a text value that contains a comma: "negative prompt: ugly, blurry"."""
    joined: list[list[Token]] = []
    for part in parts:
        if joined and _ends_in_text(joined[-1]) and not _is_actionable(part):
            joined[-1] = [*joined[-1], *part]
        else:
            joined.append(part)
    return joined


def _ends_in_text(part: list[Token]) -> bool:
    after = [index for index, token in enumerate(part) if token.word in (Marker.TO, Marker.COLON, Verb.SET)]
    return bool(after) and any(token.is_unknown for token in part[after[-1] :])


def _is_actionable(part: list[Token]) -> bool:
    return any(
        (isinstance(token.word, Verb) and token.word is not Verb.SET)
        or any(one.kind in _STRONG for one in token.senses)
        for token in part
    )


def _is_action(token: Token) -> bool:
    return isinstance(token.word, Verb) and token.word is not Verb.SET


def _is_filler(token: Token) -> bool:
    return token.word is Marker.FILLER


def _is_punctuation(text: TokenizedText, token: Token) -> bool:
    return token.is_unknown and not text.text[token.start : token.end].strip(EDGES)
