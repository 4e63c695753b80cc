"""JSON forms of the agent team: the task, its plan, and the result of each stage. Contents of files are left out."""

import json
from typing import Any
from urllib.parse import quote

from reflow.v1 import critic_pb2, team_pb2, team_run_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.json_mapper.values import Json, asset_url


def team_state_to_json(state: team_run_pb2.TeamState, run_id: str) -> Json:
    """Return the state of a run."""
    return {
        "userInput": input_to_json(state.input),
        "plan": plan_to_json(state.plan) if state.HasField("plan") else None,
        "stages": [stage_to_json(stage, run_id) for stage in state.stages],
        "returns": state.returns,
        "verdict": _verdict_to_json(state.verdict) if state.HasField("verdict") else None,
    }


def result_to_json(result: team_run_pb2.TeamResult, run_id: str) -> Json:
    """Return the result of a task."""
    return {
        "plan": plan_to_json(result.plan),
        "stages": [stage_to_json(stage, run_id) for stage in result.stages],
        "verdict": _verdict_to_json(result.verdict),
    }


def input_to_json(message: team_pb2.AgentTeamInput) -> Json:
    """Return the user's request."""
    return {
        "text": message.text,
        "template": message.template or None,
        "attachments": [_file_to_json(file) for file in message.attachments],
        "seed": message.seed if message.HasField("seed") else None,
        "fresh": message.fresh,
    }


def plan_to_json(plan: team_pb2.TeamPlan) -> Json:
    """Return the plan of a task."""
    return {
        "analysis": plan.analysis,
        "subtasks": [
            {
                "id": stage.id,
                "description": stage.description,
                "agent": stage.agent,
                "inputs": list(stage.inputs),
                "priority": stage.priority,
            }
            for stage in plan.stages
        ],
        "executionOrder": [list(group.stages) for group in plan.execution_order],
        "estimatedComplexity": enum_name(team_pb2.TaskComplexity.DESCRIPTOR, plan.complexity),
        "template": plan.template or None,
        "engine": plan.engine,
        "degraded": plan.degraded,
    }


def iteration_to_json(iteration: team_pb2.AgentIteration) -> Json:
    """Return an iteration of an agent."""
    return {
        "text": iteration.text,
        "structuredData": _parse(iteration.structured_data),
        "toolCalls": [{"id": call.id, "tool": call.tool, "failed": call.failed} for call in iteration.tool_calls],
        "generatedFiles": [_file_to_json(file) for file in iteration.generated_files],
        "done": iteration.done,
        "engine": iteration.engine,
    }


def stage_to_json(stage: team_pb2.StageContext, run_id: str) -> Json:
    """Return the result of a stage of the run *run_id*; its files have URLs."""
    return {
        "stageId": stage.stage_id,
        "status": enum_name(team_pb2.StageStatus.DESCRIPTOR, stage.status),
        "reason": stage.reason or None,
        "textOutput": stage.text_output,
        "structuredData": _parse(stage.structured_data),
        "generatedFiles": [
            _file_to_json(file) | {"url": _image_url(file) or file_url(run_id, stage.stage_id, file.path)}
            for file in stage.generated_files
        ],
        "attachments": [_file_to_json(file) for file in stage.attachments],
        "metadata": {
            "agentId": stage.metadata.agent_id,
            "duration": stage.metadata.duration_ms / 1_000,
            "toolsUsed": list(stage.metadata.tools_used),
            "engine": stage.metadata.engine,
        },
    }


def file_url(run_id: str, stage_id: str, path: str) -> str:
    """Return the URL of a text or data that a stage generated."""
    return f"/api/runs/{run_id}/files/{stage_id}/{quote(path)}"


def _file_to_json(file: team_pb2.TeamFile) -> Json:
    kind = enum_name(team_pb2.TeamFileKind.DESCRIPTOR, file.kind)
    size, summary = file.size or len(file.content) or None, file.summary or None
    return {"path": file.path, "type": kind, "url": _image_url(file), "size": size, "summary": summary}


def _image_url(file: team_pb2.TeamFile) -> str | None:
    return asset_url(file.asset_id) if file.kind == team_pb2.TEAM_FILE_KIND_IMAGE else None


def _verdict_to_json(verdict: critic_pb2.Verdict) -> Json:
    return {
        "passed": verdict.passed,
        "score": verdict.score,
        "feedback": verdict.feedback,
        "returnTo": verdict.return_to or None,
        "judged": verdict.judged,
    }


def _parse(data: bytes) -> Any:
    return json.loads(data) if data else None
