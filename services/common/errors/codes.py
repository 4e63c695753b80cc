"""The names of failures: codes, where they belong, how bad they are."""

from enum import StrEnum


class Category(StrEnum):
    """Where a failure belongs."""

    API = "api_error"
    VALIDATION = "validation_error"
    BUSINESS = "business_error"
    RESOURCE = "resource_error"
    NETWORK = "network_error"
    UNKNOWN = "unknown_error"


class Level(StrEnum):
    """How bad a failure is; also its log level."""

    CRITICAL = "critical"
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Code(StrEnum):
    """The stable name of a failure, the same in gRPC, HTTP, logs and metrics."""

    LLM_API_ERROR = "LLM_API_ERROR"
    LLM_RATE_LIMIT = "LLM_RATE_LIMIT"
    LLM_TIMEOUT = "LLM_TIMEOUT"
    LLM_REFUSED = "LLM_REFUSED"
    CONTENT_REFUSED = "CONTENT_REFUSED"
    OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN"
    TOOL_FAILED = "TOOL_FAILED"
    IMAGE_UNUSABLE = "IMAGE_UNUSABLE"
    BUDGET_EXCEEDED = "BUDGET_EXCEEDED"
    INVALID_INPUT_EMPTY = "INVALID_INPUT_EMPTY"
    INVALID_INPUT_FORMAT = "INVALID_INPUT_FORMAT"
    MASK_DATA_MISSING = "MASK_DATA_MISSING"
    MASK_DATA_INVALID = "MASK_DATA_INVALID"
    INTENT_UNKNOWN = "INTENT_UNKNOWN"
    EXECUTION_FAILED = "EXECUTION_FAILED"
    EXECUTION_TIMEOUT = "EXECUTION_TIMEOUT"
    VECTOR_DB_ERROR = "VECTOR_DB_ERROR"
    VECTOR_DB_TIMEOUT = "VECTOR_DB_TIMEOUT"
    WORKFLOW_ERROR = "WORKFLOW_ERROR"
    SSE_CONNECTION_ERROR = "SSE_CONNECTION_ERROR"
    SESSION_EXPIRED = "SESSION_EXPIRED"
    SESSION_UNKNOWN = "SESSION_UNKNOWN"
    RUN_UNKNOWN = "RUN_UNKNOWN"
    ASSET_UNKNOWN = "ASSET_UNKNOWN"
    STYLE_UNKNOWN = "STYLE_UNKNOWN"
    NOTE_UNKNOWN = "NOTE_UNKNOWN"
    CREATIVE_UNKNOWN = "CREATIVE_UNKNOWN"
    PROMPT_UNKNOWN = "PROMPT_UNKNOWN"
    TEMPLATE_UNKNOWN = "TEMPLATE_UNKNOWN"
    MODEL_UNKNOWN = "MODEL_UNKNOWN"
    QUEUE_FULL = "QUEUE_FULL"
    STORAGE_FULL = "STORAGE_FULL"
    QUESTION_UNKNOWN = "QUESTION_UNKNOWN"
    ANSWER_CONFLICT = "ANSWER_CONFLICT"
    ANSWER_STALE = "ANSWER_STALE"
    THREAD_WAITING = "THREAD_WAITING"
    IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    UNKNOWN_ERROR = "UNKNOWN_ERROR"

    @classmethod
    def named(cls, name: str) -> "Code":
        """Return the code of *name*; UNKNOWN_ERROR for one that this version does not know."""
        return cls.__members__.get(name, cls.UNKNOWN_ERROR)
