"""The JSON bodies of the note doors."""

from typing import Any, Literal

from pydantic import Field

from services.gateway.bodies import LARGEST_SEED, LONGEST_FEEDBACK, LONGEST_NAME, MOST_CHOSEN, Body, SessionId

MOST_REFERENCES = 9
MOST_PICTURES = 9
LONGEST_PREFERENCE = 1_000
# A year, as in the orchestrator.
LONGEST_WAIT = 365 * 24 * 3_600


class NoteBody(Body):
    """What a person asks of a note."""

    message: str = Field(description="The wish, such as 写一篇春游攻略: 1 to 1,000 characters.")
    thread_id: SessionId | None = Field(None, description="The conversation; one that is new is opened. Or none.")
    reference_images: list[str] | None = Field(
        None, max_length=MOST_REFERENCES, description="Pictures: /api/assets/ID of this system, http(s), or data URLs."
    )
    layout_preference: str | None = Field(
        None, max_length=LONGEST_PREFERENCE, description="How the page is to be built, in words."
    )
    auto_confirm: bool | None = Field(None, description="Ask nothing: neither approvals nor clarifications.")
    approvals: list[Literal["content", "image_plans"]] | None = Field(
        None, max_length=2, description="What to be asked about; left out: both."
    )
    picture_count: int | None = Field(None, ge=1, le=MOST_PICTURES, description="Left out, the planner chooses.")
    preferred_model: str | None = Field(None, max_length=LONGEST_NAME, description="The image engine: builtin, ...")
    seed: int | None = Field(None, ge=0, le=LARGEST_SEED, description="Left out, one is chosen.")
    fresh: bool | None = Field(None, description="Answer anew even where a cached answer exists.")
    background: bool | None = Field(None, description="Go on when every reader has left.")
    answer_within: float | None = Field(
        None, ge=1, le=LONGEST_WAIT, description="Seconds until a question is answered by approving; or it waits."
    )


class ConfirmBody(Body):
    """What a person answers a note that waits."""

    thread_id: SessionId
    decision: Literal["approve", "reject", "modify", "choose"]
    feedback: str | None = Field(
        None, max_length=LONGEST_FEEDBACK, description="With reject: what to do otherwise. With choose: own words."
    )
    content: dict[str, Any] | None = Field(None, description="With modify: what takes the place of what was shown.")
    digest: str | None = Field(
        None, min_length=1, max_length=64, description="What was shown: context.digest of ask_user."
    )
    key: str | None = Field(None, min_length=1, max_length=LONGEST_NAME, description="The question; or what waits.")
    chosen: list[str] | None = Field(None, max_length=MOST_CHOSEN, description="With choose: ids of options.")
