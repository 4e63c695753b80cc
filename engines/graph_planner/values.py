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
        text: what the user wrote.
        language: of questions and explanations.
        graph: the graph.
        types: the node types that matter, by full name: those of the graph and those found for the text.
        selected: ids of the nodes selected on the canvas: "this node".
        recent: ids of the nodes of the last change: "the one you just added", "it".
        answers: the id of the choice for each question that was answered, by the key of the question.

    """

    text: str
    language: Language
    graph: Graph
    types: NodeTypes
    selected: Sequence[str] = ()
    recent: Sequence[str] = ()
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of the text that is not done: the part as the user wrote it, and why."""

    quote: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Plan:
    """Operations that do what was understood.

    Attributes:
        operations: a JSON Patch for `apply_patch`.
        explanation: what it changes, one line a change.
        problems: parts of the text that the operations leave out; each is independent of what they do.

    """

    operations: tuple[Operation, ...]
    explanation: tuple[Text, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a question, and what it would do."""

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
    """Nothing can be done. At least one problem."""

    problems: tuple[Problem, ...]


Outcome: TypeAlias = Plan | Question | NotUnderstood


class UnclearError(Exception):
    """A clause cannot be done: *reason* is the cause. `quote` is the part at fault; empty for the whole clause."""

    def __init__(self, reason: Text, quote: str = "") -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.quote = quote


class AmbiguousError(Exception):
    """A clause fits more than one change."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.text.en)
        self.question = question
