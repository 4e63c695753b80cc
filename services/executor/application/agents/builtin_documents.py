"""The stages of a team that need no model: transcribe images, find private texts in them, outline Python code."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from services.common.contract.activity import Activity, Thought
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import AgentIteration, AgentTask, FileKind, TeamFile
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.common.worker_pool.time_limit import TimeLimit
from services.executor import team_texts as texts
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.code import outline_files
from services.executor.application.engine_events import WAITING, running
from services.executor.domain.agents.transcript import ImageText, list_image_texts
from services.executor.domain.annotation import parse_json
from services.executor.domain.code_map import count_symbols, render_code_map, to_summary
from services.executor.domain.image_engine import BUILTIN

if TYPE_CHECKING:
    from engines.code_map import ModuleOutline

TRANSCRIBE, FIND_PRIVATE, OUTLINE = "transcribe", "find-private", "outline"
BUILTINS = (TRANSCRIBE, FIND_PRIVATE, OUTLINE)
TEXT_FILE, MAP_FILE = "text.md", "code-map.md"
OUTLINE_SECONDS = 20.0
# Maximum number of lines of an image in the data of a stage; the file contains all.
MAX_LISTED = 200
PYTHON = ".py"


class BuiltinDocuments:
    """Writes documents about the files of a task: a stage requests it by `with: {builtin: NAME}`."""

    def __init__(self, pipeline: ImagePipeline, clock: Callable[[], float]) -> None:
        self._pipeline = pipeline
        self._clock = clock

    async def __call__(
        self, request: team_requests.RunAgent, call: StepCall
    ) -> AsyncGenerator[Activity | AgentIteration, None]:
        """Yield activities, then the iteration. Raises INVALID_INPUT_EMPTY if there is no suitable file."""
        started_at, task = self._clock(), request.task
        builtin = parse_json(task.stage.arguments, "task.stage.arguments")["builtin"]
        if builtin == OUTLINE:
            files = _collect_sources(task)
            if self._pipeline.is_busy:
                yield WAITING
            async with self._pipeline.slot():
                limit = TimeLimit(OUTLINE_SECONDS)
                yield running(0.0, limit=limit)
                outlines, problems = await self._pipeline.run(outline_files, files, within=limit)
            left_out = [(path, text.pick(call.language)) for path, text in problems]
            text, data, generated = _outline(outlines, left_out, call.language)
        else:
            images = list_image_texts(task)
            if not images:
                raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_IMAGE_TEXT, field="task", node=task.agent.id)
            work = _transcribe if builtin == TRANSCRIBE else _find_private
            text, data, generated = work(images, call.language)
        yield Thought(text)
        content = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
        duration = int((self._clock() - started_at) * 1_000)
        yield AgentIteration(text, content, generated_files=generated, engine=BUILTIN, duration_ms=duration)


Work = tuple[str, Mapping[str, Any], tuple[TeamFile, ...]]


def _transcribe(images: Sequence[ImageText], language: Language) -> Work:
    """Return the text of *images* as a document."""
    parts, listed = list[str](), list[Mapping[str, Any]]()
    for image in images:
        lines = image.lines
        parts += [f"## {image.path}", "", *(f"{line}  " for line in lines), ""]
        listed.append({"imagePath": image.path, "lines": lines[:MAX_LISTED], "truncated": image.is_truncated})
    count = sum(len(image.lines) for image in images)
    without = sum(not image.texts for image in images)
    text = texts.transcribed(len(images), count, without).pick(language)
    return text, {"type": "transcript", "images": listed}, _to_files(TEXT_FILE, "\n".join(parts)) if count else ()


def _find_private(images: Sequence[ImageText], language: Language) -> Work:
    """Return the regions of *images* to cover. The data contains their kinds, not the private texts themselves."""
    kinds, listed = dict[str, int](), list[Mapping[str, Any]]()
    for image in images:
        covers, found = image.to_covers()
        for kind, count in found.items():
            kinds[kind] = kinds.get(kind, 0) + count
        size = {"width": image.width, "height": image.height}
        listed.append({"imagePath": image.path, "imageSize": size, "regions": covers, "kinds": found})
    truncated = sum(image.is_truncated for image in images)
    return (
        texts.private_found(kinds, truncated).pick(language),
        {"type": "private-data", "images": listed, "kinds": kinds},
        (),
    )


def _outline(outlines: Sequence["ModuleOutline"], left_out: Sequence[tuple[str, str]], language: Language) -> Work:
    summary = to_summary(outlines, left_out)
    counts = (len(outlines), count_symbols(outlines), summary["undocumentedCount"], len(summary["cycles"]))
    document = render_code_map(outlines, left_out, summary, language)
    return texts.outlined(*counts).pick(language), summary, _to_files(MAP_FILE, document)


def _to_files(path: str, content: str) -> tuple[TeamFile, ...]:
    return (TeamFile(path, FileKind.TEXT, content=content.encode("utf-8", "replace")),)


def _collect_sources(task: AgentTask) -> Mapping[str, bytes]:
    """Return the Python files of the attachments. Raises INVALID_INPUT_EMPTY without any."""
    files = {file.path: file.content for file in task.workflow.attachments if file.kind is FileKind.TEXT}
    sources = {path: content for path, content in files.items() if path.endswith(PYTHON)}
    if not sources:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_SOURCES, field="attachments", node=task.agent.id)
    return sources
