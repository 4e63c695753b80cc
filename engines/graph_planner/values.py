"""Input and outcome of the planner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engines.graph.graph import Graph
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.patch.values import Operation
from services.common.text.language import Language, Text


@dataclass(frozen=True, slots=True)
class ChangeRequest:
    """A request to change a graph.

    Attributes:
        text: the user's text.
        language: language of questions and explanations.
        graph: the graph.
        types: the relevant node types by full name: those of the graph and those found for the text.
        selected: ids of the nodes selected on the canvas: "this node".
        recent: ids of the nodes of the last change, for "the one you just added" and "it".
        answers: the id of the choice for each answered question, by the key of the question.
        graph_id: the id of the stored graph, for the command that undoes a change; "" for none.

    """

    text: str
    language: Language
    graph: Graph
    types: NodeTypes
    selected: Sequence[str] = ()
    recent: Sequence[str] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    graph_id: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of the text that is not applied: the user's words, and the reason."""

    quote: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Plan:
    """Operations for the understood parts of a text.

    Attributes:
        operations: a JSON Patch for `apply_patch`.
        explanation: one line per change.
        problems: parts of the text that the operations omit; each is independent of the applied ones.

    """

    operations: tuple[Operation, ...]
    explanation: tuple[Text, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a question, and its effect."""

    id: str
    label: Text


@dataclass(frozen=True, slots=True)
class Question:
    """More than one change fits the text. The answer to *key* is the id of one of the choices."""

    key: str
    text: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No part of the text can be applied. At least one problem."""

    problems: tuple[Problem, ...]


Outcome: TypeAlias = Plan | Question | NotUnderstood


class UnclearError(Exception):
    """A clause cannot be applied because of *reason*. `quote` is the invalid part; empty for the whole clause."""

    def __init__(self, reason: Text, quote: str = "") -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.quote = quote


class AmbiguousError(Exception):
    """A clause fits more than one change."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.text.en)
        self.question = question
