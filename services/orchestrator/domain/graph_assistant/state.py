"""The state of the graph assistant."""

from dataclasses import dataclass

from services.common.contract.failure import Failure
from services.common.contract.graphs.graph import (
    AppliedPatch,
    GraphAssistantInput,
    GraphLayout,
    GraphRevision,
    GraphSnapshot,
    NodeSlice,
    OperationError,
    PatchAnswer,
    PatchPlan,
)
from services.common.contract.image_chat import Verdict
from services.common.contract.prompts import PromptName, PromptSet, PromptVersion
from services.common.contract.session import ChatMessage
from services.common.text.language import Language


@dataclass(frozen=True, slots=True)
class GraphAssistantState:
    """Everything that routing needs. `plan_number` starts at 1 and increases with each further plan.

    `returns` counts those further plans that a rejection caused; the others follow an answer or a failure. `rejected`
    states that the last plan was rejected and the return to the planner is not recorded yet.
    """

    input: GraphAssistantInput
    language: Language
    messages: tuple[ChatMessage, ...] = ()
    prompts: PromptSet | None = None
    nodes: NodeSlice | None = None
    plan: PatchPlan | None = None
    plan_number: int = 1
    applied: AppliedPatch | None = None
    verdict: Verdict | None = None
    layout: GraphLayout | None = None
    revision: GraphRevision | None = None
    returns: int = 0
    rejected_operations: bytes = b""
    errors: tuple[OperationError, ...] = ()
    feedback: str = ""
    answers: tuple[PatchAnswer, ...] = ()
    question_count: int = 0
    declined: bool = False
    planner_failed: bool = False
    delivered: bool = False
    warning: Failure | None = None
    failure: Failure | None = None
    stopped: bool = False

    @property
    def graph(self) -> GraphSnapshot:
        """The graph that the user sees, by reference."""
        return GraphSnapshot(self.input.graph_id, self.input.revision)

    def find_prompt(self, name: PromptName) -> PromptVersion | None:
        """Return the prompt that an operator saved under *name*, None for the built-in one."""
        return self.prompts.find(name) if self.prompts is not None else None
