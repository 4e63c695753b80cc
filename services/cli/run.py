"""`reflow run`: one wish, from the command line to a picture in a folder."""

import asyncio
import uuid
from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import events_pb2

from services.cli import wording
from services.cli.asking import Asked
from services.cli.client import Client, connect
from services.cli.display import Display
from services.cli.failing import CannotStart, Interrupted, bad_input
from services.cli.interrupting import Interruption, interruption
from services.cli.opening import open_system
from services.cli.saving import save_picture
from services.cli.view import Picture, RunView, follow
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text


@dataclass(frozen=True, slots=True)
class Places:
    """Where things lie: the data folder, how the person named it (None for the usual one), where pictures go."""

    data: Path
    named: str | None
    out: Path


async def run(asked: Asked, places: Places, display: Display, language: Language) -> None:
    """Carry out *asked* and save its picture. Raises ReflowError, CannotStart or Interrupted."""
    with interruption() as interrupted, display:
        try:
            async with open_system(places.data, display.starting) as addresses, connect(addresses, language) as client:
                await _carry_out(client, asked, places, display, language, interrupted)
        except asyncio.CancelledError:
            if interrupted.number is None:
                raise
            raise Interrupted(interrupted.number) from None


async def _carry_out(
    client: Client, asked: Asked, places: Places, display: Display, language: Language, interrupted: Interruption
) -> None:
    wish = await _take_in(client, asked, display)
    started = await client.start_run(wish, request_id=str(uuid.uuid4()), session_id=asked.session_id)
    view = await _watch(client, started.run_id, display, interrupted)
    picture = _delivered(view, interrupted)
    path = await _save(client, picture, asked.text, places.out)
    display.saved(view, path, wording.go_on(started.session_id, places.named, language))


async def _take_in(client: Client, asked: Asked, display: Display) -> events_pb2.ImageChatInput:
    """Bring session, picture and mask into the system, and return what the run is asked."""
    last = await client.open_session(asked.session_id) if asked.session_id else ""
    if asked.image is not None or asked.mask is not None:
        display.starting(wording.UPLOADING)
    image = mask = ""
    if asked.image is not None:
        image = await client.import_image(asked.image, for_mask=asked.mask is not None)
    if asked.mask is not None:
        if not (image or last):
            raise bad_input(
                f"会话 {asked.session_id} 里还没有图片，请用 --image 给出。",
                f"There is no picture in session {asked.session_id} yet: give one with --image.",
            )
        mask = await client.import_mask(image or last, asked.mask)
    return events_pb2.ImageChatInput(
        text=asked.text,
        image_asset_id=image,
        mask_asset_id=mask,
        preferred_model=asked.model,
        width=asked.width,
        height=asked.height,
        seed=asked.seed,
    )


async def _watch(client: Client, run_id: str, display: Display, interrupted: Interruption) -> RunView:
    """Show the run to its end. The first Ctrl-C stops the run; its last event still comes."""
    cancelling = set[asyncio.Task[None]]()
    interrupted.calls(lambda: cancelling.add(asyncio.ensure_future(client.cancel_run(run_id))))
    view = RunView()
    async for event in client.watch_run(run_id):
        view = follow(view, event)
        display.show(view, event)
    await asyncio.gather(*cancelling, return_exceptions=True)
    return view


def _delivered(view: RunView, interrupted: Interruption) -> Picture:
    """Return the picture of an ended run. Raises what the run ended with, when it is not a picture."""
    if view.status == events_pb2.RUN_STATUS_CANCELLED:
        if interrupted.number is not None:
            raise Interrupted(interrupted.number)
        raise CannotStart(wording.CANCELLED_RUN)
    if view.error is not None:
        error = view.error
        failure = ReflowError(Code.named(error.code), Text(error.message, error.message))
        failure.trace_id = error.trace_id
        raise failure
    if view.picture is None:
        raise ReflowError(Code.WORKFLOW_ERROR, wording.NO_PICTURE)
    return view.picture


async def _save(client: Client, picture: Picture, text: str, out: Path) -> Path:
    content = await client.picture(picture.asset_id)
    try:
        return await asyncio.to_thread(save_picture, out, text, picture.asset_id, content)
    except OSError as error:
        raise CannotStart(
            Text(f"图片画好了，但无法保存到 {out}：{error}", f"The picture is made but cannot be saved in {out}: {error}")
        ) from error
