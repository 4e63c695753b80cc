"""Determines the requested change of a clause from its verb and its names."""

import re

from engines.graph_planner import texts
from engines.graph_planner.commands.continuations import find_chain_end, is_next_step
from engines.graph_planner.commands.structure import MAX_ADDED, names_source
from engines.graph_planner.connections import describe_node
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clauses import SETTING, Clause
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.interpretation import ADDING, has_title, interpret_verb
from engines.graph_planner.readings.routes import LOSING, goes_into, is_list, names_another, names_sink, rewires
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import ChangeRequest, UnclearError

_SWAPS = frozenset(("swap", "exchange", "对调", "互换", "交换", "调换"))
_TAKES_OFF = re.compile(r"\b(?:take|knock|shave|chop)\b.*\d.*\boff\b|\b(?:take|knock|shave|chop)\s+off\b.*\d")
_MOVES_BY = re.compile(r"\b(up|down)\s+by\s+\d")
_IN_PLACE = (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT)


def choose_verb(
    request: ChangeRequest,
    text: TokenizedText,
    clause: Clause,
    carried: Verb | None,
    draft: Draft,
    following: Clause | None = None,
) -> Verb | None:
    """Return the verb of a clause, else the verb that its content implies, else that of the previous clause."""
    if rewires(request, text, clause, draft):
        return Verb.REWIRE
    if carried is Verb.RENAME and has_title(clause):
        return Verb.RENAME  # "rename A to X and B to Y"
    interpreted = interpret_verb(request, text, clause, draft, following)
    verb = interpreted or _find_change(text, clause, clause.verb, draft)
    if verb is not clause.verb:
        return verb
    items = parse_items(text, clause, verb or Verb.SET)
    if verb is Verb.REMOVE and _removes_from(text, clause):
        return Verb.DISCONNECT
    if verb is Verb.REPLACE and _swaps_values(text, clause):
        return Verb.SWAP
    if verb in (None, Verb.SET) and clause.has(Marker.EXCEPT) and _is_unchanged(items, draft):
        return Verb.KEEP
    if verb is Verb.REPLACE and _replaces_value(text, clause, items):
        return Verb.SET
    if _names_parameter_only(items) and (verb is Verb.RENAME or (verb is Verb.ADD and _has_only_value(items, clause))):
        return Verb.SET
    if verb is Verb.SET and clause.has(Marker.DEFAULT) and not any(isinstance(item, Value) for item in items):
        return Verb.RESET
    if clause.has(Marker.TOO):
        return Verb.SET
    if verb in (Verb.SET, Verb.ADD) and _has_no_setting(items) and goes_into(request, text, clause, draft):
        return Verb.CONNECT
    if verb is Verb.CONNECT and _add_missing(request, text, clause, items, draft):
        return Verb.CONNECT
    is_chain = verb is Verb.CONNECT or (verb is Verb.ADD and clause.has(Marker.ARROW))
    if is_chain and _names_only_new(items, draft):
        return _add_chain(request, text, clause, draft)
    if verb is Verb.ADD and _is_move(request, text, clause, items, draft):
        return Verb.MOVE
    if verb is Verb.CONNECT and _names_one_new(request, text, items, draft):
        return Verb.ADD
    if verb is Verb.SET and clause.has(Marker.ARTICLE) and _names_only_new_type(request, text, items, draft):
        return Verb.ADD  # "a text node with hi"
    if verb is Verb.SET and _has_no_setting(items) and clause.has(*_IN_PLACE):
        return Verb.ADD
    if verb is not None:
        return verb
    return _infer_verb(request, text, clause, items, carried, draft, following)


