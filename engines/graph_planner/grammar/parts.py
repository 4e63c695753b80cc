"""What the tokens of a clause contain: its verb, values and names."""

from collections.abc import Sequence

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb

SETTING = frozenset({Verb.SET, Verb.INCREASE, Verb.DECREASE, Verb.SCALE, Verb.RESET})
_PRIORITY = (
    Verb.RENAME, Verb.DUPLICATE, Verb.MOVE, Verb.REPLACE, Verb.RESET, Verb.ENABLE, Verb.MUTE, Verb.BYPASS,
    Verb.DISCONNECT, Verb.CLEAR, Verb.REMOVE, Verb.ADD, Verb.CONNECT, Verb.INCREASE, Verb.DECREASE, Verb.SCALE,
    Verb.SET,
)  # fmt: skip
STRONG = frozenset({Kind.TYPE, Kind.TITLE, Kind.PARAMETER})
NODES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART)
RELATIONS = frozenset(
    {Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT}
)  # fmt: skip


def find_verb(tokens: list[Token]) -> Verb | None:
    """Return the verb of *tokens*. A word that is also a name is one only where there is no other."""
    tokens = _cut_text(tokens)
    content = [token for token in tokens if not is_filler(token)]
    verbs = {token.word for token in _skip_modal(tokens) if isinstance(token.word, Verb) and not token.senses}
    if content and isinstance(content[0].word, Verb) and {one.kind for one in content[0].senses} == {Kind.CHOICE}:
        verbs.add(content[0].word)  # "add a blur", where "add" is also what a calculation does
    verbs = verbs or {token.word for token in tokens if isinstance(token.word, Verb)}
    if Verb.SET in verbs and any(token.word is Marker.BLOCK for token in tokens) and is_replacement(tokens):
        return Verb.REPLACE
    has_link = any(token.word is Marker.LINK for token in tokens)
    names_all = any(token.word in (Marker.ALL, Marker.REST) for token in tokens) and not has_sense(tokens, *NODES)
    if Verb.CLEAR in verbs and (has_link or names_all):
        verbs = verbs - {Verb.CLEAR} | {Verb.REMOVE}  # "clear the canvas"
    if verbs & {Verb.DISCONNECT, Verb.REMOVE} and any(token.of_now for token in tokens):
        return Verb.SCALE if Verb.SCALE in verbs else Verb.DECREASE  # "cut the steps in half", "by a quarter"
    if Verb.REMOVE in verbs and _names_inputs(tokens):
        return Verb.DISCONNECT  # "remove all inputs of the sampler"
    if Verb.REMOVE in verbs and (has_link or Verb.CONNECT in verbs):
        return Verb.DISCONNECT
    if has_link and verbs <= {Verb.ADD, Verb.SET}:
        return Verb.CONNECT
    if {Verb.CONNECT, Verb.REPLACE} <= verbs:
        return Verb.CONNECT  # "connect A to B instead of C"
    if Verb.DUPLICATE not in verbs and verbs & {Verb.SET, Verb.ADD} and _copies(tokens):
        return Verb.DUPLICATE
    return next((verb for verb in _PRIORITY if verb in verbs), None)


def _cut_text(tokens: list[Token]) -> list[Token]:
    """Return *tokens* up to a text to set, whose words are no verbs: 提示词改成：墙上挂着画."""
    start = next((at for at, one in enumerate(tokens) if one.word in (Marker.COLON, Verb.SET)), len(tokens))
    end = next((at for at in range(start, len(tokens)) if tokens[at].is_unknown), len(tokens))
    has_verb = any(isinstance(one.word, Verb) and one.word is not Verb.SET for one in tokens[start:end])
    return tokens if has_verb or not has_sense(tokens[:start], *STRONG) else tokens[:end]


def _names_inputs(tokens: list[Token]) -> bool:
    """Return whether the inputs or outputs of a node are named, not a node of type "output"."""
    slots = [at for at, token in enumerate(tokens) if token.word in (Marker.INPUT, Marker.OUTPUT)]
    named = [
        at for at, token in enumerate(tokens) if any(one.kind in NODES for one in token.senses) and at not in slots
    ]
    return bool(slots and named) and not any(token.word is Marker.AND for token in tokens)


def _skip_modal(tokens: list[Token]) -> list[Token]:
    """Return the tokens from the object on, where a verb follows it: "我要把步数改成 5" requests no node."""
    at = next((index for index, token in enumerate(tokens) if token.word is Marker.OBJECT), 0)
    return tokens[at:] if any(isinstance(token.word, Verb) and not token.senses for token in tokens[at:]) else tokens


def is_replacement(tokens: Sequence[Token]) -> bool:
    """Return whether tokens request another node in place of one: "no load mask, use a shape mask"."""
    words = [token.word for token in tokens]
    if Marker.BLOCK not in words or not {Verb.SET, Verb.REPLACE} & set(words):
        return False
    block = words.index(Marker.BLOCK)
    verb = next((at for at, word in enumerate(words) if at > block and word in (Verb.SET, Verb.REPLACE)), 0)
    return has_sense(list(tokens[block:verb]), *NODES) and has_sense(list(tokens[verb:]), Kind.TYPE, Kind.TYPE_PART)


def _copies(tokens: list[Token]) -> bool:
    words = [token.word for token in tokens]
    return any(word is Marker.COPY and words[index + 1 : index + 2] == [Marker.OF] for index, word in enumerate(words))


def has_sense(part: list[Token], *kinds: Kind) -> bool:
    """Return whether a token of *part* denotes something of *kinds*."""
    return any(sense.kind in kinds for token in part for sense in token.senses)


def has_value(part: list[Token]) -> bool:
    """Return whether *part* contains a value."""
    return has_sense(part, Kind.CHOICE) or any(
        token.number is not None or token.size is not None or token.quoted is not None or token.formula is not None
        for token in part
    )


def ends_in_text(part: list[Token]) -> bool:
    """Return whether unknown words follow "to" or a colon."""
    after = [index for index, token in enumerate(part) if token.word in (Marker.TO, Marker.COLON, Verb.SET)]
    return bool(after) and any(token.is_unknown for token in part[after[-1] :])


def is_actionable(part: list[Token]) -> bool:
    """Return whether *part* is a request of its own."""
    is_setting = any(token.senses for token in part[:2]) and any(
        token.word in (Marker.COLON, Marker.TO) for token in part[1:3]
    )  # "negative: ugly"
    return is_setting or any(
        (isinstance(token.word, Verb) and token.word is not Verb.SET) or any(one.kind in STRONG for one in token.senses)
        for token in part
    )


def is_filler(token: Token) -> bool:
    """Return whether a token adds nothing."""
    return token.word is Marker.FILLER


def takes_off(part: list[Token]) -> bool:
    """Return whether *part* takes a share off something: "10% off"."""
    return any(token.word is Marker.NO and part[at - 1].number is not None for at, token in enumerate(part) if at)


def goes_to(rest: list[Token]) -> bool:
    """Return whether a node or the image goes to a node before the next break."""
    end = next((at for at, token in enumerate(rest) if token.word in (Marker.BREAK, Marker.AND)), len(rest))
    to = next((at for at, token in enumerate(rest[:end]) if token.word is Marker.TO), 0)
    sources = [token for token in rest[:to] if token.word is Marker.DATA or has_sense([token], *NODES)]
    return bool(to and sources) and has_sense(rest[to:end], *NODES)
