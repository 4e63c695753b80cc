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

# Metrics
ERRORS = "reflow.errors"
RUNS_ENDED = "reflow.runs.ended"
RUNS_RUNNING = "reflow.runs.running"
RUNS_WAITING = "reflow.runs.waiting"
STEP_DURATION = "reflow.step.duration"
RPC_DURATION = "rpc.server.duration"

# Events on spans
ERROR_RAISED = "reflow.error"
