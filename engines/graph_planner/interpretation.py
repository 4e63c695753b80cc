"""Verbs whose meaning depends on other words: "turn the save into a preview", "both need 30 steps"."""

import re

from engines.graph.node_types.node_type import ParameterKind
from engines.graph_planner.commands.chains import is_chain
from engines.graph_planner.commands.context import RELATIONS
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.amounts.qualities import SIGNS
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.items import ALL, Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.synonyms import COLORS, SAVE_AS
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Verb
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import ChangeRequest

_TAKES_OFF = re.compile(r"\b(?:take|pull|yank|rip|get|pop|strip)\b[^,.;\d]*\boff\b")
_MORE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?:%| ?per ?cent| ?px| pixels?)?\s+(?:more|extra|additional|further)\s+\w+")
_FEWER = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?:%| ?per ?cent| ?px| pixels?)?\s+(?:fewer|less)\s+\w+")
NO_NEED = re.compile(
    r"(?:need|want)\b.*\b(?:anymore|any more|any longer)|\bno longer (?:need|want)|(?:用不上|用不到|不需要|不想要).*了"
)
"""Phrases at the end of a text that request the removal of a node."""
ADDING = frozenset(("add", "adding", "add in", "append", "加", "再加", "加上", "添加", "加入", "增加一个"))
"""The words of ADD that raise a number: "add 10 steps", unlike "I need 10 steps", which states the number."""
_TRANSFORMS = frozenset(("turn", "convert", "transform", "turning", "change", "switch"))
_MOVES = {"bump": "up", "crank": "up", "jack": "up", "pump": "up", "hike": "up", "push": "up", "knock": "down",
          "dial back": "down", "tone": "down"}  # fmt: skip
_USES = frozenset(("use", "uses", "用", "使用", "共用"))
_LEAD = re.compile(r"^\W*(?:(?:so|and|then|but|please|just|now|well)\b\W*)*")
_PREFERS = frozenset(
    ("i'd prefer", "i would prefer", "i'd rather have", "we'd want", "we'd like", "we'd prefer", "i'd want")
)
_DIRECTION = re.compile(r"\b(up|down)\b")
_PLACES = re.compile(r"位置|顺序|先后|\b(?:places?|positions?|order)\b")
_PASSIVE = re.compile(r"\b(?:be|get|gets|being|is|are)\s+\w+ed\b")


