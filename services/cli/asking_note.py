"""What a person asks of `reflow run --workflow note`, read and checked before anything is started."""

from dataclasses import dataclass

from reflow.v1 import creations_pb2

from services.cli.asking import Arguments, check_folder, check_seed, given_text, refuse_options
from services.cli.failing import bad_input
from services.cli.reading import read_bytes
from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.limits import Limits
from services.orchestrator.domain.intake import checked
from services.orchestrator.domain.note.values import NoteInput

MOST_REFERENCES = 9
MOST_PICTURES = 9
_WHAT_TO_WRITE = Text(
    "请说说想写什么，例如“写一篇春游攻略”。", 'Say what to write, such as "a guide to a weekend in the mountains".'
)


@dataclass(frozen=True, slots=True)
class AskedNote:
    """One note. *references* are the files' bytes; a *picture_count* of 0 lets the planner choose."""

    text: str
    references: tuple[bytes, ...]
    layout: str
    picture_count: int
    model: str
    session_id: str
    seed: int | None
    asks: bool

    def message(self, reference_asset_ids: list[str]) -> creations_pb2.NoteInput:
        """Return what the run is asked, its references taken in as *reference_asset_ids*."""
        return creations_pb2.NoteInput(
            text=self.text,
            reference_asset_ids=reference_asset_ids,
            layout_preference=self.layout,
            skip_content_approval=not self.asks,
            skip_image_plans_approval=not self.asks,
            skip_clarification=not self.asks,
            picture_count=self.picture_count,
            preferred_model=self.model,
            seed=self.seed,
        )


def read_note_wish(given: Arguments, limits: Limits) -> AskedNote:
    """Return what is asked; raises INVALID_INPUT_* naming what is wrong with it."""
    theirs = {"--image": given.image is not None, "--mask": given.mask is not None, "--size": bool(given.size)}
    refuse_options(
        theirs, "画图、改图时才有，不能和 --workflow note 一起用", "only for pictures, not with --workflow note"
    )
    check_folder(given.out)
    check_seed(given.seed)
    if given.pictures is not None and not 1 <= given.pictures <= MOST_PICTURES:
        raise bad_input(
            f"--pictures 应在 1 到 {MOST_PICTURES} 之间，收到 {given.pictures}。",
            f"--pictures must be from 1 to {MOST_PICTURES}: {given.pictures}.",
        )
    if len(given.references) > MOST_REFERENCES:
        raise bad_input(
            f"--reference 最多 {MOST_REFERENCES} 张，收到 {len(given.references)} 张。",
            f"--reference can be given at most {MOST_REFERENCES} times, not {len(given.references)}.",
        )
    layout = given_text(given.layout)
    text = given_text(given.text)
    if not text.strip():
        raise ReflowError(Code.INVALID_INPUT_EMPTY, _WHAT_TO_WRITE, field="text")
    text = checked(NoteInput(text, layout_preference=layout), limits).text
    references = tuple(read_bytes(path, limits.image_bytes) for path in given.references)
    count = given.pictures or 0
    return AskedNote(text, references, layout, count, given.model, given.session, given.seed, asks=not given.yes)
