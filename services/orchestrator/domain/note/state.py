"""The state of a note and its fold."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.common.errors import CATALOGUE, Code, Level
from services.common.language import Language
from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.agents import NoteAgent, redone_with
from services.orchestrator.domain.note.approving import PERSON
from services.orchestrator.domain.note.values import (
    Advice,
    Brief,
    Clarification,
    Clarified,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    ReferenceAnalyses,
)
from services.orchestrator.domain.questions import Question
from services.orchestrator.domain.values import ChatMessage, Failure, Verdict

# Below this a wish is not clear enough to go on with without asking.
CLEAR_ENOUGH = 0.5
# What an agent makes, under its name.
Product = Brief | EvidencePack | ReferenceAnalyses | NoteContent | LayoutSpec | ImagePlanSet | Verdict


@dataclass(frozen=True, slots=True)
class Delivery:
    """A whole note with its judgement: what the person gets."""

    content: NoteContent
    layout: LayoutSpec
    plans: ImagePlanSet
    images: Mapping[str, NoteImage]
    lost: Mapping[str, Failure]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class NoteState:
    """Everything the next decision needs.

    `made` are the products by agent; an agent whose product is dropped works again, under the next of its `rounds`.
    `images` and `lost` are by plan. `iteration` counts the returns by review and by advice.
    """

    asked: NoteInput
    language: Language
    seed: int
    messages: tuple[ChatMessage, ...] = ()
    made: Mapping[NoteAgent, Product] = field(default_factory=dict)
    rounds: Mapping[NoteAgent, int] = field(default_factory=dict)
    images: Mapping[str, NoteImage] = field(default_factory=dict)
    lost: Mapping[str, Failure] = field(default_factory=dict)
    batch_told: bool = False
    batch_over: bool = False
    feedback: Mapping[NoteAgent, str] = field(default_factory=dict)
    before: NoteContent | None = None
    pending: Question | None = None
    asked_keys: frozenset[str] = frozenset()
    clarified: tuple[Clarified, ...] = ()
    approved: frozenset[NoteAgent] = frozenset()
    rejections: int = 0
    degraded: frozenset[NoteAgent] = frozenset()
    advice: Advice | None = None
    advised: frozenset[str] = frozenset()
    unclear: Clarification | None = None
    announced: frozenset[str] = frozenset()
    iteration: int = 0
    best: Delivery | None = None
    last_error: Failure | None = None
    warning: Failure | None = None
    failure: Failure | None = None
    stopped: bool = False
    delivered: bool = False

    @property
    def brief(self) -> Brief | None:
        """What the note is to be."""
        product = self.made.get(NoteAgent.BRIEF)
        return product if isinstance(product, Brief) else None

    @property
    def evidence(self) -> EvidencePack | None:
        """What is known."""
        product = self.made.get(NoteAgent.EVIDENCE)
        return product if isinstance(product, EvidencePack) else None

    @property
    def references(self) -> ReferenceAnalyses | None:
        """What the reference pictures show."""
        product = self.made.get(NoteAgent.REFERENCES)
        return product if isinstance(product, ReferenceAnalyses) else None

    @property
    def content(self) -> NoteContent | None:
        """The text."""
        product = self.made.get(NoteAgent.WRITER)
        return product if isinstance(product, NoteContent) else None

    @property
    def layout(self) -> LayoutSpec | None:
        """The page."""
        product = self.made.get(NoteAgent.LAYOUT)
        return product if isinstance(product, LayoutSpec) else None

    @property
    def plans(self) -> ImagePlanSet | None:
        """The pictures, planned."""
        product = self.made.get(NoteAgent.IMAGE_PLANNER)
        return product if isinstance(product, ImagePlanSet) else None

    @property
    def verdict(self) -> Verdict | None:
        """The last judgement."""
        product = self.made.get(NoteAgent.REVIEW)
        return product if isinstance(product, Verdict) else None

    @property
    def severe(self) -> bool:
        """Whether the last thing that failed was so bad that no model's advice is taken."""
        return self.last_error is not None and CATALOGUE[self.last_error.code].level in (Level.ERROR, Level.CRITICAL)

    @property
    def images_settled(self) -> bool:
        """Whether every planned picture is made or was given up."""
        return self.plans is not None and all(
            plan.plan_id in self.images or plan.plan_id in self.lost for plan in self.plans.plans
        )

    def round_of(self, agent: NoteAgent) -> int:
        """Return the how-manieth work of *agent* is done or due, from 1."""
        return self.rounds.get(agent, 0) + 1

    def complete(self, agent: NoteAgent) -> bool:
        """Return the done mark of *agent*; the text and the plans are done once they are approved."""
        match agent:
            case NoteAgent.REFERENCES:
                return not self.asked.reference_asset_ids or agent in self.made
            case NoteAgent.WRITER | NoteAgent.IMAGE_PLANNER:
                return agent in self.made and (agent in self.approved or not self.wants_approval(agent))
            case NoteAgent.IMAGES:
                return self.images_settled and self.batch_over
            case _:
                return agent in self.made

    def costs_own_words(self, agent: NoteAgent) -> bool:
        """Whether to have *agent* work again would drop what the person wrote themselves."""
        return any(getattr(self.made.get(one), "engine", "") == PERSON for one in redone_with(agent))

    def wants_approval(self, agent: NoteAgent) -> bool:
        """Whether a person is to be asked about the product of *agent*."""
        if agent is NoteAgent.WRITER:
            return not self.asked.skip_content_approval
        return agent is NoteAgent.IMAGE_PLANNER and not self.asked.skip_image_plans_approval


def announcement(state: NoteState, agent: NoteAgent) -> str:
    """Return what names the present work of *agent*: its next step, whoever else has worked."""
    return f"{agent}-{state.round_of(agent)}"


def in_order(plans: ImagePlanSet, images: Mapping[str, NoteImage]) -> tuple[NoteImage, ...]:
    """Return *images*, by plan, in the order of *plans*: they are made side by side, in any order."""
    return tuple(images[plan.plan_id] for plan in plans.plans if plan.plan_id in images)


def lost_all(state: NoteState) -> Failure | None:
    """Return why there is no picture at all, None where there is one or some are still to come."""
    if not state.images_settled or state.images or not state.lost:
        return None
    first = next(iter(state.lost.values()))
    return replace(first, code=Code.EXECUTION_FAILED, message=wording.NO_PICTURES.pick(state.language))