def interpret_verb(
    request: ChangeRequest, text: TokenizedText, clause: Clause, draft: Draft, following: Clause | None
) -> Verb | None:
    """Return the requested change of a clause if its verb by itself does not determine it, else None."""
    verb, own = clause.verb, _LEAD.sub("", text.plain[clause.start : clause.end])
    as_set = parse_items(text, clause, Verb.SET)
    mentions = [item for item in as_set if isinstance(item, Mention)]
    resolver = Resolver(request, text, draft, lambda name: name)
    if is_chain(text, clause, resolver):
        return Verb.CHAIN
    if verb in (None, Verb.SET, Verb.REMOVE) and _TAKES_OFF.search(own) and _is_fed(draft, resolver, clause, text):
        return Verb.DISCONNECT  # "take the negative off the sampler"
    known = [one for one in mentions if not one.senses or resolver.list_candidates(one)]
    if verb in (None, Verb.SET, Verb.ADD) and (changed := _find_amount(own, as_set)):
        return changed
    if not clause.has(*RELATIONS) and (changed := _find_sign(request, text, clause, as_set, draft)):
        return changed
    if verb in (None, Verb.SET) and as_set and text.plain[as_set[0].start : as_set[0].end] in SAVE_AS:
        has_owner = any((kind := draft.find_type(one)) and kind.find_parameter("name") for one in draft.nodes)
        return Verb.SET if has_owner else Verb.ADD  # "save it as poster"
    saved = [item for item in as_set if isinstance(item, Named) and text.plain[item.start : item.end] in SAVE_AS]
    if verb in (None, Verb.SET) and saved and len(known) == len(mentions) > 0:
        is_saving = any((kind := draft.find_type(node_id)) and kind.find_parameter("name")
                        for one in known for node_id in resolver.list_candidates(one))  # fmt: skip
        return Verb.SET if is_saving else Verb.ADD  # 把重绘的结果存成 fixed
    if clause.has(Marker.TOO) and known and following is None and verb in (None, Verb.SET):
        return Verb.REMOVE if NO_NEED.search(text.text[clause.start :].lower()) else None
    values = [item for item in as_set if isinstance(item, Value)]
    if verb is Verb.REMOVE and own.startswith("drop") and clause.has(Marker.TO) and values:
        return Verb.SET  # "drop the cfg to 4"
    if verb is Verb.REMOVE and own.startswith("drop") and clause.has(*RELATIONS, Marker.ARTICLE):
        return Verb.ADD if len(known) < len(mentions) or clause.has(*RELATIONS) else None  # "drop a lora after …"
    if verb in (Verb.SET, Verb.REMOVE, None) and (by := _find_direction(own, as_set)):
        return by
    if verb in (Verb.REPLACE, Verb.SET) and len(known) == len(mentions) == 2 and _PLACES.search(own):
        return Verb.MOVE  # "swap the order of blur and crop"
    if verb is Verb.SET and _shares(text, clause, as_set, known):
        return Verb.CONNECT
    if verb is None and len(known) == len(mentions) > 0 and (_is_colored(text, clause) or _operates(as_set)):
        return Verb.SET  # "headline in white", "mix the two with multiply"
    if verb is Verb.CONNECT and clause.has(Marker.AFTER_IT) and draft.touched and len(mentions) == 1 and not known:
        return Verb.ADD  # 后面接保存图片
    is_given = verb is Verb.CONNECT and len(known) == len(mentions) > 0 and not clause.has(Marker.TO, *RELATIONS)
    if is_given and values and any(isinstance(item, Named) for item in as_set):
        return Verb.SET  # "the adjust node should get contrast 0.2"
    is_choice = bool(values) and all(item.choices for item in values)
    is_old = not mentions or (clause.has(Marker.OBJECT) and len(known) == len(mentions))
    if verb is Verb.ADD and is_choice and is_old and draft.nodes and not clause.has(*RELATIONS, Marker.ARTICLE):
        return Verb.SET  # 放右边对齐
    if verb in (None, Verb.ADD) and _states_image(text, clause, as_set):
        return Verb.SET
    first = next((token for token in clause.tokens if isinstance(token.word, Verb)), None)
    is_preferred = first is not None and text.text[first.start : first.end].lower() in _PREFERS
    is_known = bool(values and mentions) and len(known) == len(mentions)
    if verb is Verb.ADD and is_preferred and is_known and not clause.has(*RELATIONS, Marker.ARTICLE):
        return Verb.SET  # "I'd rather have 0.1 blur"
    if verb is Verb.ADD and _sets_known(text, draft, clause, as_set, known):
        return Verb.SET
    if verb in (None, Verb.SET) and len(known) == len(mentions) == 1 and (mode := _find_mode(draft, resolver, as_set)):
        return mode
    if verb is Verb.SET and _transforms(text, draft, resolver, clause, as_set):
        return Verb.REPLACE
    if verb in (None, Verb.SET) and _is_passive(own, clause, as_set, known):
        return Verb.ADD  # "the image should also be previewed"
    return None


def has_title(clause: Clause) -> bool:
    """Return whether a clause without a verb before "to" goes on to rename: "and Refiner to Second pass"."""
    words = [token.word for token in clause.tokens]
    if Marker.TO not in words:
        return False
    return clause.verb is None or (clause.verb in words and words.index(clause.verb) > words.index(Marker.TO))


def _is_fed(draft: Draft, resolver: Resolver, clause: Clause, text: TokenizedText) -> bool:
    """Return whether the last node that a clause names is fed by the slot or the node named before it."""
    named = [
        one for one in parse_items(text, clause, Verb.DISCONNECT) if isinstance(one, Mention | Named) and one.senses
    ]
    if len(named) != 2 or not isinstance(named[1], Mention):
        return False
    targets = resolver.list_candidates(named[1])
    sources = resolver.list_candidates(named[0]) if isinstance(named[0], Mention) else []
    slots = set(named[0].names(Kind.INPUT))
    return any(link[2] in targets and (link[0] in sources or link[3] in slots) for link in draft.links)


