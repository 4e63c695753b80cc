"""What a run was for, brought into a folder."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import creatives_pb2, events_pb2

from services.cli import note_markdown, wording
from services.cli.failing import CommandFailed, Interrupted
from services.cli.interrupting import Interruption
from services.cli.note_saving import NOTE, save_note
from services.cli.saving import save_picture
from services.cli.view import Picture, RunView
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client

_NOT_SAVED = Text("做好了，但无法保存到 {out}：{error}", "It is made but cannot be saved in {out}: {error}")


async def deliver(
    client: "Client", run_id: str, view: RunView, out: Path, interrupted: Interruption, language: Language
) -> Path:
    """Save what the ended run has made under *out* and return its path.

    Raises what the run ended with, where that is no work, and CommandFailed where it cannot be saved.
    """
    work = _work(view, interrupted)
    try:
        if isinstance(work, Picture):
            content = await client.picture(work.asset_id)
            return await asyncio.to_thread(save_picture, out, view.wish, work.asset_id, content)
        return await _deliver_note(client, run_id, view, work, out, language)
    except OSError as error:
        text = Text(_NOT_SAVED.zh.format(out=out, error=error), _NOT_SAVED.en.format(out=out, error=error))
        raise CommandFailed(text) from error


def _work(view: RunView, interrupted: Interruption) -> Picture | creatives_pb2.ComposedNote:
    if view.status in (events_pb2.RUN_STATUS_CANCELLED, events_pb2.RUN_STATUS_PAUSED):
        if interrupted.number is not None:
            raise Interrupted(interrupted.number)
        raise CommandFailed(wording.CANCELLED_RUN)
    if view.error is not None:
        error = view.error
        failure = ReflowError(Code.named(error.code), Text(error.message, error.message))
        failure.trace_id = error.trace_id
        raise failure
    work = view.making.note or view.picture
    if work is None:
        raise ReflowError(Code.WORKFLOW_ERROR, wording.NOTHING_MADE)
    return work


async def _deliver_note(
    client: "Client", run_id: str, view: RunView, note: creatives_pb2.ComposedNote, out: Path, language: Language
) -> Path:
    """Save the note as Markdown with its pictures, numbered in its order."""
    names = {image.plan_id: f"image-{number}.png" for number, image in enumerate(note.images, start=1)}
    pictures = await asyncio.gather(*(client.picture(image.image.asset.asset_id) for image in note.images))
    written = note_markdown.markdown(note, names, view.making.purposes, language)
    files = dict(zip(names.values(), pictures, strict=True)) | {NOTE: written.encode()}
    return await asyncio.to_thread(save_note, out, note.content.title, run_id, files)
