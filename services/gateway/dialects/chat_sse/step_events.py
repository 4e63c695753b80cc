"""Renders the steps of a run: their start, activities, results and failures."""

from collections.abc import Callable, Mapping

from reflow.v1 import events_pb2, steps_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway import texts
from services.gateway.dialects.chat_sse.context import EventContext, Handler, Rendered
from services.gateway.graphs.json_text import describe_revision
from services.gateway.json_mapper import graph_execution, graphs, image_chat, team
from services.gateway.json_mapper.notes import (
    image_plans_to_json,
    note_images_to_json,
)
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.runs import usage_to_json
from services.gateway.json_mapper.values import Json, duration_seconds, struct_to_json


def step_started(context: EventContext) -> Rendered:
    """Render the start of an attempt."""
    return "progress", context.step(
        "started", 0.0, texts.format_started(context.event.agent, context.event.attempt, context.language)
    )


def step_failed(context: EventContext) -> Rendered:
    """Render a failed attempt, which invalidates everything that it emitted."""
    failed = context.event.step_failed
    retry_in = duration_seconds(failed.retry_in) if failed.HasField("retry_in") else None
    step = context.step("failed", 0.0, failed.error.message)
    error = context.error(failed.error)
    return "progress", step | {"superseded": True, "retryIn": retry_in, "error": error}


def thought(context: EventContext) -> Rendered:
    """Render a thought."""
    return "thought_log", context.step_id() | {"message": context.event.step_activity.thought.text}


def message(context: EventContext) -> Rendered:
    """Render a message."""
    return "thought_log", context.step_id() | {"message": context.event.step_activity.message.text, "kind": "message"}


def progress(context: EventContext) -> Rendered:
    """Render the progress of a step."""
    progress = context.event.step_activity.progress
    phase = enum_name(steps_pb2.Progress.Phase.DESCRIPTOR, progress.phase, "working")
    message = progress.text or texts.format_phase(context.event.agent, phase, context.language)
    return "progress", context.step(phase, progress.fraction, message)


def tool_call(context: EventContext) -> Rendered:
    """Render a call of a tool."""
    call = context.event.step_activity.tool_call
    more = {"toolCallId": call.tool_call_id, "tool": call.tool, "input": struct_to_json(call.input)}
    return "thought_log", context.step_id() | {"message": call.tool, "kind": "tool_call"} | more


def tool_result(context: EventContext) -> Rendered:
    """Render the result of a tool."""
    result = context.event.step_activity.tool_result
    more = {"toolCallId": result.tool_call_id, "tool": result.tool, "output": struct_to_json(result.output)}
    return "thought_log", context.step_id() | {"message": result.tool, "kind": "tool_result"} | more


def usage(context: EventContext) -> Rendered:
    """Render the usage of a remote model."""
    usage = context.event.step_activity.usage
    more = {"kind": "usage", "usage": usage_to_json(usage)}
    return "thought_log", context.step_id() | {"message": texts.format_usage(usage, context.language)} | more


def verdict(context: EventContext) -> Rendered:
    """Render the verdict of a review, which finishes the step."""
    finished = context.step("finished", 1.0, texts.format_finished(context.event.agent, context.language))
    return "quality_check", image_chat.verdict_to_json(context.event.step_finished.verdict) | finished


def step_finished(to_json: Callable[[events_pb2.StepFinished], Json]) -> Handler:
    """Return the handler of a finished step whose result is displayed as *to_json* maps it."""

    def handle(context: EventContext) -> Rendered:
        message = texts.format_finished(context.event.agent, context.language)
        return "progress", context.step("finished", 1.0, message) | to_json(context.event.step_finished)

    return handle


RESULTS: Mapping[str, Callable[[events_pb2.StepFinished], Json]] = {
    "intent": lambda step: {"intent": image_chat.intent_to_json(step.intent)},
    "prompt": lambda step: {"enhancedPrompt": image_chat.enhanced_prompt_to_json(step.prompt)},
    "image": lambda step: {"executionResult": image_chat.execution_result_to_json(step.image)},
    "brief": lambda step: {"creativeBrief": message_to_json(step.brief)},
    "evidence": lambda step: {"evidencePack": message_to_json(step.evidence)},
    "references": lambda step: {
        "referenceAnalyses": [message_to_json(analysis) for analysis in step.references.references]
    },
    "content": lambda step: {"generatedContent": message_to_json(step.content)},
    "layout": lambda step: {"layoutSpec": message_to_json(step.layout)},
    "plans": lambda step: dict(image_plans_to_json(step.plans)),
    "note_image": lambda step: {"generatedImages": note_images_to_json([step.note_image], [])},
    "nodes": lambda step: {"foundTypes": list(step.nodes.found)},
    "patch_plan": lambda step: {"patchPlan": graphs.plan_to_json(step.patch_plan)},
    "applied_patch": lambda step: {"appliedPatch": graphs.applied_to_json(step.applied_patch)},
    "graph_layout": lambda step: {"placedNodes": step.graph_layout.placed},
    "graph_revision": lambda step: {"graphRevision": describe_revision(step.graph_revision)},
    "execution_plan": lambda step: {"executionPlan": graph_execution.plan_to_json(step.execution_plan)},
    "node_result": lambda step: {"nodeResult": graph_execution.node_result_to_json(step.node_result)},
    "graph_outputs": lambda step: {"graphOutputs": graph_execution.outputs_to_json(step.graph_outputs)},
    "advice": lambda step: {"advice": message_to_json(step.advice)},
    "team_plan": lambda step: {"teamPlan": team.plan_to_json(step.team_plan)},
    "agent_iteration": lambda step: {"iteration": team.iteration_to_json(step.agent_iteration)},
}
"""JSON of the result of a step, under its name in the state of the run."""
