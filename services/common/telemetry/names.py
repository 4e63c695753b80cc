"""The vocabulary: every span, attribute and metric name there is."""

# Spans
RUN = "reflow.run"
STEP = "reflow.step"

# Attributes
RUN_ID = "reflow.run_id"
SESSION_ID = "reflow.session_id"
STEP_NAME = "reflow.step"
AGENT = "reflow.agent"
ATTEMPT = "reflow.attempt"
ERROR_CODE = "reflow.error.code"
ERROR_CATEGORY = "reflow.error.category"
ERROR_NODE = "reflow.error.node"
RUN_STATUS = "reflow.run.status"
RPC_SYSTEM = "rpc.system"
RPC_METHOD = "rpc.method"

# Attributes of model calls, by OpenTelemetry's conventions for generative AI
# (https://github.com/open-telemetry/semantic-conventions-genai). Never prompts or completions.
GEN_AI_OPERATION = "gen_ai.operation.name"
GEN_AI_PROVIDER = "gen_ai.provider.name"
GEN_AI_REQUEST_MODEL = "gen_ai.request.model"
GEN_AI_INPUT_TOKENS = "gen_ai.usage.input_tokens"
GEN_AI_OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
GEN_AI_FINISH_REASONS = "gen_ai.response.finish_reasons"
GEN_AI_TOKEN_TYPE = "gen_ai.token.type"  # noqa: S105 -- words, not a secret
ERROR_TYPE = "error.type"

# Baggage: the HTTP request on whose behalf a call is made
HTTP_METHOD = "http.request.method"
HTTP_PATH = "url.path"

# Metrics
GEN_AI_TOKEN_USAGE = "gen_ai.client.token.usage"  # noqa: S105 -- words, not a secret
GEN_AI_DURATION = "gen_ai.client.operation.duration"
ERRORS = "reflow.errors"
RUNS_RUNNING = "reflow.runs.running"
RUNS_WAITING = "reflow.runs.waiting"
RPC_DURATION = "rpc.server.duration"

# Events on spans
ERROR_RAISED = "reflow.error"
