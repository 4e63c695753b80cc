"""Plans a change of a graph from a text, with rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Operation, OperationError, Rejected
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.links import connect_nodes, disconnect_nodes
from engines.graph_planner.commands.nodes import MODES, rename_node, set_mode
from engines.graph_planner.commands.parameters import clear_texts, reset_parameters, set_parameters
from engines.graph_planner.commands.structure import add_nodes, duplicate_nodes, remove_nodes, replace_nodes
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clauses import SETTING, Clause, is_replacement, split_clauses
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind, Vocabulary
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import (
    AmbiguousError,
    ChangeRequest,
    NotUnderstood,
    Outcome,
    Plan,
    Problem,
    UnclearError,
)
from services.common.text.language import Text

MAX_CLAUSES = 100
"""Clauses of one text; the rest is reported as not understood."""
_COMMANDS: dict[Verb, Callable[[ClauseContext], None]] = {
    Verb.ADD: add_nodes,
    Verb.REMOVE: remove_nodes,
    Verb.CLEAR: clear_texts,
    Verb.CONNECT: connect_nodes,
    Verb.DISCONNECT: disconnect_nodes,
    Verb.REPLACE: replace_nodes,
    Verb.RESET: reset_parameters,
    Verb.RENAME: rename_node,
    Verb.DUPLICATE: duplicate_nodes,
}
_LABELS = {Verb.REMOVE: texts.REMOVED, Verb.DUPLICATE: texts.DUPLICATED} | {
    verb: texts.MODES[mode.value] for verb, mode in MODES.items()
}
_IN_PLACE = (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT)


@dataclass(slots=True)
class _Pass:
    """One attempt to apply all clauses but those of *skipped*."""

    draft: Draft
    problems: list[tuple[int, Problem]]


def plan_change(request: ChangeRequest) -> Outcome:
    """Return what *request* changes, a question where several changes fit, or what was not understood.

    Pure. A clause that cannot be done is left out and reported; so is every clause that refers to it. The operations
    have been applied to the graph once, so that the patch tools accept them.
    """
    vocabulary = Vocabulary(request.graph, request.types)
    text = TokenizedText(request.text, vocabulary)
    clauses = split_clauses(text)
    if any(clause.has(Marker.CONDITION) for clause in clauses):
        return NotUnderstood((Problem(request.text.strip(), texts.NO_CONDITIONS),))
    rejected: dict[int, Problem] = {}
    try:
        while True:
            attempt = _apply(request, text, clauses[:MAX_CLAUSES], rejected)
            operations, origins = attempt.draft.to_operations()
            error = _try(request, operations) if operations else None
            if error is None:
                break
            index = origins[error.index] if error.index < len(origins) else 0
            if index in rejected:
                return NotUnderstood((rejected[index],))
            rejected[index] = Problem(text.quote(clauses[index].start, clauses[index].end), error.text)
    except AmbiguousError as ambiguous:
        return ambiguous.question
    problems = [problem for _, problem in sorted(attempt.problems, key=lambda one: one[0])]
    if len(clauses) > MAX_CLAUSES:
        rest = text.quote(clauses[MAX_CLAUSES].start, clauses[-1].end)
        problems.append(Problem(rest, texts.NO_REQUEST))
    if not operations:
        return NotUnderstood(
            tuple(problems) or (Problem(request.text.strip(), texts.NO_CHANGE if clauses else texts.NO_REQUEST),)
        )
    corrections = [
        texts.fill(texts.CORRECTED, word=text.quote(token.start, token.end), known=token.corrected)
        for token in text.tokens
        if token.corrected
    ]
    return Plan(tuple(operations), (*corrections, *attempt.draft.explanation), tuple(problems))


def _try(request: ChangeRequest, operations: Sequence[Operation]) -> OperationError | None:
    numbers = iter(range(len(operations) * 2 + 2))
    outcome = apply_patch(request.graph, operations, request.types, lambda: f"~planned-{next(numbers)}")
    return outcome.errors[0] if isinstance(outcome, Rejected) else None


def _apply(
    request: ChangeRequest, text: TokenizedText, clauses: Sequence[Clause], rejected: dict[int, Problem]
) -> _Pass:
    draft = Draft(request.graph, request.types)
    attempt = _Pass(draft, [])
    carried: Verb | None = None
    has_failed = False
    for index, clause in enumerate(clauses):
        draft.clause = index
        if index in rejected:
            attempt.problems.append((index, rejected[index]))
            has_failed = True
            continue
        before = draft.save()
        verb = _choose_verb(request, text, clause, carried, draft)
        try:
            unknown = _run(request, text, clause, verb, draft, has_failed=has_failed)
            attempt.problems += [(index, Problem(quote, texts.IGNORED_WORDS)) for quote in unknown]
            carried = verb
        except UnclearError as error:
            draft.restore(before)
            quote = error.quote or text.quote(clause.start, clause.end)
            attempt.problems.append((index, Problem(quote, error.reason)))
            has_failed = True
    return attempt


def _refers_back(text: TokenizedText, clause: Clause, verb: Verb | None) -> bool:
    """Return whether a clause means what an earlier clause did."""
    items = parse_items(text, clause, verb)
    mentions = [item for item in items if isinstance(item, Mention)]
    if any(mention.pointer or mention.is_recent for mention in mentions):
        return True
    return not mentions or (verb is Verb.CONNECT and len(mentions) < 2 and verb is not None and verb not in SETTING)


def _run(
    request: ChangeRequest, text: TokenizedText, clause: Clause, verb: Verb | None, draft: Draft, *, has_failed: bool
) -> list[str]:
    """Apply a clause and return its unknown parts. One that refers to a clause that failed fails, too."""
    if has_failed and _refers_back(text, clause, verb):
        raise UnclearError(texts.DEPENDS)
    is_blocked = clause.has(Marker.BLOCK) and not is_replacement(clause.tokens)
    if is_blocked and verb is Verb.CONNECT and not set(draft.created) & {one for link in draft.links for one in link}:
        return []  # "a blur and a sharpen, no connections": there are none
    if is_blocked or verb is None:
        raise UnclearError(texts.NO_REQUEST)
    items = parse_items(text, clause, verb)
    label = _LABELS.get(verb)

    def describe(name: Text) -> Text:
        return texts.fill(label, node=name) if label else name

    context = ClauseContext(text, clause, items, draft, Resolver(request, text, draft, describe))
    if clause.verb is None and verb is Verb.ADD:
        context.reject_unknown_words()  # "把颜色弄得鲜艳些" requests no node
    if verb in MODES:
        set_mode(context, verb)
    elif verb in SETTING and verb is not Verb.RESET:
        set_parameters(context, verb)
    else:
        _COMMANDS[verb](context)
    return [] if context.has_free_text else context.list_unknown()


def _choose_verb(
    request: ChangeRequest, text: TokenizedText, clause: Clause, carried: Verb | None, draft: Draft
) -> Verb | None:
    """Return the verb of a clause, else what its content requests, else that of the clause before."""
    verb = _find_change(text, clause, clause.verb)
    if verb is not clause.verb:
        return verb
    items = parse_items(text, clause, verb or Verb.SET)
    if verb is Verb.REPLACE and _replaces_value(text, clause, items):
        return Verb.SET
    if _names_parameter_only(items) and (verb is Verb.RENAME or (verb is Verb.ADD and _has_only_value(items, clause))):
        return Verb.SET
    if verb is Verb.SET and clause.has(Marker.DEFAULT) and not any(isinstance(item, Value) for item in items):
        return Verb.RESET
    is_chain = verb is Verb.CONNECT or (verb is Verb.ADD and clause.has(Marker.ARROW))
    if is_chain and _names_only_new(items, draft):
        return _add_chain(request, text, clause, draft)
    if verb is Verb.CONNECT and _names_one_new(request, text, items, draft):
        return Verb.ADD
    if verb is Verb.SET and _has_no_setting(items) and clause.has(*_IN_PLACE):
        return Verb.ADD
    if verb is not None:
        return verb
    return _infer_verb(request, text, clause, items, carried, draft)


def _infer_verb(
    request: ChangeRequest,
    text: TokenizedText,
    clause: Clause,
    items: list[Item],
    carried: Verb | None,
    draft: Draft,
) -> Verb | None:
    mentions = [item for item in items if isinstance(item, Mention)]
    has_value = any(isinstance(item, Value) for item in items)
    names = any(isinstance(item, Named) and item.names(Kind.PARAMETER) for item in items)
    if clause.has(Marker.ARROW) and len(mentions) > 1:
        return _add_chain(request, text, clause, draft)
    if carried is Verb.ADD and _names_only_new(items, draft):
        return Verb.ADD
    if clause.has(Marker.LINK, Marker.IN_ORDER):
        return Verb.CONNECT
    if clause.has(Marker.ONLY):
        return Verb.REMOVE
    if clause.has(Marker.TO) and not has_value and _joins_nodes(text, clause):
        return _add_chain(request, text, clause, draft)
    is_new = bool(mentions) and _names_new(request, text, items, draft)
    if is_new and (clause.has(*_IN_PLACE) or not draft.nodes):
        return Verb.ADD
    if has_value and (names or any(isinstance(item, Value) and (item.size or item.choices) for item in items)):
        return Verb.SET
    if not names and _names_one_new(request, text, items, draft) and len(mentions) > 1:
        return Verb.ADD  # "preview the decoded image"
    if has_value and clause.has(Marker.TO, Marker.COLON, Marker.PARAMETERS) and not mentions:
        return Verb.SET  # "the value is 12"
    if clause.has(Marker.COLON, Marker.TO) and (names or mentions) and (carried in SETTING or carried is None):
        return Verb.SET
    if carried is not None and (mentions or (carried in SETTING and names)):
        return carried
    if mentions and all(item.names(Kind.TYPE, Kind.TYPE_PART) for item in mentions) and _names_only_new(items, draft):
        return Verb.ADD
    return None


def _replaces_value(text: TokenizedText, clause: Clause, items: list[Item]) -> bool:
    """Return whether "change" is about a value, not about a node: "the seeds of both samplers are changed to 5"."""
    as_set = parse_items(text, clause, Verb.SET)
    if any(isinstance(item, Named) for item in as_set) and any(isinstance(item, Value) for item in as_set):
        return True
    names_value = any(isinstance(item, Value | Named) for item in items)
    return names_value and sum(isinstance(item, Mention) for item in items) < 2


def _find_change(text: TokenizedText, clause: Clause, verb: Verb | None) -> Verb | None:
    """Return the verb of a change by a number: "add 5 to the steps", "步数加 5", "drop the steps by 5"."""
    if verb not in (Verb.ADD, Verb.REMOVE):
        return verb
    items = [one for one in parse_items(text, clause, Verb.SET) if not isinstance(one, Token) or not one.is_unknown]
    names = [item for item in items if isinstance(item, Mention | Named)]
    at = next((index for index, item in enumerate(items) if isinstance(item, Token) and item.word is verb), None)
    following = items[at + 1] if at is not None and at + 1 < len(items) else None
    is_number = following is not None and any(
        token.number is not None and token.start == following.start for token in clause.tokens
    )
    if verb is Verb.ADD and is_number and names and (at != 0 or clause.has(Marker.TO)):
        return Verb.INCREASE
    has_number = any(isinstance(item, Value) and item.number is not None for item in items)
    names_parameter = any(isinstance(item, Named) for item in names)
    return Verb.DECREASE if verb is Verb.REMOVE and clause.has(Marker.BY) and has_number and names_parameter else verb


def _joins_nodes(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause is "sampler into decoder"."""
    items = parse_items(text, clause, Verb.CONNECT)
    names = [isinstance(item, Mention) and bool(item.senses) for item in items]
    to = next((index for index, item in enumerate(items) if isinstance(item, Token) and item.word is Marker.TO), 0)
    return any(names[:to]) and any(names[to:])


