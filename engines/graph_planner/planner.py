"""Plans a change of a graph from a text, with rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Operation, OperationError, Rejected
from engines.graph_planner import texts
from engines.graph_planner.alternatives import choose_alternative, confirm_request
from engines.graph_planner.asides import Aside, is_broken, is_unmet, note_aside, read_aside
from engines.graph_planner.commands.chains import chain_nodes
from engines.graph_planner.commands.context import MODES, ClauseContext
from engines.graph_planner.commands.continuations import find_joint, is_next_step
from engines.graph_planner.commands.data import read_data
from engines.graph_planner.commands.disconnections import disconnect_nodes
from engines.graph_planner.commands.file_names import names_file
from engines.graph_planner.commands.links import connect_nodes
from engines.graph_planner.commands.moves import move_nodes
from engines.graph_planner.commands.nodes import duplicate_nodes, keep_nodes, rename_node, set_mode
from engines.graph_planner.commands.owners import list_named
from engines.graph_planner.commands.parameters import clear_texts, reset_parameters, set_parameters, swap_values
from engines.graph_planner.commands.replacements import replace_nodes
from engines.graph_planner.commands.rewires import rewire_inputs
from engines.graph_planner.commands.structure import add_nodes, remove_nodes
from engines.graph_planner.doubts import (
    branches,
    reject_doubtful,
    reject_exception,
    reject_left_out,
    reject_new_title,
    states_condition,
    takes_back,
)
from engines.graph_planner.draft import Draft
from engines.graph_planner.gaps import close_gaps
from engines.graph_planner.grammar.clause_verbs import is_replacement
from engines.graph_planner.grammar.clauses import SETTING, Clause, split_clauses
from engines.graph_planner.grammar.items import Mention, Named
from engines.graph_planner.grammar.names import Kind, Vocabulary
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.tokens import TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.omissions import note_names, reject_omission, reject_overwriting
from engines.graph_planner.readings.descriptors import read_descriptions
from engines.graph_planner.readings.distribution import distribute
from engines.graph_planner.readings.operations import read_operation
from engines.graph_planner.readings.repeats import write_out
from engines.graph_planner.readings.roles import read_object, read_role
from engines.graph_planner.readings.sequences import join_steps
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.undo_requests import requests_undo
from engines.graph_planner.unnamed_values import explain_unnamed
from engines.graph_planner.unread_words import reject_unread
from engines.graph_planner.values import (
    AmbiguousError,
    ChangeRequest,
    NotUnderstood,
    Outcome,
    Plan,
    Problem,
    UnclearError,
)
from engines.graph_planner.verbs import choose_verb
from services.common.text.language import Text

MAX_CLAUSES = 100
"""Clauses of one text; the rest is reported as not understood."""
_MAX_REPEATS = 4
"""How often a text may ask for the same again."""
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
    Verb.MOVE: move_nodes,
    Verb.SWAP: swap_values,
    Verb.KEEP: keep_nodes,
    Verb.REWIRE: rewire_inputs,
    Verb.CHAIN: chain_nodes,
}
_MAKES = (Verb.ADD, Verb.REPLACE, Verb.DUPLICATE, Verb.CHAIN)
"""Verbs of a clause that the next may depend on: what it adds."""
_PARSED_AS = {Verb.SWAP: Verb.SET, Verb.REWIRE: Verb.CONNECT, Verb.CHAIN: Verb.ADD}
_NODES_ONLY = (Verb.REMOVE, Verb.CLEAR, Verb.RENAME, Verb.DUPLICATE, Verb.KEEP, *MODES)
"""Verbs that no slot is about: "the negative" is the node that feeds it."""
_LABELS = {Verb.REMOVE: texts.REMOVED, Verb.DUPLICATE: texts.DUPLICATED} | {
    verb: texts.MODES[mode.value] for verb, mode in MODES.items()
}


@dataclass(slots=True)
class _Pass:
    """One attempt to apply all clauses except those of *skipped*."""

    draft: Draft
    problems: list[tuple[int, Problem]]
    asides: list[tuple[int, Aside]]


def plan_change(request: ChangeRequest) -> Outcome:
    """Return the change of *request*, a question if several changes fit, or the parts that were not understood.

    Pure. A clause that cannot be applied is omitted and reported; so is every clause that refers to it. The operations
    have been applied to the graph once, so that the patch tools accept them. The graph has the nodes of all its edges.
    """
    vocabulary = Vocabulary(request.graph, request.types)
    text = TokenizedText(request.text, vocabulary)
    clauses = split_clauses(text)
    for _ in range(_MAX_REPEATS):
        written = write_out(text, clauses) or distribute(text)
        if written is None:
            break
        text = TokenizedText(written, vocabulary)
        clauses = split_clauses(text)
    if any(states_condition(text, clause) for clause in clauses):
        return NotUnderstood((Problem(request.text.strip(), texts.NO_CONDITIONS),))
    if any(branches(text, clause) for clause in clauses):
        return NotUnderstood((Problem(request.text.strip(), texts.NO_BRANCHES),))
    if any(takes_back(text, clause) for clause in clauses[1:]):
        return NotUnderstood((Problem(request.text.strip(), texts.TAKEN_BACK),))
    clauses = join_steps(text, clauses, Draft(request.graph, request.types))
    rejected: dict[int, Problem] = {}
    try:
        while True:
            attempt = _apply(request, text, clauses[:MAX_CLAUSES], rejected)
            close_gaps(attempt.draft)
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
    if any(is_broken(aside, attempt.draft, request.graph) for _, aside in attempt.asides):
        return NotUnderstood((Problem(request.text.strip(), texts.TAKEN_BACK),))
    attempt.problems += [
        (index, aside.problem)
        for index, aside in attempt.asides
        if operations and is_unmet(aside, attempt.draft, request.graph)
    ]
    if not operations:
        attempt.problems += [(index, aside.problem) for index, aside in attempt.asides]
    problems = [explain_unnamed(one, request.graph) for _, one in sorted(attempt.problems, key=lambda one: one[0])]
    if len(clauses) > MAX_CLAUSES:
        rest = text.quote(clauses[MAX_CLAUSES].start, clauses[-1].end)
        problems.append(Problem(rest, texts.NO_REQUEST))
    is_request = any(not clause.has(Marker.TOO) for clause in clauses)
    if not operations:
        return NotUnderstood(
            tuple(problems) or (Problem(request.text.strip(), texts.NO_CHANGE if is_request else texts.NO_REQUEST),)
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
    attempt = _Pass(draft, [], [])
    carried: Verb | None = None
    failed: list[tuple[Clause, Verb | None]] = []
    for index, clause in enumerate(clauses):
        draft.clause = index
        if index in rejected:
            attempt.problems.append((index, rejected[index]))
            failed.append((clause, clause.verb))
            continue
        if clause.verb is not None:
            draft.stated.clear()  # a request of its own may change what the text stated before
        before = draft.save()
        following = clauses[index + 1] if index + 1 < len(clauses) else None
        clause = read_operation(text, clause, request.types, {node.type for node in draft.nodes.values()})
        clause = read_object(text, read_role(text, read_descriptions(text, clause, draft)))
        verb: Verb | None = clause.verb
        if aside := read_aside(request, text, clause, draft, following):
            note_aside(aside, draft)
            attempt.asides.append((index, aside))
            continue
        try:
            clause = choose_alternative(text, clause, Resolver(request, text, draft, lambda name: name))
            verb = choose_verb(request, text, clause, carried, draft, following)
            reject_exception(clause, verb, (*clauses[max(0, index - 1) : index], *clauses[index + 1 : index + 2]))
            unknown = _run(request, text, clause, verb, draft, failed)
            attempt.problems += [(index, Problem(quote, texts.IGNORED_WORDS)) for quote in unknown]
            carried = verb
        except UnclearError as error:
            draft.restore(before)
            quote = error.quote or text.quote(clause.start, clause.end)
            attempt.problems.append((index, Problem(quote, error.reason)))
            failed.append((clause, verb))
    return attempt


def _refers_back(text: TokenizedText, clause: Clause, verb: Verb | None) -> bool:
    """Return whether a clause refers to the result of an earlier clause."""
    items = parse_items(text, clause, verb)
    mentions = [item for item in items if isinstance(item, Mention)]
    if any(mention.pointer or mention.is_recent for mention in mentions):
        return True
    return not mentions or (verb is Verb.CONNECT and len(mentions) < 2 and verb is not None and verb not in SETTING)


def _follows(text: TokenizedText, clause: Clause, failed: Clause) -> bool:
    """Return whether a clause is the next step after a failed one: "…, finally save"."""
    return is_next_step(text, clause) and not text.plain[failed.end : find_joint(text, clause)].strip()


def _is_apart(text: TokenizedText, clause: Clause, draft: Draft, failed: Sequence[tuple[Clause, Verb | None]]) -> bool:
    """Return whether a clause sets a parameter that only one node has, and no failed clause would have added one."""
    if clause.verb not in SETTING or any(verb in _MAKES or _names_type(one) for one, verb in failed):
        return False
    items = parse_items(text, clause, clause.verb)
    names = [item for item in items if isinstance(item, Named) and item.names(Kind.PARAMETER)]
    if not names or any(isinstance(item, Mention) for item in items):
        return False
    types = [found for node_id in draft.nodes if (found := draft.find_type(node_id))]
    return all(sum(bool(list_named(one, named)) for one in types) == 1 for named in names)


def _names_type(clause: Clause) -> bool:
    return clause.verb is None and any(sense.kind is Kind.TYPE for token in clause.tokens for sense in token.senses)


def _run(
    request: ChangeRequest,
    text: TokenizedText,
    clause: Clause,
    verb: Verb | None,
    draft: Draft,
    failed: Sequence[tuple[Clause, Verb | None]],
) -> list[str]:
    """Apply a clause and return its unknown parts. A clause that refers to a failed one fails, too."""
    if failed and _refers_back(text, clause, verb) and not _is_apart(text, clause, draft, failed):
        raise UnclearError(texts.DEPENDS)
    if failed and _follows(text, clause, failed[-1][0]):
        raise UnclearError(texts.DEPENDS)
    is_blocked = clause.has(Marker.BLOCK) and not is_replacement(clause.tokens)
    linked = {one for link in draft.links for one in link}
    if is_blocked and verb is Verb.CONNECT and not clause.has(Marker.ARROW) and not set(draft.created) & linked:
        return []  # "a blur and a sharpen, no connections": there are none
    if is_blocked and requests_undo(text, clause):
        raise UnclearError(texts.fill(texts.UNDO, graph=request.graph_id or "ID"))
    if is_blocked or verb is None:
        raise UnclearError(texts.NO_REQUEST)
    reject_doubtful(text, clause, verb)
    reject_new_title(text, clause, draft, request.graph)
    confirm_request(text, clause, Resolver(request, text, draft, lambda name: name))
    items = parse_items(text, clause, _PARSED_AS.get(verb, verb))
    label = _LABELS.get(verb)

    def describe(name: Text) -> Text:
        return texts.fill(label, node=name) if label else name

    context = ClauseContext(text, clause, items, draft, Resolver(request, text, draft, describe))
    if clause.verb is None and verb is Verb.ADD and not names_file(context):
        context.reject_unknown_words()  # "把颜色弄得鲜艳些" requests no node
    if verb in _NODES_ONLY:
        context.read_fed_slots()
    noted = note_names(context)
    if verb in (Verb.CONNECT, Verb.DISCONNECT):
        read_data(context)
    if verb in MODES:
        set_mode(context, verb)
    elif verb in SETTING and verb is not Verb.RESET:
        set_parameters(context, verb)
    else:
        _COMMANDS[verb](context)
    if verb in (Verb.CONNECT, Verb.MOVE):
        reject_overwriting(draft, noted)
    reject_omission(context, verb, noted)
    reject_unread(context, verb)
    unknown = context.list_unknown()
    reject_left_out(text, clause, verb, unknown)
    return unknown