def _infer_verb(
    request: ChangeRequest,
    text: TokenizedText,
    clause: Clause,
    items: list[Item],
    carried: Verb | None,
    draft: Draft,
    following: Clause | None,
) -> Verb | None:
    mentions = [item for item in items if isinstance(item, Mention)]
    has_value = any(isinstance(item, Value) for item in items)
    names = any(isinstance(item, Named) and item.names(Kind.PARAMETER) for item in items)
    if clause.has(Marker.ARROW) and len(mentions) > 1:
        return _add_chain(request, text, clause, draft)
    is_step = is_next_step(text, clause) and find_chain_end(draft) is not None
    if (carried is Verb.ADD or is_step) and _names_only_new(items, draft):
        return Verb.ADD
    is_another = carried is Verb.ADD and names_another(text, clause, items, draft)
    if is_another or names_sink(request, text, clause, items, draft):
        return Verb.ADD  # "add a contrast of 0.3, then a saturation of 0.1"
    if clause.has(Marker.LINK, Marker.IN_ORDER):
        return Verb.CONNECT
    if clause.has(Marker.ONLY):
        return Verb.REMOVE
    if clause.has(Marker.TO) and not has_value and _joins_nodes(text, clause):
        return _add_chain(request, text, clause, draft)
    is_new = bool(mentions) and _names_new(request, text, items, draft)
    if is_new and (clause.has(*_IN_PLACE) or not draft.nodes or _is_place(request, text, following, draft)):
        return Verb.ADD
    if carried is Verb.ADD and not is_new and (found := _names_next(request, text, clause, draft)):
        return found  # "resize to 800x600, then save"
    if not has_value and goes_into(request, text, clause, draft):
        return Verb.CONNECT
    is_pair = clause.has(Marker.ARROW) or (clause.has(Marker.TO) and carried is Verb.CONNECT)
    if clause.has(Marker.TO) and not has_value and _joins_slot(text, clause):
        return Verb.CONNECT
    if is_pair and not has_value and any(isinstance(one, Mention) for one in parse_items(text, clause, Verb.CONNECT)):
        return Verb.CONNECT  # "model -> sampler"
    if has_value and (names or any(isinstance(item, Value) and (item.size or item.choices) for item in items)):
        return Verb.SET
    if not names and _names_one_new(request, text, items, draft) and len(mentions) > 1:
        return Verb.ADD  # "preview the decoded image"
    if has_value and clause.has(Marker.TO, Marker.COLON, Marker.PARAMETERS) and not mentions:
        return Verb.SET  # "the value is 12"
    is_topic = draft.topic == draft.clause - 1
    if has_value and draft.touched and (carried is Verb.ADD or is_topic) and _is_value_only(items):
        return Verb.SET  # "add a blur, 0.6"
    if has_value and len(mentions) == 1 and not is_new and _is_value_only(items):
        return Verb.SET  # "the blur 0.3"
    is_named_text = names and not mentions and carried in (Verb.ADD, Verb.DUPLICATE, Verb.REPLACE, *SETTING)
    if is_named_text and all(
        isinstance(item, Named) or (isinstance(item, Token) and item.is_unknown) for item in items
    ):
        return Verb.SET  # "a save image, filename test"
    if clause.has(Marker.COLON, Marker.TO) and (names or mentions) and (carried in SETTING or carried is None):
        return Verb.SET
    if carried is not None and (mentions or (carried in SETTING and names)):
        return carried if carried not in LOSING or is_list(items) else None
    is_typed = bool(mentions) and all(item.names(Kind.TYPE, Kind.TYPE_PART) for item in mentions)
    is_owned = (names and bool(draft.nodes)) or any(_is_owned(item, draft) for item in mentions)  # 种子随机
    return Verb.ADD if is_typed and not is_owned and _names_only_new(items, draft) else None


def _is_owned(mention: Mention, draft: Draft) -> bool:
    """Return whether a name is also a parameter of a node of the graph."""
    types = [found for one in draft.nodes if (found := draft.find_type(one))]
    return any(one.find_parameter(name) is not None for one in types for name in mention.names(Kind.PARAMETER))


def _is_value_only(items: list[Item]) -> bool:
    """Return whether a clause has one value, and with it only nodes."""
    words = (Marker.FILLER, Marker.TO, Marker.BY, Marker.COLON, Marker.WITH, Marker.PARAMETERS, Marker.OF, Marker.FOR,
             Marker.ARROW)  # fmt: skip
    rest = [
        item for item in items if not isinstance(item, Mention) and not (isinstance(item, Token) and item.word in words)
    ]
    return len(rest) == 1 and isinstance(rest[0], Value)


def _removes_from(text: TokenizedText, clause: Clause) -> bool:
    """Return whether only links are removed: "remove the negative prompt from the sampler" retains both nodes."""
    items = parse_items(text, clause, Verb.DISCONNECT)
    named = [item for item in items if isinstance(item, Mention | Named) and item.senses]
    return names_source(items) and len(named) > 1


