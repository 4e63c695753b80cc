"""Bodies of the note doors to what is asked: pure, so that large ones can be read in a process of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from reflow.v1 import creations_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway.bodies import LONGEST_URL, AnswerBody, parse_body
from services.gateway.creation import wording
from services.gateway.creation.bodies import ConfirmBody, NoteBody
from services.gateway.intake import PictureUpload, check_content, decoded, trimmed
from services.gateway.refusing import field_refused

CONTENT, IMAGE_PLANS = "content", "image_plans"
_DATA_URL = "data:"


@dataclass(frozen=True, slots=True)
class NoteWish:
    """What a person asks of a note, read: its pictures as they came, and all else as the contract has it."""

    thread_id: str
    references: tuple[PictureUpload, ...]
    background: bool
    asked: bytes

    def request(
        self, *, request_id: str, reference_asset_ids: Sequence[str], abandon_seconds: float
    ) -> orchestrator_pb2.StartRunRequest:
        """Return the request that starts the note, its pictures taken in before."""
        note = creations_pb2.NoteInput.FromString(self.asked)
        note.reference_asset_ids.extend(reference_asset_ids)
        request = orchestrator_pb2.StartRunRequest(request_id=request_id, session_id=self.thread_id, note=note)
        if not self.background:
            request.abandon_after.FromNanoseconds(int(abandon_seconds * 1e9))
        return request


def reference_field(index: int) -> str:
    """Return the name of the reference picture *index*."""
    return f"referenceImages[{index}]"


def read_note(body: bytes, limits: Limits) -> NoteWish:
    """Return what *body* asks. Raises INVALID_INPUT_EMPTY or INVALID_INPUT_FORMAT, naming the field."""
    wish = parse_body(NoteBody, body)
    message = trimmed(wish.message, limits.text_length, "message")
    if not message:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, wording.NO_MESSAGE, field="message")
    approvals = _approvals(wish)
    note = creations_pb2.NoteInput(
        text=message,
        layout_preference=(wish.layout_preference or "").strip(),
        skip_content_approval=CONTENT not in approvals,
        skip_image_plans_approval=IMAGE_PLANS not in approvals,
        skip_clarification=wish.auto_confirm or False,
        picture_count=wish.picture_count or 0,
        preferred_model=wish.preferred_model or "",
        seed=wish.seed,
        fresh=wish.fresh or False,
    )
    if wish.answer_within is not None:
        note.answer_within.FromNanoseconds(int(wish.answer_within * 1e9))
    references = tuple(_reference(given, index, limits) for index, given in enumerate(wish.reference_images or ()))
    return NoteWish(wish.thread_id or "", references, wish.background or False, note.SerializeToString())


def read_confirm(body: bytes, _: Limits) -> tuple[str, AnswerBody]:
    """Return the thread that *body* answers, and the answer. Raises INVALID_INPUT_FORMAT, naming the field."""
    given = parse_body(ConfirmBody, body)
    check_content(given.content)
    if given.decision == "modify" and not given.content:
        raise field_refused(
            "content",
            "decision 为 modify 时，请在 content 里给出修改后的内容。",
            "With the decision modify, content must hold what takes the place of what was shown.",
        )
    answer = AnswerBody(
        decision=given.decision,
        key=given.key,
        digest=given.digest,
        feedback=given.feedback,
        chosen=given.chosen,
        content=given.content,
    )
    return given.thread_id, answer


def _approvals(wish: NoteBody) -> Sequence[str]:
    if not wish.auto_confirm:
        return (CONTENT, IMAGE_PLANS) if wish.approvals is None else wish.approvals
    if wish.approvals:
        raise field_refused(
            "approvals",
            "autoConfirm 为 true 时不会询问，请去掉 approvals 或 autoConfirm。",
            "With autoConfirm nothing is asked; leave out approvals or autoConfirm.",
        )
    return ()


def _reference(given: str, index: int, limits: Limits) -> PictureUpload:
    field, written = reference_field(index), given.strip()
    if written[: len(_DATA_URL)].lower() == _DATA_URL:
        return PictureUpload(picture=decoded(written, limits, field))
    if not written or len(written) > LONGEST_URL:
        raise field_refused(
            field,
            f"{field} 应为 1 到 {LONGEST_URL:,} 个字符的图片地址，或 data URL。",
            f"{field} must be the URL of a picture of 1 to {LONGEST_URL:,} characters, or a data URL.",
        )
    return PictureUpload(url=written)
