"""What the tools do: each takes the arguments of a call and returns a bounded JSON object, or contents."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.agents.catalog import Catalog, load_catalog
from services.common.errors import Code, ReflowError
from services.common.images.formats import media_type
from services.common.images.preview import render_preview
from services.common.rpc import current_language
from services.common.text.language import Language, Text, detect_language
from services.gateway.dependencies import Dependencies
from services.gateway.dialects.chat_sse.dialect import ChatSse, ServerEvent
from services.gateway.json_mapper.runs import run_summary_to_json, run_to_json, status_name
from services.gateway.json_mapper.values import Json, encode_json
from services.gateway.mcp_server import bodies
from services.gateway.mcp_server.bounds import MAX_SLICE, find_value, shorten
from services.gateway.mcp_server.local_folder import LocalFolder
from services.gateway.rejections import reject_field
from services.gateway.requests.body import parse
from services.gateway.run_watcher import watch_run
from services.gateway.runs import queries
from services.gateway.runs.files import find_file, list_generated_files, name_files, read_content
from services.gateway.runs.starts import start_chat, start_note, start_team
from services.gateway.schemas.answers import to_answer_request, validate_content
from services.gateway.schemas.base import parse_idempotency_key, validate_body
from services.gateway.schemas.chat import parse_chat
from services.gateway.schemas.notes import parse_note
from services.gateway.schemas.team import parse_team

REQUEST_ID = "requestId"
# Events of a run that one call returns; earlier ones are counted.
MAX_EVENTS = 40
MAX_MESSAGE = 500
_SAVED_ALREADY = Text("文件已经保存在 {folder}。", "The files are saved in {folder} already.")
_FOLDER_DIGITS, _STATE_FILE = 8, "run.json"

Progress = Callable[[int, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ImageContent:
    """An image for the assistant to look at, with what to know about it."""

    data: bytes
    description: Json


Outcome = Json | ImageContent


@dataclass(frozen=True, slots=True)
class CallContext:
    """A call of a tool.

    Attributes:
        deps: dependencies of the gateway.
        host: the name under which the client reached the gateway, "" on standard input.
        has_language: whether the client states its language; else it is that of its text.
        folder: the folder of the user's that may be read and written, None for none.
        report: reports the progress of the call: a number that grows, and a text.

    """

    deps: Dependencies
    host: str
    has_language: bool
    folder: LocalFolder | None
    report: Progress

    async def parse_start(self, arguments: Json, parser: Callable[..., Any], text_field: str) -> tuple[Any, str]:
        """Return the request in *arguments* as *parser* returns it, and its id; errors are in its language."""
        arguments = dict(arguments)
        request_id = arguments.pop(REQUEST_ID, None)
        text = arguments.get(text_field)
        if not self.has_language and isinstance(text, str) and (language := detect_language(text)):
            current_language.set(language)
        if request_id is not None and not isinstance(request_id, str):
            raise reject_field(REQUEST_ID, "requestId 应为字符串。", "requestId must be a string.")
        if self.folder is not None:
            limits = self.deps.settings.limits
            arguments = await asyncio.to_thread(self.folder.with_images, arguments, limits)
        return await parse(encode_json(arguments), self.deps, parser), parse_idempotency_key(request_id)


async def list_agents(arguments: Json, context: CallContext) -> Outcome:
    """Return the agents of the team."""
    validate_body(bodies.NoArguments, arguments)
    language = current_language.get()
    agents = [agent.to_agent(language) for agent in (await _load_catalog(context)).agents.values()]
    fields = ("id", "name", "description", "layer", "tools")
    return {"agents": [{field: _plain(getattr(agent, field)) for field in fields} for agent in agents]}


async def list_templates(arguments: Json, context: CallContext) -> Outcome:
    """Return the workflow templates with their stages."""
    validate_body(bodies.NoArguments, arguments)
    language = current_language.get()
    templates = (await _load_catalog(context)).templates.values()
    return {
        "templates": [
            {
                "id": template.id,
                "name": template.name.pick(language),
                "description": template.description.pick(language),
                "needsImages": template.needs_images,
                "stages": [
                    {
                        "id": one.stage.id,
                        "agent": one.stage.agent,
                        "description": one.description.pick(language),
                        "inputs": list(one.stage.inputs),
                    }
                    for one in template.stages
                ],
            }
            for template in templates
        ]
    }


async def start_team_task(arguments: Json, context: CallContext) -> Outcome:
    """Start a task of the agent team."""
    task, request_id = await context.parse_start(arguments, parse_team, "text")
    return _to_started(await start_team(task, context.host, context.deps, request_id, queries.start_run))


async def start_image(arguments: Json, context: CallContext) -> Outcome:
    """Start an image chat."""
    chat, request_id = await context.parse_start(arguments, parse_chat, "text")
    return _to_started(await start_chat(chat, context.host, context.deps, request_id, queries.start_run))


async def start_note_run(arguments: Json, context: CallContext) -> Outcome:
    """Start a note. An assistant watches it now and then, so nobody's absence stops it."""
    note, request_id = await context.parse_start(arguments, parse_note, "message")
    return _to_started(
        await start_note(note, context.host, context.deps, request_id, queries.start_run, background=True)
    )