def _names_one_new(request: ChangeRequest, text: TokenizedText, items: list[Item], draft: Draft) -> bool:
    """Return whether exactly one of the names is no node of the graph, but a type, and another is a node, or "it"."""
    mentions = [item for item in items if isinstance(item, Mention) and (item.senses or item.pointer is Marker.IT)]
    resolver = Resolver(request, text, draft, lambda name: name)
    new = [item for item in mentions if item.senses and not resolver.list_candidates(item)]
    return len(new) == 1 and len(mentions) > 1 and bool(new[0].names(Kind.TYPE, Kind.TYPE_PART))


def _names_new(request: ChangeRequest, text: TokenizedText, items: list[Item], draft: Draft) -> bool:
    """Return whether one of the names is no node of the graph."""
    resolver = Resolver(request, text, draft, lambda name: name)
    mentions = [item for item in items if isinstance(item, Mention) and item.senses]
    return any(not resolver.list_candidates(item) for item in mentions)


def _names_parameter_only(items: list[Item]) -> bool:
    """Return whether a parameter is named and no node: "name the file kitten"."""
    named = any(isinstance(item, Named) and item.names(Kind.PARAMETER) for item in items)
    return named and not any(isinstance(item, Mention) for item in items)


def _has_only_value(items: list[Item], clause: Clause) -> bool:
    """Return whether the clause has a value to set, as "I'd like cfg 8" has, unlike "add 5 to the steps"."""
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
    """Add the nodes of "A -> B -> C" that the graph does not have, before they are connected."""
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
            titles = draft.types[full_name]
            draft.explanation.append(
                texts.fill(texts.ADDED, node=Text(titles.titles.zh or node_id, titles.titles.en or node_id))
            )
    return Verb.CONNECT
