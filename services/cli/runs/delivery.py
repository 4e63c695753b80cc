"""Delivery of a run's result into a folder."""

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import creatives_pb2, events_pb2, graphs_pb2, team_run_pb2

from services.cli.errors import CommandFailed, Interrupted
from services.cli.rendering import note_markdown, texts
from services.cli.rendering.view import DeliveredImage, RunView
from services.cli.runs.image_file import save_image
from services.cli.runs.note_folder import NOTE_FILE, save_note
from services.cli.runs.team_delivery import save_partial_result, save_team_result
from services.cli.signals import SignalHandler
from services.common.errors import Code, ReflowError
from services.common.errors.message import to_error
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text

if TYPE_CHECKING:
    from services.cli.session.client import Client

Result = DeliveredImage | creatives_pb2.ComposedNote | graphs_pb2.GraphRevision | team_run_pb2.TeamResult

_PARTIAL = Text("任务没有完成，已有的部分结果：{path}", "The task was not finished. Its partial result: {path}")
_NOT_SAVED = Text("已完成，但无法保存到 {out}：{error}", "The result cannot be saved in {out}: {error}")


async def save_result(
    client: "Client",
    run_id: str,
    view: RunView,
    out: Path,
    signals: SignalHandler,
    language: Language,
    source: Path | None = None,
) -> Path:
    """Save the result of the finished run under *out* and return its path; *source* is the file of a changed graph.

    Raises the error of a run without result, and CommandFailed if the result cannot be saved.
    """
    if view.error is not None:
        await _save_partial(client, run_id, out, language)
    result = _get_result(view, signals)
    try:
        if isinstance(result, DeliveredImage):
            content = await client.read_image(result.asset_id)
            return await asyncio.to_thread(save_image, out, view.prompt, result.asset_id, content)
        if isinstance(result, graphs_pb2.GraphRevision):
            from services.cli.runs.graph_delivery import save_graph  # the graph engine takes a while to load

            path, differences = await save_graph(client, result, source, out, language)
            sys.stderr.write("".join(f"{line}\n" for line in differences))
            return path
        if isinstance(result, team_run_pb2.TeamResult):
            return await save_team_result(client, run_id, view.prompt, result, out, language)
        return await _save_note(client, run_id, view, result, out, language)
    except OSError as error:
        reason = describe_file_error(error).zh
        text = Text(_NOT_SAVED.zh.format(out=out, error=reason), _NOT_SAVED.en.format(out=out, error=error))
        raise CommandFailed(text) from error


async def _save_partial(client: "Client", run_id: str, out: Path, language: Language) -> None:
    """Save the files of the stages of a failed task, and print the path. Ignores failures: the task's error counts."""
    with contextlib.suppress(OSError, ReflowError):
        run = await client.get_run(run_id)
        path = await save_partial_result(client, run, out, language)
        if path is not None:
            sys.stderr.write(f"{_PARTIAL.pick(language).format(path=path)}\n")


def _get_result(view: RunView, signals: SignalHandler) -> Result:
    if view.status in (events_pb2.RUN_STATUS_CANCELLED, events_pb2.RUN_STATUS_PAUSED):
        if signals.number is not None:
            raise Interrupted(signals.number)
        raise CommandFailed(texts.CANCELLED_RUN)
    if view.error is not None:
        raise to_error(view.error)
    result = view.team_result or view.revision or view.progress.note or view.image
    if result is None and view.message:  # the run replied and generated nothing: a command without its file has failed
        further = [one for one in view.suggestions if one not in view.message]
        text = " · ".join((view.message, *further))
        raise ReflowError(Code.INTENT_UNKNOWN, Text(text, text))
    if result is None:
        raise ReflowError(Code.WORKFLOW_ERROR, texts.NO_RESULT)
    return result


async def _save_note(
    client: "Client", run_id: str, view: RunView, note: creatives_pb2.ComposedNote, out: Path, language: Language
) -> Path:
    """Save the note as Markdown with its images, numbered in order."""
    names = {image.plan_id: f"image-{number}.png" for number, image in enumerate(note.images, start=1)}
    images = await asyncio.gather(*(client.read_image(image.image.asset.asset_id) for image in note.images))
    markdown = note_markdown.render_markdown(note, names, view.progress.descriptions, language)
    files = dict(zip(names.values(), images, strict=True)) | {NOTE_FILE: markdown.encode()}
    return await asyncio.to_thread(save_note, out, note.content.title, run_id, files)