def _is_colored(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause ends in the name of a color: "headline in dark blue"."""
    words = text.plain[clause.start : clause.end].split()
    while words and words[-1] in ("please", "now", "instead", "then"):
        words.pop()
    return len(words) > 1 and words[-1] in COLORS and not clause.has(*RELATIONS, Marker.BLOCK, Marker.TOO)


def _operates(items: list[Item]) -> bool:
    """Return whether a clause is "mix the two with multiply": what a node does, with a choice or a number."""
    named = [item for item in items if isinstance(item, Mention)]
    values = [at for at, item in enumerate(items) if isinstance(item, Value)]
    is_with = len(values) == 1 and any(
        isinstance(item, Token) and item.word is Marker.WITH for item in items[max(0, values[0] - 2) : values[0]]
    )
    rest = any(isinstance(item, Token) and item.is_unknown for item in items)
    return is_with and not rest and len(named) == 2 and bool(named[0].senses) and named[1].pointer is not None


def _states_image(text: TokenizedText, clause: Clause, items: list[Item]) -> bool:
    """Return whether a clause states the size or the number of the images: "I want it 896 by 640", "two images"."""
    first = next((token for token in clause.tokens if isinstance(token.word, Verb)), None)
    if (first is not None and text.plain[first.start : first.end] in ADDING) or clause.has(*RELATIONS):
        return False
    values = [item for item in items if isinstance(item, Value)]
    if len(values) != 1 or any(isinstance(item, Mention) and item.senses for item in items):
        return False
    if any(isinstance(item, Token) and item.is_unknown for item in items):
        return False
    names = [item for item in items if isinstance(item, Named)]
    is_count = (values[0].number or 0) > 1 and clause.verb is None and clause.has(Marker.DATA)
    return not names and (values[0].size is not None or is_count)


def _find_amount(own: str, items: list[Item]) -> Verb | None:
    """Return the verb of "10 more steps": one number, and the parameter after it."""
    numbers = [item for item in items if isinstance(item, Value)]
    names = [item for item in items if isinstance(item, Named) and item.names(Kind.PARAMETER)]
    if len(numbers) != 1 or len(names) != 1 or names[0].start < numbers[0].start or names[0].names(Kind.TYPE):
        return None
    if _MORE.search(own):
        return Verb.INCREASE
    return Verb.DECREASE if _FEWER.search(own) else None


def _find_sign(
    request: ChangeRequest, text: TokenizedText, clause: Clause, items: list[Item], draft: Draft
) -> Verb | None:
    """Return the verb of "brighter by 0.2" and 再亮 0.2, if the graph has such a parameter."""
    is_again = text.plain[: clause.start].strip() == "再"  # 再模糊 0.2
    signs = (
        {1}
        if is_again
        else {SIGNS[word] for token in clause.tokens if (word := text.plain[token.start : token.end]) in SIGNS}
    )
    numbers = [item for item in items if isinstance(item, Value) and item.number is not None]
    if len(signs) != 1 or len(numbers) != 1 or clause.verb not in (None, Verb.SET, Verb.INCREASE, Verb.DECREASE):
        return None
    to = [token.start for token in clause.tokens if token.word in (Marker.TO, Marker.COLON)]
    if (numbers[0].of_now and numbers[0].number != 1 / 2) or any(start < numbers[0].start for start in to):
        return None
    names = {one.value for token in clause.tokens for one in token.senses if one.kind is Kind.PARAMETER}
    if is_again:
        names = {name for one in clause.tokens for sense in one.senses if sense.kind is Kind.TYPE
                 for node_type in (draft.types.get(sense.value),) if node_type
                 and any(node.type == sense.value for node in draft.nodes.values())
                 for parameter in node_type.parameters for name in (parameter.name,)}  # fmt: skip
    is_owned = any((kind := draft.find_type(one)) and any(kind.find_parameter(name) for name in names)
                   for one in draft.nodes)  # fmt: skip
    if not is_owned:
        return None
    return Verb.INCREASE if signs == {1} else Verb.DECREASE


def _find_direction(own: str, items: list[Item]) -> Verb | None:
    """Return the verb of "bring the steps down by five"."""
    by = next((at for at, item in enumerate(items) if isinstance(item, Token) and item.word is Marker.BY), None)
    if by is None or by + 1 >= len(items) or not isinstance(items[by + 1], Value):
        return None
    found = _DIRECTION.findall(own) or [_MOVES[word] for word in _MOVES if re.search(rf"\b{word}\b", own)]
    return {"up": Verb.INCREASE, "down": Verb.DECREASE}[found[0]] if len(set(found)) == 1 else None


def _sets_known(text: TokenizedText, draft: Draft, clause: Clause, items: list[Item], known: list[Mention]) -> bool:
    """Return whether "need", "want" or "put" states a parameter of nodes that exist: "both samplers need 30 steps"."""
    values = [item for item in items if isinstance(item, Value)]
    names = [item for item in items if isinstance(item, Named) and item.names(Kind.PARAMETER)]
    mentions = [item for item in items if isinstance(item, Mention)]
    is_topic = draft.topic == draft.clause - 1 and bool(draft.touched)
    if len(values) == 1 and not names and not mentions:
        return is_topic and not clause.has(*RELATIONS)  # "the steps are few, put 40"
    if not values or not names or len(known) < len(mentions) or clause.has(*RELATIONS, Marker.WITH, Marker.OBJECT):
        return False
    first = next((token for token in clause.tokens if isinstance(token.word, Verb) and not _is_name(token)), None)
    if first is not None and text.plain[first.start : first.end] in ADDING:
        return False
    start = min([*(one.start for one in names), *(one.start for one in mentions)])
    is_new = any(token.word is Marker.ARTICLE or isinstance(token.word, Count) for token in clause.tokens
                 if not any(one.start <= token.start < one.end and one.count == ALL for one in mentions))  # fmt: skip
    is_owned = any(
        (kind := draft.find_type(node_id)) and kind.find_parameter(name)
        for node_id in draft.nodes
        for one in names
        for name in one.names(Kind.PARAMETER)
    )
    has_subject = first is not None and any(one.start < first.start for one in mentions)
    is_title = any(one.names(Kind.TITLE) or one.ordinal or one.count == ALL for one in mentions)
    is_new = is_new and not (has_subject and is_title)  # "Base needs a seed of 10"
    is_statement = clause.has(Marker.TO) or clause.has(Marker.IT)
    return is_owned and not is_new and start >= 0 and (has_subject or is_title or (not mentions and is_statement))


def _is_name(token: Token) -> bool:
    return any(sense.kind in (Kind.TYPE, Kind.TYPE_PART, Kind.TITLE) for sense in token.senses)


def _shares(text: TokenizedText, clause: Clause, items: list[Item], known: list[Mention]) -> bool:
    """Return whether nodes of the graph receive the output of another one: "both samplers use it", 两个采样器都用它."""
    verb = next((token for token in clause.tokens if token.word is Verb.SET), None)
    if verb is None or text.plain[verb.start : verb.end] not in _USES:
        return False
    mentions = [item for item in items if isinstance(item, Mention)]
    is_pair = len(mentions) == 2 and len(known) == 2 and mentions[0].end <= verb.start < mentions[1].start
    return is_pair and not any(isinstance(item, Value | Named) for item in items)


def _find_mode(draft: Draft, resolver: Resolver, items: list[Item]) -> Verb | None:
    """Return the mode of "blur off" and "turn the blur on", unless the node has a switch of its own."""
    words = [item.word for item in items if isinstance(item, Token) and item.word in (Marker.YES, Marker.NO)]
    rest = [item for item in items if isinstance(item, Named | Value) or (isinstance(item, Token) and item.is_unknown)]
    mention = next(item for item in items if isinstance(item, Mention))
    if len(words) != 1 or rest or any(isinstance(item, Token) and item.word is Marker.TO for item in items):
        return None
    types = [draft.find_type(one) for one in resolver.list_candidates(mention)]
    if any(one and any(p.kind is ParameterKind.BOOLEAN for p in one.parameters) for one in types):
        return None
    return Verb.ENABLE if words[0] is Marker.YES else Verb.MUTE


def _transforms(text: TokenizedText, draft: Draft, resolver: Resolver, clause: Clause, items: list[Item]) -> bool:
    """Return whether "turn A into B" replaces a node: B is a type, and A is not a text that could be set to it."""
    verb = next((token for token in clause.tokens if token.word is Verb.SET), None)
    mentions = [item for item in items if isinstance(item, Mention)]
    if verb is None or text.plain[verb.start : verb.end] not in _TRANSFORMS or len(mentions) != 2:
        return False
    old, new = mentions
    nodes = resolver.list_candidates(old)
    if any(isinstance(item, Named | Value) for item in items) or not nodes or not new.names(Kind.TYPE):
        return False
    between = text.plain[old.end : new.start]
    is_into = re.search(r"\b(?:into|to an?|for an?|by)\b", between) is not None
    node_type = draft.find_type(nodes[0])
    has_text = node_type is not None and any(one.kind is ParameterKind.TEXT for one in node_type.parameters)
    return is_into and (not has_text or "into" in between)


def _is_passive(own: str, clause: Clause, items: list[Item], known: list[Mention]) -> bool:
    mentions = [item for item in items if isinstance(item, Mention)]
    is_plain = not any(isinstance(item, Named | Value) for item in items) and not clause.has(*RELATIONS)
    has_data = any(token.word is Marker.DATA for token in clause.tokens)
    return has_data and is_plain and len(mentions) == 1 and not known and bool(_PASSIVE.search(own))
