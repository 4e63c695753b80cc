"""Splits tokens into clauses, each with one verb."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engines.graph_planner.grammar.corrections import apply_corrections
from engines.graph_planner.grammar.free_texts import join_texts
from engines.graph_planner.grammar.names import SAVE_AS, Kind
from engines.graph_planner.grammar.states import split_state
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Verb
from engines.language.phrase import EDGES

SETTING = frozenset({Verb.SET, Verb.INCREASE, Verb.DECREASE, Verb.SCALE, Verb.RESET})
_PRIORITY = (
    Verb.RENAME, Verb.DUPLICATE, Verb.MOVE, Verb.REPLACE, Verb.RESET, Verb.ENABLE, Verb.MUTE, Verb.BYPASS,
    Verb.DISCONNECT, Verb.CLEAR, Verb.REMOVE, Verb.ADD, Verb.CONNECT, Verb.INCREASE, Verb.DECREASE, Verb.SCALE,
    Verb.SET,
)  # fmt: skip
_STRONG = frozenset({Kind.TYPE, Kind.TITLE, Kind.PARAMETER})
_NODES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART)
_SO = frozenset(("so", "hence", "therefore", "所以", "因此"))
_RELATIONS = frozenset(
    {Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens with at most one verb; `verb` is None where the text has none.

    `state` selects nodes: "delete all muted nodes" has the verb "delete" and the state "mute".
    """

    tokens: tuple[Token, ...]
    verb: Verb | None
    state: Verb | None = None

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
    joined = join_texts(text.text, text.tokens, text.vocabulary)
    tokens = apply_corrections(text.text, [token for token in joined if not _is_punctuation(text, token)])
    tokens = [token for at, token in enumerate(tokens) if not _is_preference(text, tokens, at)]
    parts = [part for group in _split(text, tokens) for part in _split_verbs(group)]
    parts = [part for part in parts if any(not _is_filler(token) and token.word is not Marker.AND for token in part)]
    if parts and parts[0][0].word is Marker.OR and len(parts[0]) > 1:
        parts[0] = parts[0][1:]  # 还是把它旁路掉吧
    parts = list(_join_places(parts))
    for is_joined in (
        _is_alternative_of,
        _is_detail_of,
        _is_exception_of,
        _is_first_of,
        _is_free_text,
        _is_list_of,
        _is_value_of,
        _is_rest_of,
        _is_replacement_of,
    ):
        parts = list(_join(parts, is_joined))
    split = [split_state(text, part) for part in parts]
    return tuple(Clause(tokens, find_verb(list(tokens)), state) for tokens, state in split if tokens)


def _is_preference(text: TokenizedText, tokens: list[Token], at: int) -> bool:
    """Return whether 还是 states what is preferred, and not an alternative: 亮度还是恢复默认吧."""
    token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    if text.text[token.start : token.end] != "还是" or following is None or not isinstance(following.word, Verb):
        return False
    start = max((index for index in range(at) if tokens[index].word is Marker.BREAK), default=-1)
    return at > start + 1 and not any(isinstance(one.word, Verb) for one in tokens[start + 1 : at])


def find_verb(tokens: list[Token]) -> Verb | None:
    """Return the verb of *tokens*. A word that is also a name is one only where there is no other."""
    tokens = _cut_text(tokens)
    content = [token for token in tokens if not _is_filler(token)]
    verbs = {token.word for token in _skip_modal(tokens) if isinstance(token.word, Verb) and not token.senses}
    if content and isinstance(content[0].word, Verb) and {one.kind for one in content[0].senses} == {Kind.CHOICE}:
        verbs.add(content[0].word)  # "add a blur", where "add" is also what a calculation does
    verbs = verbs or {token.word for token in tokens if isinstance(token.word, Verb)}
    if Verb.SET in verbs and any(token.word is Marker.BLOCK for token in tokens) and is_replacement(tokens):
        return Verb.REPLACE
    has_link = any(token.word is Marker.LINK for token in tokens)
    names_all = any(token.word in (Marker.ALL, Marker.REST) for token in tokens) and not _has_sense(tokens, *_NODES)
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
    return tokens if has_verb or not _has_sense(tokens[:start], *_STRONG) else tokens[:end]


