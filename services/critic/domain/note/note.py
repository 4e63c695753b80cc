"""A note as it comes before the critic: what was asked for and what the agents made of it, all of it data."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Brief:
    """What the note was to be. A *picture_count* of 0 says nothing."""

    topic: str
    audience: str = ""
    goal: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    content_type: str = ""
    picture_count: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """A note or page that evidence comes from; *place* is its key or address."""

    title: str
    excerpt: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was known that bears on the brief."""

    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    example_titles: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found: then there is nothing to judge."""
        return not (self.sources or self.tags or self.example_titles)


@dataclass(frozen=True, slots=True)
class Reference:
    """What a reference picture shows; sizes in pixels, brightness 0..1."""

    palette: tuple[str, ...] = ()
    brightness: float = 0.0
    width: int = 0
    height: int = 0
    aspect: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """The text of the note: paragraphs parted by an empty line, tags without '#'."""

    title: str
    body: str
    tags: tuple[str, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the body, counted from 0 as layout and bindings count them."""
        return tuple(part.strip() for part in self.body.split("\n\n") if part.strip())

    @property
    def whole(self) -> str:
        """Title, body and tags as one text."""
        return "\n".join((self.title, self.body, " ".join(self.tags)))


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; *role* is "cover", "opening", "section" or "closing"."""

    role: str
    heading: str = ""
    paragraphs: tuple[int, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How the page is built, from top to bottom."""

    cover_title: str = ""
    cover_subtitle: str = ""
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A picture as it was planned; sizes in pixels."""

    plan_id: str
    prompt: str
    subject: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Binding:
    """The paragraph, counted from 0, that a picture stands with."""

    paragraph: int
    plan_id: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """A text that was to stand on a picture."""

    plan_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a text came to stand on a picture; *contrast* by WCAG 2.2, 0 where it was not measured."""

    cut: bool = False
    left_out: str = ""
    contrast: float = 0.0


@dataclass(frozen=True, slots=True)
class Made:
    """A picture that was made; *plain_id* is the same without texts."""

    plan_id: str
    asset_id: str
    plain_id: str
    drawn: tuple[Drawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Everything the critic judges, but the pixels; *text* is what the person wrote."""

    text: str
    brief: Brief
    content: Content
    layout: Layout
    evidence: Evidence = field(default_factory=Evidence)
    references: tuple[Reference, ...] = ()
    plans: tuple[Plan, ...] = ()
    bindings: tuple[Binding, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    made: tuple[Made, ...] = ()

    @property
    def plans_by_id(self) -> Mapping[str, Plan]:
        """The plans by their ids."""
        return {plan.plan_id: plan for plan in self.plans}

    @property
    def made_by_plan(self) -> Mapping[str, Made]:
        """The pictures by the plan they were made from; of one that was never planned nothing is known."""
        planned = self.plans_by_id
        return {made.plan_id: made for made in self.made if made.plan_id in planned}
