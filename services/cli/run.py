"""`reflow run`: one wish, from the command line to a picture in a folder."""

import asyncio
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import events_pb2, orchestrator_pb2

from services.cli import wording
from services.cli.asking import Arguments, Asked, read_limits, read_wish
from services.cli.display import Display, choose_display
from services.cli.failing import CommandFailed, Interrupted, bad_input
from services.cli.interrupting import Interruption, interruption
from services.cli.opening import data_folder, open_client
from services.cli.saving import save_picture
from services.cli.view import Picture, RunView, follow
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client


async def run(given: Arguments, language: Language, *, as_json: bool) -> None:
    """Carry out what is asked and save its picture. Raises ReflowError, CommandFailed or Interrupted."""
    asked = read_wish(given, read_limits())
    data = data_folder(given.data)
    with interruption() as interrupted, choose_display(language, as_json=as_json) as display:
        async with open_client(data, display.starting, language) as client:
            started, view = await _carry_out(client, asked, display, interrupted)
            if view.status == events_pb2.RUN_STATUS_PAUSED and interrupted.number is None:
                display.paused(view, wording.paused(started.run_id))
                return
            picture = _delivered(view, interrupted)
            path = await _save(client, picture, asked.text, given.out)
            display.saved(view, path, wording.go_on(started.session_id, given.model, given.data, language))


async def _carry_out(
    client: "Client", asked: Asked, display: Display, interrupted: Interruption
) -> tuple[orchestrator_pb2.StartRunResponse, RunView]:
    """Start the run and show it to its end, or to a question; return it and what came of it."""
    wish = await _take_in(client, asked, display)
    started = await client.start_run(wish, request_id=str(uuid.uuid4()), session_id=asked.session_id)
    return started, await _watch(client, started.run_id, display, interrupted)


async def _take_in(client: "Client", asked: Asked, display: Display) -> events_pb2.ImageChatInput:
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


async def _watch(client: "Client", run_id: str, display: Display, interrupted: Interruption) -> RunView:
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
    if view.status in (events_pb2.RUN_STATUS_CANCELLED, events_pb2.RUN_STATUS_PAUSED):
        if interrupted.number is not None:
            raise Interrupted(interrupted.number)
        raise CommandFailed(wording.CANCELLED_RUN)
    if view.error is not None:
        error = view.error
        failure = ReflowError(Code.named(error.code), Text(error.message, error.message))
        failure.trace_id = error.trace_id
        raise failure
    if view.picture is None:
        raise ReflowError(Code.WORKFLOW_ERROR, wording.NO_PICTURE)
    return view.picture


async def _save(client: "Client", picture: Picture, text: str, out: Path) -> Path:
    content = await client.picture(picture.asset_id)
    try:
        return await asyncio.to_thread(save_picture, out, text, picture.asset_id, content)
    except OSError as error:
        raise CommandFailed(
            Text(
                f"图片画好了，但无法保存到 {out}：{error}", f"The picture is made but cannot be saved in {out}: {error}"
            )
        ) from error
