"""The state of the note workflow."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.note import (
    USER_ENGINE,
    Advice,
    Brief,
    Clarification,
    ClarificationAnswer,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    ReferenceAnalyses,
    TemplateSet,
)
from services.common.contract.prompts import PromptSet, PromptVersion
from services.common.contract.questions import Question
from services.common.contract.session import ChatMessage
from services.common.errors import CATALOG, Code, Level
from services.common.errors.retry_advice import add_advice
from services.common.text.language import Language
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.agents import PROMPT_NAMES, NoteAgent, affected_agents
from services.orchestrator.domain.remote_models import BUILTIN

# Below this clarity, the agents ask the user before they continue.
MIN_CLARITY = 0.5
# Result of an agent.
AgentResult = Brief | EvidencePack | ReferenceAnalyses | NoteContent | LayoutSpec | ImagePlanSet | Verdict


@dataclass(frozen=True, slots=True)
class ReviewedNote:
    """A complete note with its verdict."""

    content: NoteContent
    layout: LayoutSpec
    plans: ImagePlanSet
    images: Mapping[str, NoteImage]
    failed_images: Mapping[str, Failure]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class NoteState:
    """Everything that routing needs.

    `results` are by agent; an agent whose result is dropped works again, in its next round. `images` and
    `failed_images` are by plan. `iteration` counts the returns by review and by advice. `prompts` and `templates` are
    what the tools of the supervisor returned; a run of a version without these tools has neither.
    """

    input: NoteInput
    language: Language
    seed: int
    messages: tuple[ChatMessage, ...] = ()
    results: Mapping[NoteAgent, AgentResult] = field(default_factory=dict)
    rounds: Mapping[NoteAgent, int] = field(default_factory=dict)
    images: Mapping[str, NoteImage] = field(default_factory=dict)
    failed_images: Mapping[str, Failure] = field(default_factory=dict)
    batch_started: bool = False
    batch_finished: bool = False
    feedback: Mapping[NoteAgent, str] = field(default_factory=dict)
    previous_content: NoteContent | None = None
    previous_plans: ImagePlanSet | None = None
    rejected: frozenset[NoteAgent] = frozenset()
    pending: Question | None = None
    question_keys: frozenset[str] = frozenset()
    clarification_answers: tuple[ClarificationAnswer, ...] = ()
    approved: frozenset[NoteAgent] = frozenset()
    rejections: int = 0
    degraded: frozenset[NoteAgent] = frozenset()
    advice: Advice | None = None
    advised_steps: frozenset[str] = frozenset()
    supervisor_clarification: Clarification | None = None
    announced_routes: frozenset[str] = frozenset()
    iteration: int = 0
    best: ReviewedNote | None = None
    last_error: Failure | None = None
    warning: Failure | None = None
    failure: Failure | None = None
    stopped: bool = False
    delivered: bool = False
    evidence_losses: int = 0
    is_evidence_missing: bool = False
    prompts: PromptSet | None = None
    templates: TemplateSet | None = None

    @property
    def brief(self) -> Brief | None:
        """The brief."""
        result = self.results.get(NoteAgent.BRIEF)
        return result if isinstance(result, Brief) else None

    @property
    def evidence(self) -> EvidencePack | None:
        """The evidence."""
        result = self.results.get(NoteAgent.EVIDENCE)
        return result if isinstance(result, EvidencePack) else None

    @property
    def references(self) -> ReferenceAnalyses | None:
        """The analyses of the reference images."""
        result = self.results.get(NoteAgent.REFERENCES)
        return result if isinstance(result, ReferenceAnalyses) else None

    @property
    def content(self) -> NoteContent | None:
        """The text."""
        result = self.results.get(NoteAgent.WRITER)
        return result if isinstance(result, NoteContent) else None

    @property
    def layout(self) -> LayoutSpec | None:
        """The layout."""
        result = self.results.get(NoteAgent.LAYOUT)
        return result if isinstance(result, LayoutSpec) else None

    @property
    def plans(self) -> ImagePlanSet | None:
        """The image plans."""
        result = self.results.get(NoteAgent.IMAGE_PLANNER)
        return result if isinstance(result, ImagePlanSet) else None

    @property
    def verdict(self) -> Verdict | None:
        """The last verdict."""
        result = self.results.get(NoteAgent.REVIEW)
        return result if isinstance(result, Verdict) else None

    @property
    def has_severe_error(self) -> bool:
        """Whether the last error is so severe that advice is ignored."""
        return self.last_error is not None and is_severe(self.last_error)

    @property
    def images_resolved(self) -> bool:
        """Whether every planned image was generated or has failed."""
        return self.plans is not None and all(
            plan.plan_id in self.images or plan.plan_id in self.failed_images for plan in self.plans.plans
        )

    def max_returns(self, default: int) -> int:
        """Return the maximum number of returns: as requested, or *default*."""
        return default if self.input.max_iterations is None else self.input.max_iterations

    def find_prompt(self, agent: NoteAgent) -> PromptVersion | None:
        """Return the prompt that an operator saved for *agent*, None for its built-in one."""
        name = PROMPT_NAMES.get(agent)
        return self.prompts.find(name) if self.prompts is not None and name is not None else None

    def round_number(self, agent: NoteAgent) -> int:
        """Return the current round of *agent*, from 1."""
        return self.rounds.get(agent, 0) + 1

    def is_complete(self, agent: NoteAgent) -> bool:
        """Return whether *agent* is done. The text and the image plans also need their approval, if requested."""
        match agent:
            case NoteAgent.REFERENCES:
                return not self.input.reference_asset_ids or agent in self.results
            case NoteAgent.WRITER | NoteAgent.IMAGE_PLANNER:
                return agent in self.results and (agent in self.approved or not self.requires_approval(agent))
            case NoteAgent.IMAGES:
                return self.images_resolved and self.batch_finished
            case _:
                return agent in self.results

    def would_drop_user_text(self, agent: NoteAgent) -> bool:
        """Return whether another round of *agent* would drop a text of the user, or the changes that one requested.

        A built-in engine writes again without the comments of earlier rounds, so what the user had it change is lost.
        """
        return any(self._has_user_text(affected) for affected in affected_agents(agent))

    def _has_user_text(self, agent: NoteAgent) -> bool:
        engine = getattr(self.results.get(agent), "engine", "")
        return engine == USER_ENGINE or (engine == BUILTIN and agent in self.rejected)

    def requires_approval(self, agent: NoteAgent) -> bool:
        """Return whether the user approves the result of *agent*."""
        if agent is NoteAgent.WRITER:
            return not self.input.skip_content_approval
        return agent is NoteAgent.IMAGE_PLANNER and not self.input.skip_image_plans_approval


def is_severe(failure: Failure) -> bool:
    """Return whether *failure* is of the level error or critical."""
    return CATALOG[failure.code].level in (Level.ERROR, Level.CRITICAL)


def route_key(state: NoteState, agent: NoteAgent) -> str:
    """Return the key of the current round of *agent*, for which the route is announced once."""
    return f"{agent}-{state.round_number(agent)}"


def order_images(plans: ImagePlanSet, images: Mapping[str, NoteImage]) -> tuple[NoteImage, ...]:
    """Return *images*, by plan, in the order of *plans*: they are generated concurrently."""
    return tuple(images[plan.plan_id] for plan in plans.plans if plan.plan_id in images)


def all_images_failed(state: NoteState) -> Failure | None:
    """Return the failure of a note whose images have all failed, None while one exists or is pending."""
    if not state.images_resolved or state.images or not state.failed_images:
        return None
    first = next(iter(state.failed_images.values()))
    message = add_advice(texts.NO_IMAGES.pick(state.language), first.retry_after, state.language)
    return replace(first, code=Code.EXECUTION_FAILED, message=message)