async def watch(arguments: Json, context: CallContext) -> Outcome:
    """Wait until the run ends or asks a question, at most `waitSeconds`; return its state and what happened."""
    body = validate_body(bodies.WatchBody, arguments)
    run = await queries.get_run(body.run_id, context.deps)
    after = min(body.after, run.last_sequence)
    events = list[ServerEvent]()
    if run.last_sequence > after or not _is_inactive(run):
        events = await _collect_events(run, after, body.wait_seconds, context)
        run = await queries.get_run(body.run_id, context.deps)
    last = max([after, *(event.sequence or 0 for event in events)])
    described = [one for event in events if (one := _describe_event(event))]
    state = shorten(run_to_json(run, expose_details=context.deps.expose_details))
    return state | {
        "lastSequence": last,
        "events": described[-MAX_EVENTS:],
        "earlierEvents": max(0, len(described) - MAX_EVENTS),
    }


async def list_runs(arguments: Json, context: CallContext) -> Outcome:
    """Return the newest runs."""
    body = validate_body(bodies.RunListBody, arguments)
    runs = await queries.list_runs(body.session_id or "", context.deps, page_size=body.page_size)
    return {"runs": [run_summary_to_json(run, expose_details=context.deps.expose_details) for run in runs]}


async def answer(arguments: Json, context: CallContext) -> Outcome:
    """Answer the question of a run."""
    body = validate_body(bodies.AnswerCall, arguments)
    validate_content(body.content)
    await queries.find_run(body.run_id, context.deps)
    request = to_answer_request(body.run_id, body)
    response = await context.deps.clients.call(context.deps.clients.orchestrator.AnswerRun, request)
    return {"runId": body.run_id, "status": status_name(response.status), "lastSequence": response.sequence}


async def cancel(arguments: Json, context: CallContext) -> Outcome:
    """Cancel a run."""
    body = validate_body(bodies.RunBody, arguments)
    response = await queries.cancel_run(body.run_id, context.deps)
    return {"runId": body.run_id, "status": status_name(response.status), "reachedCall": response.reached_call}


async def read_value(arguments: Json, context: CallContext) -> Outcome:
    """Return a value of the run's state that was shortened: of a text, or of the JSON of anything else, a slice."""
    body = validate_body(bodies.ValueBody, arguments)
    run = run_to_json(await queries.get_run(body.run_id, context.deps), expose_details=context.deps.expose_details)
    try:
        value = find_value(run, body.pointer)
    except (LookupError, ValueError):
        raise reject_field(
            "pointer",
            "这次运行的状态里没有这个值，请使用 shortened 里的指针。",
            "The state of the run has no such value; use a pointer of `shortened`.",
        ) from None
    return _slice(value if isinstance(value, str) else encode_json(value).decode(), body.offset)


