"""`reflow run`: one wish, from the command line to a picture or a note in a folder."""

import asyncio
import uuid
from typing import TYPE_CHECKING

from reflow.v1 import creations_pb2, events_pb2

from services.cli import wording
from services.cli.asking import Arguments, Asked, read_limits, read_wish
from services.cli.asking_note import AskedNote, read_note_wish
from services.cli.attending import Attended
from services.cli.delivering import deliver
from services.cli.display import Display, choose_display
from services.cli.failing import bad_input
from services.cli.interrupting import Interruption, interruption
from services.cli.opening import data_folder, open_client
from services.cli.person import Approving, Nobody, Person
from services.cli.person_at_terminal import person_at_terminal
from services.cli.workflow import Workflow
from services.common.language import Language

if TYPE_CHECKING:
    from services.cli.client import Client


async def run(given: Arguments, language: Language, *, as_json: bool) -> None:
    """Carry out what is asked and save what it makes. Raises ReflowError, CommandFailed or Interrupted."""
    limits = read_limits()
    asked = read_note_wish(given, limits) if given.workflow is Workflow.NOTE else read_wish(given, limits)
    data = data_folder(given.data)
    with interruption() as interrupted, choose_display(language, as_json=as_json) as display:
        person = choose_person(interrupted, language, yes=given.yes, as_json=as_json)
        async with open_client(data, display.starting, language) as client:
            wish = await _take_in(client, asked, display)
            started = await client.start_run(wish, request_id=str(uuid.uuid4()), session_id=asked.session_id)
            attended = Attended(client, started.run_id, display, interrupted, given.data)
            view = await attended.to_end(person)
            path = await deliver(client, started.run_id, view, given.out, interrupted, language)
            again = wording.go_on(started.session_id, given.model, given.data, language)
            display.saved(view, path, again if view.picture is not None else "")


def choose_person(interrupted: Interruption, language: Language, *, yes: bool, as_json: bool) -> Person:
    """Return who answers what the run asks."""
    if yes:
        return Approving()
    return (None if as_json else person_at_terminal(interrupted, language)) or Nobody()


async def _take_in(
    client: "Client", asked: Asked | AskedNote, display: Display
) -> events_pb2.ImageChatInput | creations_pb2.NoteInput:
    """Bring session and pictures into the system, and return what the run is asked."""
    last = await client.open_session(asked.session_id) if asked.session_id else ""
    if isinstance(asked, AskedNote):
        return await _take_in_note(client, asked, display)
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


async def _take_in_note(client: "Client", asked: AskedNote, display: Display) -> creations_pb2.NoteInput:
    if asked.references:
        display.starting(wording.UPLOADING)
    taken = await asyncio.gather(*(client.import_image(content, for_mask=False) for content in asked.references))
    return asked.message(list(taken))
