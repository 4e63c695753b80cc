"""The stages of a team that need no model: review, fix and verify Python files."""

import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

from services.common.contract.activity import Activity, Thought, ToolCall, ToolResult
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import AgentIteration, AgentTask, AgentToolCall, FileKind, TeamFile
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.common.worker_pool.time_limit import TimeLimit
from services.executor import team_texts as texts
from services.executor.adapters.agent_tools.checks_tool import RUN_CHECKS, report_to_json
from services.executor.adapters.code_checks import CodeChecks
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.code import Files, fix_files, review_files
from services.executor.application.agents.builtin_documents import BUILTINS as DOCUMENT_BUILTINS
from services.executor.application.engine_events import WAITING, running
from services.executor.domain.annotation import parse_json
from services.executor.domain.image_engine import BUILTIN

PYTHON = ".py"
DIFF_FILE = "changes.diff"
REVIEW, FIX, VERIFY = "review", "fix", "verify"
BUILTINS = (REVIEW, FIX, VERIFY, *DOCUMENT_BUILTINS)
CODE_SECONDS = 20.0
# Maximum number of findings in the data of a stage: later stages receive them as one value.
MAX_LISTED = 300


class BuiltinReview:
    """Reviews and fixes code in *pipeline*: a stage requests it by `with: {builtin: NAME}`. *clock* gives seconds."""

    def __init__(self, pipeline: ImagePipeline, checks: CodeChecks, clock: Callable[[], float]) -> None:
        self._pipeline = pipeline
        self._checks = checks
        self._clock = clock

    async def __call__(
        self, request: team_requests.RunAgent, call: StepCall
    ) -> AsyncGenerator[Activity | AgentIteration, None]:
        """Yield activities, then the iteration. Raises INVALID_INPUT_EMPTY without source files."""
        started_at, task, builtin = self._clock(), request.task, find_builtin(request.task)
        files = collect_sources(task)
        if not files:
            raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_SOURCES, field="attachments", node=task.agent.id)
        if self._pipeline.is_busy:
            yield WAITING
        async with self._pipeline.slot():
            limit = TimeLimit(CODE_SECONDS)
            yield running(0.0, limit=limit)
            if builtin == FIX:
                iteration = await self._fix(files, limit, call.language)
            else:
                iteration = await self._review(files, builtin, limit, call.language)
        if builtin == VERIFY:
            call_id = f"{call.context.step}/1"
            yield ToolCall(call_id, RUN_CHECKS.name, {"files": len(files)})
            report = report_to_json(await self._checks.run(files), call.language)
            yield ToolResult(
                call_id, RUN_CHECKS.name, {"passed": report["testsPassed"], "problem": report["problem"] or ""}
            )
            iteration = _add_checks(iteration, call_id, report, call.language)
        yield Thought(iteration.text)
        duration = int((self._clock() - started_at) * 1_000)
        yield AgentIteration(
            iteration.text,
            iteration.structured_data,
            iteration.tool_calls,
            generated_files=iteration.generated_files,
            engine=BUILTIN,
            duration_ms=duration,
        )

    async def _review(self, files: Files, builtin: str, limit: TimeLimit, language: Language) -> AgentIteration:
        findings, problems = await self._pipeline.run(review_files, files, language, within=limit)
        fixable = sum(finding["fixable"] for finding in findings)
        if builtin == REVIEW:
            text = texts.reviewed(len(files), len(findings), fixable)
        else:
            text = texts.verified(len(findings))
        data = {
            "type": f"code-{builtin}",
            "files": len(files),
            "findings": findings[:MAX_LISTED],
            "count": len(findings),
            "fixable": fixable,
            "notReviewed": problems[:MAX_LISTED],
        }
        return AgentIteration(text.pick(language), _dump(data))

    async def _fix(self, files: Files, limit: TimeLimit, language: Language) -> AgentIteration:
        fixed = await self._pipeline.run(fix_files, files, language, within=limit)
        data = {"type": "code-fix", "fixed": list(fixed.applied[:MAX_LISTED]), "count": len(fixed.applied)}
        generated = [TeamFile(path, FileKind.TEXT, content=content) for path, content in fixed.files.items()]
        if fixed.diff:
            generated.append(TeamFile(DIFF_FILE, FileKind.TEXT, content=fixed.diff.encode("utf-8", "replace")))
        text = texts.fixed(len(fixed.files), len(fixed.applied)).pick(language)
        return AgentIteration(text, _dump(data), generated_files=tuple(generated))


def collect_sources(task: AgentTask) -> Files:
    """Return the Python files of *task*: its attachments, replaced by later versions from earlier stages."""
    generated = (file for stage in task.workflow.stages for file in stage.generated_files)
    files = (*task.workflow.attachments, *generated)
    return {file.path: file.content for file in files if file.kind is FileKind.TEXT and file.path.endswith(PYTHON)}


def _add_checks(iteration: AgentIteration, call_id: str, report: dict[str, Any], language: Language) -> AgentIteration:
    data = json.loads(iteration.structured_data) | {"checks": report}
    text = texts.checked(report["testsPassed"], report["counts"], report["ruff"], report["problem"] or "")
    call = AgentToolCall(call_id, RUN_CHECKS.name, b"{}", _dump(report)[:65_536], failed=report["testsPassed"] is None)
    return AgentIteration(f"{iteration.text} {text.pick(language)}", _dump(data), (call,))


def find_builtin(task: AgentTask) -> str:
    """Return the name of the built-in work that the stage of *task* requests, "" for none."""
    arguments = parse_json(task.stage.arguments or b"{}", "task.stage.arguments")
    name = arguments.get("builtin") if isinstance(arguments, dict) else None
    return name if name in BUILTINS else ""


def _dump(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