def _names_inputs(tokens: list[Token]) -> bool:
    """Return whether the inputs or outputs of a node are named, not a node of type "output"."""
    slots = [at for at, token in enumerate(tokens) if token.word in (Marker.INPUT, Marker.OUTPUT)]
    named = [
        at for at, token in enumerate(tokens) if any(one.kind in _NODES for one in token.senses) and at not in slots
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
    return _has_sense(list(tokens[block:verb]), *_NODES) and _has_sense(list(tokens[verb:]), Kind.TYPE, Kind.TYPE_PART)


def _copies(tokens: list[Token]) -> bool:
    words = [token.word for token in tokens]
    return any(word is Marker.COPY and words[index + 1 : index + 2] == [Marker.OF] for index, word in enumerate(words))


def _split(text: TokenizedText, tokens: list[Token]) -> Iterator[list[Token]]:
    """Split at breaks, and at "and" before a verb."""
    part: list[Token] = []
    for index, token in enumerate(tokens):
        is_break = token.word is Marker.BREAK and not _is_place(part)
        if token.word is Marker.AND:
            is_break = _starts_clause(text, tokens[index + 1 :], part)
        if _is_filler(token) and text.text[token.start : token.end].lower() in _SO and len(part) > 2:
            is_break = _starts_clause(text, tokens[index + 1 :], [])  # "it is slow so bypass it"
        if token.word is Marker.BREAK and (_is_open(part) or _is_topic(text, token, part, tokens[index + 1 :])):
            continue  # "把解码的输出同时接到预览", 步数再加 10
        if is_break or (token.word is Marker.COLON and _is_preface(part, tokens[index + 1 :])):
            yield [] if token.word is Marker.COLON else _drop_trailing(part)
            part = []
        else:
            part.append(token)
    yield part


def _is_preface(part: list[Token], rest: list[Token]) -> bool:
    """Return whether *part* only announces the request after its colon: "I want to save now: create a save node"."""
    following = next((token for token in rest if not _is_filler(token)), None)
    is_name = all(token.senses or _is_filler(token) for token in part)  # "headline: remove all"
    has_place = is_name or part[-1].word in (Marker.TO, Verb.SET, Verb.RENAME)
    is_stated = bool(part) and not _has_sense(part, *_NODES)
    verbs = frozenset(Verb) if is_stated else (Verb.ADD, Verb.REMOVE)
    is_next = following is not None and following.word in verbs and not following.senses
    is_doubted = any(token.word in (Marker.BLOCK, Marker.CONDITION, Marker.OR, Marker.EXCEPT) for token in part)
    return (
        is_next and not is_doubted and not has_place and not _has_value(part) and not _has_sense(part, Kind.PARAMETER)
    )


def _drop_trailing(part: list[Token]) -> list[Token]:
    """Return *part* without the "after" of 加一个模糊之后再…, which is no place."""
    named = [token for token in part if any(sense.kind in _NODES for sense in token.senses)]
    is_new = len(named) == 1 and len(part) > 1 and part[-2] is named[0] and find_verb(part) is Verb.ADD
    return part[:-1] if is_new and part[-1].word is Marker.AFTER_IT and part[0].word is not Marker.AT else part


def _is_open(part: list[Token]) -> bool:
    """Return whether *part* has an object whose verb follows."""
    has_object = any(token.word is Marker.OBJECT for token in part)
    return has_object and not _has_value(part) and not any(isinstance(token.word, Verb) for token in part)


def _is_topic(text: TokenizedText, token: Token, part: list[Token], rest: list[Token]) -> bool:
    """Return whether *part* is what the next word is about: "the image should also be blurred", 亮度再提高 0.1."""
    has_verb = any(isinstance(one.word, Verb) and not one.senses and one.word is not Verb.SET for one in part)
    raw = text.text[token.start : token.end]
    if raw in ("再", "也", "还要") and _is_pointer(part):
        return True  # 刚加的那个再亮0.2
    if not text.text[token.start].isalnum() or has_verb or _has_value(part) or not part:
        return False
    following = next((one for one in rest if not _is_filler(one)), None)
    if following is None or isinstance(following.word, Marker):
        return False
    is_amount = following.word is Verb.ADD and _has_value(rest[1:2]) and _has_sense(part, Kind.PARAMETER)
    is_change = (
        following.word in SETTING | {Verb.CONNECT}
        and not following.senses
        and _has_sense(part, *_NODES, Kind.PARAMETER)
    )
    is_also = text.text[token.start : token.end].lower() == "also"
    return is_amount or is_change or (is_also and any(one.word is Marker.DATA for one in part))


def _is_pointer(part: list[Token]) -> bool:
    """Return whether *part* is only "the one just added" or "this one"."""
    content = [token for token in part if not _is_filler(token)]
    pointers = (Marker.RECENT, Marker.THIS, Marker.IT, Marker.NODE, Marker.OF)
    return bool(content) and all(token.word in pointers for token in content)


def _is_place(part: list[Token]) -> bool:
    """Return whether *part* is only a place, whose verb follows: "在解码后面，再加锐化", "after decoding, …"."""
    has_verb = any(isinstance(token.word, Verb) and not token.senses for token in part)
    content = [token for token in part if not _is_filler(token)]
    breaks = [at for at, token in enumerate(part) if token.word is Marker.BREAK]
    if breaks and not any(token.word in _RELATIONS for token in part[breaks[-1] :]):
        return False  # "right after the load, turn it, …": the place has its request
    is_except = any(one.word is Marker.EXCEPT for one in content) and any(one.word in _RELATIONS for one in content)
    is_edge = bool(content) and (content[0].word in _RELATIONS or content[-1].word in _RELATIONS)
    return not has_verb and (is_edge or is_except)


def _starts_clause(text: TokenizedText, rest: list[Token], part: list[Token]) -> bool:
    following = next((token for token in rest if not _is_filler(token)), None)
    if following is None:
        return False
    if (isinstance(following.word, Verb) and not following.senses) or following.word is Marker.OBJECT:
        return True
    after = next((token for token in rest[rest.index(following) + 1 :] if not _is_filler(token)), None)
    is_operation = _has_sense([following], Kind.TYPE, Kind.TYPE_PART) and after is not None and after.word is Marker.IT
    if text.plain[following.start : following.end] in SAVE_AS or is_operation:
        return True  # "and save it as fox", "and blur it"
    if find_verb(part) is Verb.REMOVE and _goes_to(rest):
        return True  # "drop the blur and run the brightness into the headline"
    uses = next((at for at, token in enumerate(rest) if token.word is Verb.SET), len(rest))
    if any(token.word is Marker.IT for token in rest[uses : uses + 2]) and _has_sense(rest[:uses], *_NODES):
        return True  # "and have both samplers use it"
    until = []
    for token in rest:
        if token.word in (Marker.BREAK, Marker.AND):
            break
        until.append(token)
    is_placed = any(token.word in _RELATIONS for token in part) and any(token.word in _RELATIONS for token in until)
    if (
        is_placed
        and find_verb(part) is Verb.ADD
        and isinstance(following.word, Count | Marker)
        and following.word not in _RELATIONS
    ):
        place = next(at for at, token in enumerate(until) if token.word in _RELATIONS)
        return _has_sense(until[:place], *_NODES)  # "a crop after the photo and a blur before the save"
    if _takes_off(part) and _takes_off(until) and not _has_sense(until, *_NODES):
        return False  # "crop 10% off the left and 20% off the right"
    is_setting = find_verb(part) in (Verb.SET, None) and _has_value(part) and _has_value(until)
    if is_setting and _has_sense(until, *_STRONG, Kind.TYPE_PART, Kind.TITLE_PART):
        return True  # "the blur to 0.6 and the brightness to 0.2"
    # "connect A to B and B to C"
    has_to = all(any(token.word is Marker.TO for token in one) for one in (part, until))
    return find_verb(part) is Verb.CONNECT and has_to


def _split_verbs(tokens: list[Token]) -> Iterator[list[Token]]:
    """Split "add A connected to B", "删掉A加B": before a verb that follows a complete clause of another one."""
    part: list[Token] = []
    for at, token in enumerate(tokens):
        is_next = _has_sense([token], Kind.TYPE) and any(one.word is Marker.IT for one in tokens[at + 1 : at + 2])
        is_next = is_next and bool(part) and _has_sense(part[-1:], Kind.TYPE)  # "load an image blur it"
        if is_next or (isinstance(token.word, Verb) and not token.senses and part and _is_complete(part, token.word)):
            yield part
            part = []
        part.append(token)
    yield part


def _is_complete(part: list[Token], verb: Verb) -> bool:
    current = find_verb(part)
    names = [token for token in part if any(sense.kind in (Kind.TYPE, Kind.TITLE) for sense in token.senses)]
    if (current, verb) in ((Verb.ADD, Verb.CONNECT), (Verb.ADD, Verb.RENAME), (Verb.DUPLICATE, Verb.RENAME)):
        names = names or [token for token in part if any(sense.kind is Kind.TYPE_PART for sense in token.senses)]
        return bool(names) and part[-1].word not in (Marker.TO, Marker.OF)
    first_verb = next((index for index, token in enumerate(part) if isinstance(token.word, Verb)), None)
    if current in (Verb.ADD, Verb.REMOVE, Verb.CONNECT) and verb in (Verb.ADD, Verb.REMOVE) and first_verb is not None:
        return any(token in names for token in part[first_verb:]) and not any(
            token.word in _RELATIONS or token.word is Marker.OBJECT for token in part
        )
    return False


def _join(parts: list[list[Token]], is_joined: Callable[[list[Token], list[Token]], bool]) -> Iterator[list[Token]]:
    """Yield *parts*, each with those that belong to it."""
    current: list[Token] = []
    for part in parts:
        if current and is_joined(current, part):
            current = [*current, *part]
        else:
            if current:
                yield current
            current = part
    if current:
        yield current


def _takes_off(part: list[Token]) -> bool:
    return any(token.word is Marker.NO and part[at - 1].number is not None for at, token in enumerate(part) if at)


def _goes_to(rest: list[Token]) -> bool:
    """Return whether a node or the image goes to a node before the next break."""
    end = next((at for at, token in enumerate(rest) if token.word in (Marker.BREAK, Marker.AND)), len(rest))
    to = next((at for at, token in enumerate(rest[:end]) if token.word is Marker.TO), 0)
    sources = [token for token in rest[:to] if token.word is Marker.DATA or _has_sense([token], *_NODES)]
    return bool(to and sources) and _has_sense(rest[to:end], *_NODES)


def _join_places(parts: list[list[Token]]) -> Iterator[list[Token]]:
    """Yield *parts*, a new node with its settings and its place: "upscale, scale 4, right in front of save"."""
    index = 0
    while index < len(parts):
        part, following = parts[index], parts[index + 1 : index + 3]
        is_new = find_verb(part) in (Verb.ADD, None) and _has_sense(part, Kind.TYPE) and not _has_place(part)
        if is_new and following and _is_bare_place(following[0]):
            yield [*part, *following[0]]
            index += 2
        elif is_new and len(following) == 2 and _is_bare_setting(following[0]) and _is_bare_place(following[1]):
            yield [*part, *following[0], *following[1]]
            index += 3
        else:
            yield part
            index += 1


def _has_place(part: list[Token]) -> bool:
    return any(token.word in _RELATIONS for token in part)


def _is_bare_place(part: list[Token]) -> bool:
    """Return whether *part* is "right before the save" and nothing else."""
    content = [token for token in part if not _is_filler(token)]
    is_start = bool(content) and content[0].word in (Marker.BEFORE, Marker.AFTER, Marker.BETWEEN)
    has_more = any(isinstance(token.word, Verb) and not token.senses for token in content) or _has_value(part)
    return is_start and not has_more and len(content) > 1


def _is_bare_setting(part: list[Token]) -> bool:
    """Return whether *part* is "scale 4" and nothing else."""
    content = [token for token in part if not _is_filler(token)]
    is_value = bool(content) and (content[-1].number is not None or content[-1].quoted is not None)
    return is_value and len(content) <= 2 and all(_has_sense([one], Kind.PARAMETER) for one in content[:-1])


def _is_free_text(part: list[Token], following: list[Token]) -> bool:
    """Return whether a text value contains the comma between: "negative prompt: ugly, blurry"."""
    return _ends_in_text(part) and not _is_actionable(following)


def _is_detail_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether *following* completes a request: "remove it but keep the chain connected", 改个名，叫“主图”."""
    content = [token.word for token in following if not _is_filler(token)]
    if Marker.BRIDGE in content:
        return find_verb(part) is Verb.REMOVE and set(content) <= {Marker.BRIDGE, Marker.AND}
    last = next((token.word for token in reversed(part) if not _is_filler(token)), None)
    has_title = _has_value(part) or any(token.is_unknown or token.word in (Marker.TO, Marker.COLON) for token in part)
    is_untitled = find_verb(part) is Verb.RENAME and (last is Verb.RENAME or not has_title)
    return is_untitled and find_verb(following) is Verb.RENAME and content[:1] == [Verb.RENAME]


def _is_alternative_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether "or" joins two parts: "remove the sampler, or mute it"."""
    last = next((token for token in reversed(part) if not _is_filler(token)), None)
    first = next((token for token in following if not _is_filler(token)), None)
    is_joined = (last is not None and last.word is Marker.OR) or (first is not None and first.word is Marker.OR)
    return is_joined and not _ends_in_text(part)


def _is_exception_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether *following* keeps some of all nodes: "delete everything, keep the loader"."""
    is_all = any(token.word is Marker.ALL for token in part)
    verb = find_verb(part)
    is_lost = is_all and verb in (Verb.REMOVE, Verb.MUTE, Verb.BYPASS)
    has_exception = any(token.word in (Marker.EXCEPT, Marker.ONLY) for token in following)
    return is_lost and has_exception and find_verb(following) is None


def _is_first_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether two new nodes have one place: "blur and then sharpen the image before it is saved"."""
    is_next = not any(isinstance(token.word, Verb) and not token.senses for token in [*part, *following])
    start = next((at for at, token in enumerate(part) if token.word is Marker.BEFORE_IT), len(part))
    if is_next and _has_sense(part[start:], Kind.TYPE) and not any(token.word in _RELATIONS for token in following):
        content = [token for token in following if not _is_filler(token)]
        return len(content) == 1 and _has_sense(content, Kind.TYPE) and not _has_value(part)  # 保存前先锐化再模糊
    words = {token.word for token in part}
    is_bare = not words & _RELATIONS and not any(isinstance(token.word, Verb) and not token.senses for token in part)
    has_verb = any(isinstance(token.word, Verb) and not token.senses for token in following)
    place = next((at for at, token in enumerate(following) if token.word in (Marker.BEFORE, Marker.AFTER)), 0)
    is_typed = _has_sense(part, Kind.TYPE) and not _has_sense(part, Kind.TITLE, Kind.PARAMETER)
    return is_bare and is_typed and not has_verb and place > 0 and _has_sense(following[:place], Kind.TYPE)


def _is_list_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether nodes to connect are listed: "connect sampler, decode and save image"."""
    has_end = any(token.word in (Marker.TO, Marker.ARROW) for token in part)
    is_list = find_verb(part) is Verb.CONNECT and not has_end and find_verb(following) is None
    return is_list and _has_sense(part, *_NODES) and _has_sense(following, *_NODES) and not _has_value(following)


def _is_value_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether a parameter and its value are apart: "change the scheduler, use karras"."""
    if any(token.word is Marker.TOO for token in part):
        return False
    if find_verb(part) is Verb.SET and not _has_value(part) and _is_bare_value(following):
        return True
    return (
        find_verb(part) in (Verb.SET, Verb.REPLACE, None)
        and _has_sense(part, Kind.PARAMETER)
        and not _has_value(part)
        and find_verb(following) in (Verb.SET, None)
        and _has_value(following)
        and not _has_sense(following, Kind.PARAMETER, Kind.TYPE, Kind.TITLE)
    )


def _is_bare_value(part: list[Token]) -> bool:
    """Return whether *part* is a value and nothing else."""
    content = [token for token in part if not _is_filler(token)]
    return len(content) == 1 and _has_value(content) and not _has_sense(content, *_STRONG)


def _is_rest_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether "keep the loader" and "delete the rest" are one request."""
    has_exception = any(token.word in (Marker.EXCEPT, Marker.ONLY) for token in part)
    return has_exception and find_verb(part) is None and any(token.word is Marker.REST for token in following)


def _is_replacement_of(part: list[Token], following: list[Token]) -> bool:
    """Return whether "no load mask" and "use a shape mask" are one request to replace."""
    return (
        find_verb(following) in (Verb.SET, Verb.REPLACE)
        and is_replacement([*part, *following])
        and not _has_value(following)
    )


def _has_sense(part: list[Token], *kinds: Kind) -> bool:
    return any(sense.kind in kinds for token in part for sense in token.senses)


def _has_value(part: list[Token]) -> bool:
    return _has_sense(part, Kind.CHOICE) or any(
        token.number is not None or token.size is not None or token.quoted is not None or token.formula is not None
        for token in part
    )


def _ends_in_text(part: list[Token]) -> bool:
    after = [index for index, token in enumerate(part) if token.word in (Marker.TO, Marker.COLON, Verb.SET)]
    return bool(after) and any(token.is_unknown for token in part[after[-1] :])


def _is_actionable(part: list[Token]) -> bool:
    is_setting = any(token.senses for token in part[:2]) and any(
        token.word in (Marker.COLON, Marker.TO) for token in part[1:3]
    )  # "negative: ugly"
    return is_setting or any(
        (isinstance(token.word, Verb) and token.word is not Verb.SET)
        or any(one.kind in _STRONG for one in token.senses)
        for token in part
    )


def _is_filler(token: Token) -> bool:
    return token.word is Marker.FILLER


def _is_punctuation(text: TokenizedText, token: Token) -> bool:
    return token.is_unknown and not text.text[token.start : token.end].strip(EDGES)