def _swaps_values(text: TokenizedText, clause: Clause) -> bool:
    """Return whether two values are swapped: "swap the seeds of both samplers", "swap width and height"."""
    if not any(text.quote(token.start, token.end).lower() in _SWAPS for token in clause.tokens):
        return False
    items = parse_items(text, clause, Verb.SET)
    named = [item for item in items if isinstance(item, Named) and item.names(Kind.PARAMETER)]
    has_value = any(isinstance(item, Value) for item in items)
    return bool(named) and not has_value and not clause.has(Marker.TO, Marker.WITH, Marker.FOR, Marker.BLOCK)


def _is_unchanged(items: list[Item], draft: Draft) -> bool:
    """Return whether a clause is only "keep the save"."""
    allowed = (Marker.EXCEPT, Marker.FILLER, Marker.AND)
    rest = [
        item
        for item in items
        if not isinstance(item, Mention | Named) and not (isinstance(item, Token) and item.word in allowed)
    ]
    return not rest and any(isinstance(item, Mention | Named) for item in items) and bool(draft.nodes)


def _replaces_value(text: TokenizedText, clause: Clause, items: list[Item]) -> bool:
    """Return whether "change" is about a value, not about a node: "the seeds of both samplers are changed to 5"."""
    as_set = parse_items(text, clause, Verb.SET)
    if any(isinstance(item, Named) for item in as_set) and any(isinstance(item, Value) for item in as_set):
        return True
    names_value = any(isinstance(item, Value | Named) for item in items)
    return names_value and sum(isinstance(item, Mention) for item in items) < 2


def _find_change(text: TokenizedText, clause: Clause, verb: Verb | None, draft: Draft) -> Verb | None:
    """Return the verb of a change by a number: "add 5 to the steps", "步数加 5", "drop the steps by 5"."""
    if verb in (None, Verb.SET) and _TAKES_OFF.search(text.text[clause.start : clause.end].lower()):
        return Verb.DECREASE
    if verb in (None, Verb.SET) and (moved := _MOVES_BY.search(text.text[clause.start : clause.end].lower())):
        return Verb.INCREASE if moved[1] == "up" else Verb.DECREASE  # "steps up by 10"
    if verb not in (Verb.ADD, Verb.REMOVE):
        return verb
    items = [one for one in parse_items(text, clause, Verb.SET) if not isinstance(one, Token) or not one.is_unknown]
    names = [item for item in items if isinstance(item, Mention | Named)]
    at = next((index for index, item in enumerate(items) if isinstance(item, Token) and item.word is verb), None)
    is_raised = verb is Verb.REMOVE or (at is not None and _is_adding(text, items[at]))
    clause_set, names_set = draft.last_set
    is_named = any(isinstance(one, Named) for one in names)
    is_about_last = bool(names_set) and clause_set == draft.clause - 1 and not is_named
    if (
        is_about_last
        and is_raised
        and all(isinstance(one, Mention) and one.pointer is Marker.IT for one in names)
        and any(isinstance(item, Value) and item.number is not None for item in items)
    ):
        return Verb.INCREASE if verb is Verb.ADD else Verb.DECREASE  # "cfg is too high, drop it by 1"
    following = items[at + 1] if at is not None and at + 1 < len(items) else None
    is_number = following is not None and any(
        token.number is not None and token.start == following.start for token in clause.tokens
    )
    has_data = any(isinstance(item, Token) and item.word is Marker.DATA for item in items)
    if verb is Verb.ADD and has_data and not names and isinstance(following, Value) and (following.number or 0) > 1:
        return Verb.INCREASE if is_raised else Verb.SET  # "add two images", "I need two images"
    if verb is Verb.ADD and is_number and at is not None and is_raised:
        rest = [item for item in items[at + 2 :] if not (isinstance(item, Token) and item.word is Marker.FILLER)]
        is_amount = bool(rest) and isinstance(rest[0], Named) and not rest[0].names(Kind.TYPE, Kind.TITLE)
        is_before = any(items.index(item) < at for item in names)
        if is_before or is_amount or (names and clause.has(Marker.TO)):
            return Verb.INCREASE
    has_number = any(isinstance(item, Value) and item.number is not None for item in items)
    names_parameter = any(isinstance(item, Named) for item in names)
    return Verb.DECREASE if verb is Verb.REMOVE and clause.has(Marker.BY) and has_number and names_parameter else verb


