"""Splits tokens into clauses, each with one verb."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.graph_planner.grammar.both import read_both
from engines.graph_planner.grammar.clause_verbs import (
    NAME_KINDS,
    NODE_KINDS,
    find_verb,
    has_number,
    has_own_value,
    has_sense,
    has_value,
    is_filler,
)
from engines.graph_planner.grammar.contrasts import read_contrasts
from engines.graph_planner.grammar.corrections import apply_corrections
from engines.graph_planner.grammar.free_texts import join_texts
from engines.graph_planner.grammar.joins import RELATIONS, goes_to, join_parts, takes_off
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.states import split_state
from engines.graph_planner.grammar.synonyms import SAVE_AS
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.transitions import read_transitions
from engines.graph_planner.grammar.words import Count, Marker, Verb
from engines.language.phrase import EDGES

SETTING = frozenset({Verb.SET, Verb.INCREASE, Verb.DECREASE, Verb.SCALE, Verb.RESET})
_LEAVES = re.compile(
    r"\s*(?:please )?(?:leave|let)\b[^,.;!?]*"
    r"\b(?:alone|unchanged|untouched|as[ -]is|as (?:it|they) (?:is|are)|be)\W*(?:$|[,.;!?])"
)
_TOO_MUCH = re.compile("[太过偏]|有点|不够|too |not enough|is |are |looks |seems ")
"""How a complaint starts, unlike 没必要 and "don't need"."""
_SO = frozenset(("so", "hence", "therefore", "所以", "因此"))


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens with at most one verb; `verb` is None if the text has none.

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
    tokens = read_both(text, read_transitions(text, tokens))
    parts = [
        part for group in _split(text, tokens) for one in _split_verbs(text, group) for part in _split_settings(one)
    ]
    parts = [part for part in parts if any(not is_filler(token) and token.word is not Marker.AND for token in part)]
    if parts and parts[0][0].word is Marker.OR and len(parts[0]) > 1:
        parts[0] = parts[0][1:]  # 还是把它旁路掉吧
    parts = join_parts(list(read_contrasts(text, parts)))
    split = [split_state(text, part) for part in parts]
    return tuple(Clause(tokens, find_verb(list(tokens)), state) for tokens, state in split if tokens)


def _split(text: TokenizedText, tokens: list[Token]) -> Iterator[list[Token]]:
    """Split at breaks, and at "and" before a verb."""
    part: list[Token] = []
    for index, token in enumerate(tokens):
        is_break = token.word is Marker.BREAK and not _is_place(part)
        if token.word is Marker.AND:
            is_break = _starts_clause(text, tokens[index + 1 :], part) or _leaves_rest(text, token)
        if is_filler(token) and text.text[token.start : token.end].lower() in _SO and len(part) > 2:
            is_break = _starts_clause(text, tokens[index + 1 :], []) or _is_request_after(
                part, tokens[index + 1 :]
            )  # "it is slow so bypass it"
        if token.word is Marker.BREAK and (_is_open(part) or _is_topic(text, token, part, tokens[index + 1 :])):
            continue  # "把解码的输出同时接到预览", 步数再加 10
        if is_break or (token.word is Marker.COLON and _is_preface(part, tokens[index + 1 :])):
            yield _keep_topic(part) if token.word is Marker.COLON else _drop_trailing(part)
            part = []
        else:
            part.append(token)
    yield part


def _leaves_rest(text: TokenizedText, joint: Token) -> bool:
    """Return whether "and" is before a part that must not change: "steps to 40 and leave the seed alone"."""
    return _LEAVES.match(text.plain, joint.end) is not None


def _is_request_after(part: list[Token], rest: list[Token]) -> bool:
    """Return whether a name with a value follows a part without a value: "the edges look jagged so feather 25"."""
    return not has_value(part) and has_sense(rest[:2], *NAME_KINDS, Kind.TYPE_PART) and has_value(rest[:4])


def _is_preface(part: list[Token], rest: list[Token]) -> bool:
    """Return whether *part* only announces the request after its colon: "I want to save now: create a save node"."""
    following = next((token for token in rest if not is_filler(token)), None)
    is_name = all(token.senses or is_filler(token) for token in part)  # "headline: remove all"
    has_place = is_name or part[-1].word in (Marker.TO, Verb.SET, Verb.RENAME)
    is_stated = bool(part) and not has_sense(part, *NODE_KINDS)
    verbs = frozenset(Verb) if is_stated else (Verb.ADD, Verb.REMOVE)
    is_next = following is not None and following.word in verbs and not following.senses
    is_doubted = any(token.word in (Marker.BLOCK, Marker.CONDITION, Marker.OR, Marker.EXCEPT) for token in part)
    return is_next and not is_doubted and not has_place and not has_value(part) and not has_sense(part, Kind.PARAMETER)


def _keep_topic(part: list[Token]) -> list[Token]:
    """Return what is before a colon if it states what the next is about: "the blur is too strong: delete it"."""
    is_topic = any(token.word is Marker.TOO for token in part) and has_sense(part, *NODE_KINDS)
    return part if is_topic else []


def _drop_trailing(part: list[Token]) -> list[Token]:
    """Return *part* without the "after" of 加一个模糊之后再…, which is not a place."""
    named = [token for token in part if any(sense.kind in NODE_KINDS for sense in token.senses)]
    is_new = len(named) == 1 and len(part) > 1 and part[-2] is named[0] and find_verb(part) is Verb.ADD
    return part[:-1] if is_new and part[-1].word is Marker.AFTER_IT and part[0].word is not Marker.AT else part


def _is_open(part: list[Token]) -> bool:
    """Return whether *part* has an object whose verb follows."""
    has_object = any(token.word is Marker.OBJECT for token in part)
    pointer = next((at for at, token in enumerate(part) if token.word is Marker.IT), len(part))
    if has_sense(part[pointer:], Kind.TYPE, Kind.TYPE_PART):
        return False  # 把它裁剪一下
    return has_object and not has_value(part) and not any(isinstance(token.word, Verb) for token in part)


def _is_topic(text: TokenizedText, token: Token, part: list[Token], rest: list[Token]) -> bool:
    """Return whether *part* is the topic of the next word: "the image should also be blurred", 亮度再提高 0.1."""
    has_verb = any(isinstance(one.word, Verb) and not one.senses and one.word is not Verb.SET for one in part)
    raw = text.text[token.start : token.end]
    if raw in ("再", "也", "还要") and _is_pointer(part):
        return True  # 刚加的那个再亮0.2
    if not text.text[token.start].isalnum() or has_verb or has_value(part) or not part:
        return False
    following = next((one for one in rest if not is_filler(one)), None)
    if following is None or isinstance(following.word, Marker):
        return False
    is_amount = following.word is Verb.ADD and has_value(rest[1:2]) and has_sense(part, Kind.PARAMETER)
    is_change = (
        following.word in SETTING | {Verb.CONNECT}
        and not following.senses
        and has_sense(part, *NODE_KINDS, Kind.PARAMETER)
    )
    is_also = text.text[token.start : token.end].lower() == "also"
    return is_amount or is_change or (is_also and any(one.word is Marker.DATA for one in part))


def _is_pointer(part: list[Token]) -> bool:
    """Return whether *part* is only "the one just added" or "this one"."""
    content = [token for token in part if not is_filler(token)]
    pointers = (Marker.RECENT, Marker.THIS, Marker.IT, Marker.NODE, Marker.OF)
    return bool(content) and all(token.word in pointers for token in content)


def _is_place(part: list[Token]) -> bool:
    """Return whether *part* is only a place, whose verb follows: "在解码后面，再加锐化", "after decoding, …"."""
    has_verb = any(isinstance(token.word, Verb) and not token.senses for token in part)
    content = [token for token in part if not is_filler(token)]
    breaks = [at for at, token in enumerate(part) if token.word is Marker.BREAK]
    if breaks and not any(token.word in RELATIONS for token in part[breaks[-1] :]):
        return False  # "right after the load, turn it, …": the place has its request
    is_except = any(one.word is Marker.EXCEPT for one in content) and any(one.word in RELATIONS for one in content)
    is_edge = bool(content) and (content[0].word in RELATIONS or content[-1].word in RELATIONS)
    return not has_verb and (is_edge or is_except)


def _starts_clause(text: TokenizedText, rest: list[Token], part: list[Token]) -> bool:
    following = next((token for token in rest if not is_filler(token)), None)
    if following is None:
        return False
    if (isinstance(following.word, Verb) and not following.senses) or following.word is Marker.OBJECT:
        return True
    after = next((token for token in rest[rest.index(following) + 1 :] if not is_filler(token)), None)
    is_operation = has_sense([following], Kind.TYPE, Kind.TYPE_PART) and after is not None and after.word is Marker.IT
    if text.plain[following.start : following.end] in SAVE_AS or is_operation:
        return True  # "and save it as fox", "and blur it"
    is_done = following is rest[0] and has_sense(rest[:1], Kind.TYPE_PART) and not has_sense(rest[:1], Kind.TITLE)
    if is_done and after is not None and rest[1] is not after and has_sense([after], *NODE_KINDS):
        return True  # "delete it and decode the base directly"
    if find_verb(part) is Verb.REMOVE and goes_to(rest):
        return True  # "drop the blur and run the brightness into the headline"
    uses = next((at for at, token in enumerate(rest) if token.word is Verb.SET), len(rest))
    if any(token.word is Marker.IT for token in rest[uses : uses + 2]) and has_sense(rest[:uses], *NODE_KINDS):
        return True  # "and have both samplers use it"
    until = []
    for token in rest:
        if token.word in (Marker.BREAK, Marker.AND):
            break
        until.append(token)
    is_placed = any(token.word in RELATIONS for token in part) and any(token.word in RELATIONS for token in until)
    if (
        is_placed
        and find_verb(part) is Verb.ADD
        and isinstance(following.word, Count | Marker)
        and following.word not in RELATIONS
    ):
        place = next(at for at, token in enumerate(until) if token.word in RELATIONS)
        return has_sense(until[:place], *NODE_KINDS)  # "a crop after the photo and a blur before the save"
    if takes_off(part) and takes_off(until) and not has_sense(until, *NODE_KINDS):
        return False  # "crop 10% off the left and 20% off the right"
    if any(map(has_number, part)) and _is_foreign(following, until):
        return True  # "seed five and order me a pizza"
    if any(one.size for one in part) and any(isinstance(one.word, Count) for one in until[:2]):
        return any(one.word is Marker.DATA for one in until)  # "960 by 640 and two images"
    is_setting = find_verb(part) in (Verb.SET, None) and has_own_value(part) and has_value(until)
    if is_setting and has_sense(until, *NAME_KINDS, Kind.TYPE_PART, Kind.TITLE_PART):
        return True  # "the blur to 0.6 and the brightness to 0.2"
    # "connect A to B and B to C", "rename A to X and B to Y"
    has_to = all(any(token.word is Marker.TO for token in one) for one in (part, until))
    if find_verb(part) is not Verb.RENAME or not has_to:
        return has_to and (find_verb(part) is Verb.CONNECT or (_joins_names(part) and _joins_names(until)))
    (_, title), (name, _) = _cut_at_to(part), _cut_at_to(until)
    return has_sense(name, *NODE_KINDS) and not has_sense(title, Kind.TITLE)  # "A to B and B to A" is not clear


def _is_foreign(first: Token, rest: list[Token]) -> bool:
    """Return whether what follows "and" has neither a value nor a known verb or name, but unknown words."""
    unknown = [one for one in rest if one.is_unknown]
    known = [one for one in rest if one.senses and one is not first]
    is_known = any(one.word in (Marker.TO, Marker.COLON) or isinstance(one.word, Verb) for one in rest)
    return not has_value(rest) and not known and not is_known and (first.is_unknown or len(unknown) > 1)


def _joins_names(tokens: list[Token]) -> bool:
    """Return whether tokens are only "sampler to decode", with no verb and no value."""
    is_bare = find_verb(tokens) is None and not has_value(tokens) and not any(one.is_unknown for one in tokens)
    return is_bare and all(has_sense(one, *NODE_KINDS) for one in _cut_at_to(tokens))


def _cut_at_to(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """Return the tokens before and after "to"."""
    at = next((at for at, token in enumerate(tokens) if token.word is Marker.TO), len(tokens))
    return tokens[:at], tokens[at + 1 :]


def _split_verbs(text: TokenizedText, tokens: list[Token]) -> Iterator[list[Token]]:
    """Split "add A connected to B", "删掉A加B": before a verb that follows a complete clause of another one."""
    part: list[Token] = []
    for at, token in enumerate(tokens):
        if isinstance(token.word, Verb) and not token.senses and _is_complaint(text, part):
            yield part
            part = []
        is_next = has_sense([token], Kind.TYPE) and any(one.word is Marker.IT for one in tokens[at + 1 : at + 2])
        is_next = is_next and bool(part) and has_sense(part[-1:], Kind.TYPE)  # "load an image blur it"
        if is_next or (isinstance(token.word, Verb) and not token.senses and part and _is_complete(part, token.word)):
            yield part
            part = []
        part.append(token)
    yield part


def _is_complaint(text: TokenizedText, part: list[Token]) -> bool:
    """Return whether *part* is a whole complaint: 那个模糊太糊了, before 调到 0.1."""
    content = [token for token in part if not is_filler(token)]
    is_ended = bool(content) and content[-1].word is Marker.TOO and has_sense(content, *NODE_KINDS, Kind.PARAMETER)
    is_felt = is_ended and _TOO_MUCH.match(text.plain, content[-1].start) is not None
    return is_felt and not any(isinstance(one.word, Verb) for one in content)


def _split_settings(tokens: list[Token]) -> Iterator[list[Token]]:
    """Split "base thirty steps refiner fifteen", spoken without commas: before a name that follows a value."""
    part: list[Token] = []
    has_verb = any(isinstance(one.word, Verb) and not one.senses and one.word is not Verb.SET for one in tokens)
    for at, token in enumerate(tokens):
        is_name = has_sense([token], *NODE_KINDS) and not has_sense([token], Kind.PARAMETER, Kind.CHOICE)
        before = [one for one in part if not is_filler(one)]
        if before and has_sense(before[-1:], Kind.PARAMETER) and len(before) > 1:
            before = before[:-1]  # the steps of "thirty steps"
        is_after = bool(before) and has_number(before[-1]) and has_sense(before[:-1], *NODE_KINDS)
        if not has_verb and is_name and is_after and any(map(has_number, tokens[at + 1 :])):
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
            token.word in RELATIONS or token.word is Marker.OBJECT for token in part
        )
    return False


def _is_punctuation(text: TokenizedText, token: Token) -> bool:
    return token.is_unknown and not text.text[token.start : token.end].strip(EDGES)
