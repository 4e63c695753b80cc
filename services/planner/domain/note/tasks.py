"""What the planner is asked about a note."""

from dataclasses import dataclass

from services.common.language import Language
from services.planner.domain.intent import Message
from services.planner.domain.note.values import Brief, Clarified, ImagePlans, Layout, NoteText, Reference


@dataclass(frozen=True, slots=True)
class BriefTask:
    """Compile a brief from what a person wrote. `picture_count` is 0 when they did not say it apart from the text."""

    text: str
    language: Language = Language.CHINESE
    layout_preference: str = ""
    reference_count: int = 0
    picture_count: int = 0
    messages: tuple[Message, ...] = ()
    clarified: tuple[Clarified, ...] = ()
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class LayoutTask:
    """Plan the page of a note."""

    brief: Brief
    note: NoteText
    language: Language = Language.CHINESE
    layout_preference: str = ""
    references: tuple[Reference, ...] = ()
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class ImagesTask:
    """Plan the pictures of a note."""

    brief: Brief
    note: NoteText
    layout: Layout
    language: Language = Language.CHINESE
    references: tuple[Reference, ...] = ()
    feedback: str = ""
    clarified: tuple[Clarified, ...] = ()


@dataclass(frozen=True, slots=True)
class RouteTask:
    """Advise who should work next: *finished* has ended, *following* would come, *candidates* have worked before."""

    text: str
    finished: str
    following: str
    candidates: tuple[str, ...] = ()
    language: Language = Language.CHINESE
    brief: Brief | None = None
    note: NoteText | None = None
    layout: Layout | None = None
    plans: ImagePlans | None = None
    clarified: tuple[Clarified, ...] = ()
