"""Delivery of a task of the agent team: its files, `report.md` and `result.json`."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reflow.v1 import orchestrator_pb2, team_pb2, team_run_pb2

from services.cli.rendering.texts import agent_name
from services.cli.runs.lookup import abbreviate
from services.cli.umask import user_umask
from services.common.contract.input_validation import is_relative_path
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.client import Client

REPORT, RESULT = "report.md", "result.json"
_KINDS = {team_pb2.TEAM_FILE_KIND_IMAGE: "image", team_pb2.TEAM_FILE_KIND_TEXT: "text"}
_STATUSES = {
    team_pb2.STAGE_STATUS_DONE: ("done", Text("完成", "done")),
    team_pb2.STAGE_STATUS_SKIPPED: ("skipped", Text("未执行", "left out")),
    team_pb2.STAGE_STATUS_FAILED: ("failed", Text("失败", "failed")),
}
_PENDING = ("pending", Text("进行中", "pending"))
_PARTIAL = Text("这是一个没有完成的任务的部分结果。", "This is a part of the result of a task that was not finished.")
_FAILED = Text("任务没有完成。", "The task was not finished.")
_MORE_FINDINGS = Text("另有 {count} 处，见 {file}", "{count} more in {file}")
MAX_FINDINGS = 200
_TITLE, _VERDICT = Text("任务", "Task"), Text("评估", "Evaluation")


async def save_team_result(
    client: "Client", run_id: str, task: str, result: team_run_pb2.TeamResult, out: Path, language: Language
) -> Path:
    """Save every generated file, the report and the data of all stages; return the path of the report. Raises OSError.

    They are written to *out*, or to a subfolder for the run if *out* already contains a result.
    """
    files = await _collect_files(client, run_id, task, result, language)
    return await asyncio.to_thread(_write, out, run_id, files)


async def save_partial_result(
    client: "Client", run: orchestrator_pb2.Run, out: Path, language: Language
) -> Path | None:
    """Save the results of the stages of a failed task in a folder `partial-RUN` of *out*; None if there are none.

    The report and the data state that the task failed, and why.
    """
    if not any(stage.generated_files for stage in run.team.stages):
        return None
    result = team_run_pb2.TeamResult(plan=run.team.plan, stages=run.team.stages)
    error = run.error.message or _FAILED.pick(language)
    files = await _collect_files(client, run.run_id, run.team.input.text, result, language, error)
    return await asyncio.to_thread(_write, out / f"partial-{abbreviate(run.run_id)}", run.run_id, files)


async def _collect_files(
    client: "Client", run_id: str, task: str, result: team_run_pb2.TeamResult, language: Language, error: str = ""
) -> dict[str, bytes]:
    """Return the generated files, the report and the data of all stages by name; with *error* they contain it."""
    names = name_files(result)
    images = [file for stage in result.stages for file in stage.generated_files if file.asset_id]
    contents = await asyncio.gather(*(client.read_image(file.asset_id) for file in images))
    by_id = {file.asset_id: content for file, content in zip(images, contents, strict=True)}
    files: dict[str, bytes] = {
        names[stage.stage_id, file.path]: by_id.get(file.asset_id, file.content)
        for stage in result.stages
        for file in stage.generated_files
    }
    files[REPORT] = render_report(task, result, names, language, error).encode()
    data = to_json(run_id, task, result, names) | ({"partial": True, "error": error} if error else {})
    files[RESULT] = json.dumps(data, ensure_ascii=False, indent=2).encode()
    return files


def name_files(result: team_run_pb2.TeamResult) -> dict[tuple[str, str], str]:
    """Return the name of each generated file in the output folder, by stage and path: its path, or a unique variant."""
    names: dict[tuple[str, str], str] = {}
    taken = {REPORT, RESULT}
    for stage in result.stages:
        for file in stage.generated_files:
            name = file.path if is_relative_path(file.path) else "file"
            while name in taken:
                name = f"{stage.stage_id}/{name}"
            taken.add(name)
            names[stage.stage_id, file.path] = name
    return names


def to_json(
    run_id: str, task: str, result: team_run_pb2.TeamResult, names: dict[tuple[str, str], str]
) -> dict[str, Any]:
    """Return `result.json`: the task, the plan, the StageContext of each stage, and the verdict."""
    return {
        "runId": run_id,
        "task": task,
        "template": result.plan.template or None,
        "executionOrder": [list(group.stages) for group in result.plan.execution_order],
        "stages": [_stage_to_json(stage, names) for stage in result.stages],
        "verdict": {
            "passed": result.verdict.passed,
            "score": result.verdict.score,
            "feedback": result.verdict.feedback,
            "judged": result.verdict.judged,
        }
        if result.HasField("verdict")
        else None,
    }


def _stage_to_json(stage: team_pb2.StageContext, names: dict[tuple[str, str], str]) -> dict[str, Any]:
    return {
        "stageId": stage.stage_id,
        "status": _STATUSES.get(stage.status, _PENDING)[0],
        "reason": stage.reason or None,
        "textOutput": stage.text_output,
        "structuredData": json.loads(stage.structured_data) if stage.structured_data else None,
        "generatedFiles": [
            {"path": names[stage.stage_id, file.path], "type": _KINDS.get(file.kind, "data")}
            for file in stage.generated_files
        ],
        "attachments": [{"path": file.path, "type": _KINDS.get(file.kind, "data")} for file in stage.attachments],
        "metadata": {
            "agentId": stage.metadata.agent_id,
            "duration": stage.metadata.duration_ms / 1_000,
            "toolsUsed": list(stage.metadata.tools_used),
            "engine": stage.metadata.engine,
        },
    }


def render_report(
    task: str,
    result: team_run_pb2.TeamResult,
    names: dict[tuple[str, str], str],
    language: Language,
    error: str = "",
) -> str:
    """Return `report.md`; with *error* that of a task that failed."""
    lines = [f"# {_TITLE.pick(language)}", "", to_one_line(task), "", to_one_line(result.plan.analysis), ""]
    lines += [f"**{_PARTIAL.pick(language)}** {to_one_line(error)}", ""] if error else []
    for stage in result.stages:
        status = _STATUSES.get(stage.status, _PENDING)[1].pick(language)
        agent = agent_name(stage.metadata.agent_id, language)
        lines += [f"## {stage.stage_id} · {agent} · {status}", ""]
        lines += [to_one_line(stage.reason), ""] if stage.reason else []
        lines += [*(f"    {line}" for line in stage.text_output.splitlines()), ""] if stage.text_output else []
        lines += _list_findings(stage, language)
        for file in stage.generated_files:
            name = names[stage.stage_id, file.path]
            link = name.replace(" ", "%20")
            lines += [f"![{name}]({link})" if file.kind == team_pb2.TEAM_FILE_KIND_IMAGE else f"[{name}]({link})", ""]
    if result.HasField("verdict"):
        lines += [f"## {_VERDICT.pick(language)}", "", to_one_line(result.verdict.feedback), ""]
    return "\n".join(lines)


def _list_findings(stage: team_pb2.StageContext, language: Language) -> list[str]:
    """Return the findings in the data of *stage* and of its checks, with their places; its text only counts them."""
    data = json.loads(stage.structured_data) if stage.structured_data else None
    sources = (data, data.get("checks")) if isinstance(data, dict) else ()
    lists = (source.get("findings") for source in sources if isinstance(source, dict))
    findings = [found for one in lists if isinstance(one, list) for found in one]
    listed = [found for found in findings if isinstance(found, dict) and "path" in found and "message" in found]
    lines = [f"- `{_place(found)}` {to_one_line(str(found['message']))}" for found in listed[:MAX_FINDINGS]]
    if len(listed) > MAX_FINDINGS:
        lines.append(f"- {_MORE_FINDINGS.pick(language).format(count=len(listed) - MAX_FINDINGS, file=RESULT)}")
    return [*lines, ""] if lines else []


def _place(finding: Mapping[str, Any]) -> str:
    line = finding.get("line")
    return to_one_line(f"{finding['path']}:{line}" if line else str(finding["path"])).replace("`", "'")


def _write(out: Path, run_id: str, files: dict[str, bytes]) -> Path:
    folder = out if not any((out / name).exists() for name in files) else out / f"task-{abbreviate(run_id)}"
    with user_umask():
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    return folder / REPORT