async def read_file(arguments: Json, context: CallContext) -> Outcome:
    """Return a file of a run: a slice of a text, a preview of an image."""
    body = validate_body(bodies.FileBody, arguments)
    file = find_file(await queries.get_run(body.run_id, context.deps), body.path, body.stage_id)
    content = await read_content(file, context.deps)
    if not file.is_image:
        return {"path": file.path} | _slice(content.decode("utf-8", "replace"), body.offset)
    preview = await context.deps.workers.run(render_preview, content)
    description = {
        "path": file.path,
        "url": f"/api/assets/{file.asset_id}",
        "type": media_type(content),
        "bytes": len(content),
        "previewBytes": len(preview),
    }
    return ImageContent(preview, description)


async def save_files(arguments: Json, context: CallContext) -> Outcome:
    """Write the generated files of a run to a new folder in the user's folder."""
    body = validate_body(bodies.RunBody, arguments)
    assert context.folder is not None, "the tool is there only with a folder"
    run = await queries.get_run(body.run_id, context.deps)
    files = list_generated_files(run)
    contents = [await read_content(file, context.deps) for file in files]
    name = f"reflow-{run.run_id[:_FOLDER_DIGITS]}"
    by_name = dict(zip(name_files(files, {_STATE_FILE}), contents, strict=True)) | {
        "run.json": encode_json(run_to_json(run, expose_details=False))
    }
    try:
        folder = await asyncio.to_thread(context.folder.save, name, by_name)
    except FileExistsError:
        text = Text(*(one.format(folder=context.folder.root / name) for one in (_SAVED_ALREADY.zh, _SAVED_ALREADY.en)))
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="runId") from None
    return {"folder": str(folder), "files": [*by_name]}


async def _load_catalog(context: CallContext) -> Catalog:
    return await asyncio.to_thread(load_catalog, context.deps.settings.agents_folder)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _to_started(started: orchestrator_pb2.StartRunResponse) -> Json:
    return {"runId": started.run_id, "sessionId": started.session_id}


def _is_inactive(run: orchestrator_pb2.Run) -> bool:
    """Whether no event follows without an answer."""
    return run.status in (
        events_pb2.RUN_STATUS_SUCCEEDED,
        events_pb2.RUN_STATUS_FAILED,
        events_pb2.RUN_STATUS_CANCELLED,
        events_pb2.RUN_STATUS_PAUSED,
    )


async def _collect_events(
    run: orchestrator_pb2.Run, after: int, wait_seconds: float, context: CallContext
) -> list[ServerEvent]:
    """Return the events of *run* after *after*: the stored ones, then what follows within *wait_seconds*.

    It ends earlier where the run ends or asks a question.
    """
    deps, collected = context.deps, list[ServerEvent]()
    language = Language(run.locale) if run.locale else current_language.get()
    dialect, clock = ChatSse(run.run_id, run.session_id, language, deps.expose_details), asyncio.get_running_loop().time
    batches = watch_run(deps.clients, run.run_id, after, deps.settings.watch_retries)
    is_stored = run.last_sequence > after
    deadline = asyncio.timeout(deps.settings.call_seconds if is_stored else wait_seconds)
    try:
        async with deadline, aclosing(batches):
            async for batch in batches:
                rendered = [message for event in batch for message in dialect.render(language, event)[1]]
                collected += rendered
                if is_stored and batch[-1].sequence >= run.last_sequence:
                    is_stored = False
                    deadline.reschedule(clock() + wait_seconds)
                for described in filter(None, map(_describe_event, rendered[-1:])):
                    await context.report(batch[-1].sequence, described["message"])
    except TimeoutError:
        if not deadline.expired():
            raise
    return collected


def _describe_event(event: ServerEvent) -> Json | None:
    """Return an event as one short entry, None for one without a message for users."""
    message = event.data.get("message")
    if not message or event.type == "gen_ui_component":
        return None
    more = {name: event.data[name] for name in ("step", "tool", "level") if event.data.get(name)}
    node = event.data.get("node")
    return {"sequence": event.sequence, "agent": node, "message": str(message)[:MAX_MESSAGE]} | more


def _slice(text: str, offset: int) -> Json:
    end = offset + MAX_SLICE
    return {
        "text": text[offset:end],
        "offset": offset,
        "nextOffset": end if end < len(text) else None,
        "totalCharacters": len(text),
    }
