"""gRPC status of every error code."""

from collections.abc import Mapping
from types import MappingProxyType

from grpc import StatusCode

from services.common.errors.codes import Code

STATUSES: Mapping[Code, StatusCode] = MappingProxyType(
    {
        Code.LLM_API_ERROR: StatusCode.UNAVAILABLE,
        Code.LLM_RATE_LIMIT: StatusCode.RESOURCE_EXHAUSTED,
        Code.LLM_TIMEOUT: StatusCode.DEADLINE_EXCEEDED,
        Code.LLM_REFUSED: StatusCode.FAILED_PRECONDITION,
        Code.CONTENT_REFUSED: StatusCode.FAILED_PRECONDITION,
        Code.OUTCOME_UNKNOWN: StatusCode.ABORTED,
        Code.TOOL_FAILED: StatusCode.UNAVAILABLE,
        Code.IMAGE_UNUSABLE: StatusCode.FAILED_PRECONDITION,
        Code.BUDGET_EXCEEDED: StatusCode.FAILED_PRECONDITION,
        Code.INVALID_INPUT_EMPTY: StatusCode.INVALID_ARGUMENT,
        Code.INVALID_INPUT_FORMAT: StatusCode.INVALID_ARGUMENT,
        Code.MASK_DATA_MISSING: StatusCode.FAILED_PRECONDITION,
        Code.MASK_DATA_INVALID: StatusCode.INVALID_ARGUMENT,
        Code.INTENT_UNKNOWN: StatusCode.FAILED_PRECONDITION,
        Code.EXECUTION_FAILED: StatusCode.INTERNAL,
        Code.EXECUTION_TIMEOUT: StatusCode.DEADLINE_EXCEEDED,
        Code.VECTOR_DB_ERROR: StatusCode.UNAVAILABLE,
        Code.VECTOR_DB_TIMEOUT: StatusCode.DEADLINE_EXCEEDED,
        Code.WORKFLOW_ERROR: StatusCode.INTERNAL,
        Code.SSE_CONNECTION_ERROR: StatusCode.UNAVAILABLE,
        Code.SESSION_EXPIRED: StatusCode.FAILED_PRECONDITION,
        Code.SESSION_UNKNOWN: StatusCode.NOT_FOUND,
        Code.RUN_UNKNOWN: StatusCode.NOT_FOUND,
        Code.ASSET_UNKNOWN: StatusCode.NOT_FOUND,
        Code.STYLE_UNKNOWN: StatusCode.NOT_FOUND,
        Code.NODE_TYPE_UNKNOWN: StatusCode.NOT_FOUND,
        Code.NOTE_UNKNOWN: StatusCode.NOT_FOUND,
        Code.CREATIVE_UNKNOWN: StatusCode.NOT_FOUND,
        Code.PROMPT_UNKNOWN: StatusCode.NOT_FOUND,
        Code.TEMPLATE_UNKNOWN: StatusCode.NOT_FOUND,
        Code.MODEL_UNKNOWN: StatusCode.INVALID_ARGUMENT,
        Code.GRAPH_UNKNOWN: StatusCode.NOT_FOUND,
        Code.GRAPH_INVALID: StatusCode.INVALID_ARGUMENT,
        Code.GRAPH_CONFLICT: StatusCode.ABORTED,
        Code.PATCH_REJECTED: StatusCode.INVALID_ARGUMENT,
        Code.GRAPH_NOT_EXECUTABLE: StatusCode.FAILED_PRECONDITION,
        Code.NOTHING_TO_UNDO: StatusCode.FAILED_PRECONDITION,
        Code.WEBHOOK_UNKNOWN: StatusCode.NOT_FOUND,
        Code.DELIVERY_UNKNOWN: StatusCode.NOT_FOUND,
        Code.SCHEDULE_UNKNOWN: StatusCode.NOT_FOUND,
        Code.QUESTION_UNKNOWN: StatusCode.NOT_FOUND,
        Code.ANSWER_CONFLICT: StatusCode.ABORTED,
        Code.ANSWER_STALE: StatusCode.ABORTED,
        Code.THREAD_WAITING: StatusCode.FAILED_PRECONDITION,
        Code.IDEMPOTENCY_KEY_REUSED: StatusCode.FAILED_PRECONDITION,
        Code.QUEUE_FULL: StatusCode.RESOURCE_EXHAUSTED,
        Code.STORAGE_FULL: StatusCode.RESOURCE_EXHAUSTED,
        Code.PERMISSION_DENIED: StatusCode.PERMISSION_DENIED,
        Code.UNKNOWN_ERROR: StatusCode.INTERNAL,
    }
)