def _is_adding(text: TokenizedText, item: Item) -> bool:
    return text.text[item.start : item.end].lower() in ADDING


def _joins_nodes(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause is "sampler into decoder"."""
    items = parse_items(text, clause, Verb.CONNECT)
    names = [isinstance(item, Mention) and bool(item.senses) for item in items]
    to = next((index for index, item in enumerate(items) if isinstance(item, Token) and item.word is Marker.TO), 0)
    return any(names[:to]) and any(names[to:])


def _add_missing(request: ChangeRequest, text: TokenizedText, clause: Clause, items: list[Item], draft: Draft) -> bool:
    """Add the nodes to connect that the graph lacks, if all of them are new, or the other one is the previous node.

    "Two load images into a blend", "add a blur and connect it to a preview"; but not "connect it to the upscaler".
    """
    mentions = [item for item in items if isinstance(item, Mention) and item.senses]
    pointed = [item for item in items if isinstance(item, Mention) and item.pointer]
    resolver = Resolver(request, text, draft, lambda name: name)
    is_requested = len(mentions) > 1 or (draft.created and draft.touched)
    has_place = clause.has(*_IN_PLACE) and len(mentions) < 2
    if not mentions or pointed[1:] or not is_requested or has_place or clause.has(Marker.LINK):
        return False
    if any(resolver.list_candidates(one) or not one.names(Kind.TYPE, Kind.TYPE_PART) for one in mentions):
        return False
    if any(_is_definite(text, one) or one.ordinal or one.is_recent or one.is_selected for one in mentions):
        return False
    names = [(resolver.find_type(one), one.count or 1) for one in mentions]
    if any(not 1 <= count <= MAX_ADDED for _, count in names):
        return False
    for full_name, count in names:
        for _ in range(count):
            node_id = draft.add_node(full_name)
            draft.explanation.append(texts.fill(texts.ADDED, node=describe_node(draft, node_id)))
    return True


def _is_definite(text: TokenizedText, mention: Mention) -> bool:
    return text.text[: mention.start].lower().endswith("the ")


def _is_move(request: ChangeRequest, text: TokenizedText, clause: Clause, items: list[Item], draft: Draft) -> bool:
    """Return whether "put" moves a node: "put it before save", "put the blur before the crop", "把模糊放到裁剪前面"."""
    mentions = [item for item in items if isinstance(item, Mention)]
    if not clause.has(*_IN_PLACE) or not mentions:
        return False
    resolver = Resolver(request, text, draft, lambda name: name)
    known = [one for one in mentions if not one.senses or resolver.list_candidates(one)]
    if len(known) < len(mentions) or any(isinstance(item, Value) for item in items):
        return False
    named = [one for one in mentions if one.senses]
    anchors = 2 if clause.has(Marker.BETWEEN, Marker.BETWEEN_THEM) else 1
    if len(named) <= anchors:
        return bool(draft.created)
    verb_start = next((token.start for token in clause.tokens if token.word is Verb.ADD), 0)
    if named[0].names(Kind.TITLE) or named[0].end <= verb_start:
        return True  # "模糊放到亮度前面"
    has_article = any(token.word is Marker.ARTICLE for token in clause.tokens)
    return not has_article and (clause.has(Marker.OBJECT) or _is_definite(text, named[0]))


def _names_next(request: ChangeRequest, text: TokenizedText, clause: Clause, draft: Draft) -> Verb | None:
    """Return what a clause means that only names a node after a new one: put it before that, or nothing."""
    content = [item for item in parse_items(text, clause, None)
               if not isinstance(item, Token) or item.word not in (Marker.FILLER, Marker.TO)]  # fmt: skip
    if len(content) != 1 or not isinstance(content[0], Mention) or not content[0].senses or clause.has(Marker.IT):
        return None
    nodes = Resolver(request, text, draft, lambda name: name).list_candidates(content[0])
    new = [one for one in draft.touched if one in draft.created]
    if len(nodes) != 1 or not new or len(new) < len(draft.touched):
        return None
    if any(link[2] == nodes[0] for link in draft.links_from(new[-1])):
        return Verb.KEEP
    return None if any(draft.links_from(one) for one in new) else Verb.MOVE


def _is_place(request: ChangeRequest, text: TokenizedText, following: Clause | None, draft: Draft) -> bool:
    """Return whether the next clause states the place of a node: "旋转 90 度，放在保存前面"."""
    if following is None:
        return False
    items = parse_items(text, following, following.verb)
    if following.verb in (Verb.ADD, Verb.MOVE) and following.has(*_IN_PLACE):
        return not _names_new(request, text, items, draft)
    names = [item for item in items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    if following.verb is not None or len(names) != 1 or not isinstance(names[0], Mention):
        return False
    return len(Resolver(request, text, draft, lambda name: name).list_candidates(names[0])) == 1


def _joins_slot(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause is only "clip to prompt": an output, and a node."""
    items = parse_items(text, clause, Verb.CONNECT)
    content = [item for item in items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    if len(content) != 3 or not isinstance(content[0], Named) or not isinstance(content[2], Mention):
        return False
    return bool(content[0].names(Kind.OUTPUT)) and isinstance(content[1], Token) and content[1].word is Marker.TO


def _names_one_new(request: ChangeRequest, text: TokenizedText, items: list[Item], draft: Draft) -> bool:
    """Return whether exactly one of the names is a type, not a node of the graph, and another is a node, or "it"."""
    mentions = [item for item in items if isinstance(item, Mention) and (item.senses or item.pointer is Marker.IT)]
    resolver = Resolver(request, text, draft, lambda name: name)
    new = [item for item in mentions if item.senses and not resolver.list_candidates(item)]
    return len(new) == 1 and len(mentions) > 1 and bool(new[0].names(Kind.TYPE, Kind.TYPE_PART))


def _names_only_new_type(request: ChangeRequest, text: TokenizedText, items: list[Item], draft: Draft) -> bool:
    mentions = [item for item in items if isinstance(item, Mention)]
    is_type = len(mentions) == 1 and bool(mentions[0].names(Kind.TYPE)) and not _is_definite(text, mentions[0])
    return is_type and _names_new(request, text, items, draft)


def _names_new(request: ChangeRequest, text: TokenizedText, items: list[Item], draft: Draft) -> bool:
    """Return whether one of the names is not a node of the graph."""
    resolver = Resolver(request, text, draft, lambda name: name)
    mentions = [item for item in items if isinstance(item, Mention) and item.senses]
    return any(not resolver.list_candidates(item) for item in mentions)


def _names_parameter_only(items: list[Item]) -> bool:
    """Return whether a parameter is named and no node: "name the file kitten"."""
    named = any(isinstance(item, Named) and item.names(Kind.PARAMETER) for item in items)
    return named and not any(isinstance(item, Mention) for item in items)


def _has_only_value(items: list[Item], clause: Clause) -> bool:
    """Return whether the clause has a value to set, as in "I'd like cfg 8", unlike "add 5 to the steps"."""
    return any(isinstance(item, Value) for item in items) and not clause.has(Marker.TO)


def _has_no_setting(items: list[Item]) -> bool:
    return not any(isinstance(item, Named | Value) for item in items)


def _names_only_new(items: list[Item], draft: Draft) -> bool:
    """Return whether the clause names two or more types, and no node of the graph."""
    mentions = [item for item in items if isinstance(item, Mention) and item.senses]
    types = {node.type for node in draft.nodes.values()}
    return (
        bool(mentions)
        and not any(item.names(Kind.TITLE) for item in mentions)
        and not any(name in types for item in mentions for name in item.names(Kind.TYPE, Kind.TYPE_PART))
    )


def _add_chain(request: ChangeRequest, text: TokenizedText, clause: Clause, draft: Draft) -> Verb:
    """Add the nodes of "A -> B -> C" that the graph lacks, before they are connected."""
    items = parse_items(text, clause, Verb.CONNECT)
    mentions = [item for item in items if isinstance(item, Mention) and item.senses]
    words = [token.word for token in clause.tokens]
    is_chain = Marker.ARROW in words or clause.verb is None or words.count(Verb.CONNECT) > 1
    if not is_chain or len(mentions) < 2:
        return Verb.CONNECT
    resolver = Resolver(request, text, draft, lambda name: name)
    for mention in mentions:
        if not resolver.list_candidates(mention):
            try:
                full_name = resolver.find_type(mention)
            except UnclearError:
                return Verb.CONNECT
            node_id = draft.add_node(full_name)
            draft.explanation.append(texts.fill(texts.ADDED, node=describe_node(draft, node_id)))
    return Verb.CONNECT
