"""CreativeService: the notes that runs create, replayed from their logs."""

import uuid
from collections import OrderedDict

from reflow.v1 import creatives_pb2, creatives_pb2_grpc

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.rpc.interceptor import Context
from services.orchestrator.adapters.note_mapper import creative_to_proto
from services.orchestrator.adapters.redaction import redact_error
from services.orchestrator.adapters.request_values import format_page_token, parse_page_token
from services.orchestrator.engine.run_log import RunLog, RunRow
from services.orchestrator.engine.workflows import Workflows

WORKFLOW = "note"
DEFAULT_PAGE_SIZE = 20
# Maximum number of list entries in the cache, about 2 KB each. Replaying a log takes tens of milliseconds.
MAX_CACHED = 1_000


class CreativeServicer(creatives_pb2_grpc.CreativeServiceServicer):
    """Lists and reads creatives. A creative is the run that creates it, so nothing is stored twice."""

    def __init__(self, run_log: RunLog, workflows: Workflows, limits: Limits, *, expose_details: bool) -> None:
        self._log = run_log
        self._workflows = workflows
        self._limits = limits
        self._expose_details = expose_details
        self._cached: OrderedDict[str, tuple[int, creatives_pb2.Creative]] = OrderedDict()

    async def ListCreatives(
        self, request: creatives_pb2.ListCreativesRequest, context: Context
    ) -> creatives_pb2.ListCreativesResponse:
        size = request.page_size or DEFAULT_PAGE_SIZE
        before = parse_page_token(request.page_token)
        rows = await self._log.list_runs(request.thread_id, WORKFLOW, before, size)
        token = format_page_token([(row.created_at, row.run_id) for row in rows], size)
        creatives = [await self._list_entry(row) for row in rows]
        return creatives_pb2.ListCreativesResponse(creatives=creatives, next_page_token=token)

    async def GetCreative(
        self, request: creatives_pb2.GetCreativeRequest, context: Context
    ) -> creatives_pb2.GetCreativeResponse:
        try:
            row = await self._log.find(str(uuid.UUID(request.creative_id)))
        except ValueError:
            row = None
        if row is None or row.workflow != WORKFLOW:
            raise ReflowError(Code.CREATIVE_UNKNOWN, field="creative_id")
        return creatives_pb2.GetCreativeResponse(creative=await self._creative(row, with_note=True))

    async def _list_entry(self, row: RunRow) -> creatives_pb2.Creative:
        """Return the creative of *row* without its note, from the cache unless its log has grown."""
        sequence, creative = self._cached.get(row.run_id, (0, None))
        if creative is None or sequence != row.last_sequence:
            creative = await self._creative(row, with_note=False)
            self._cached[row.run_id] = row.last_sequence, creative
        self._cached.move_to_end(row.run_id)
        if len(self._cached) > MAX_CACHED:
            self._cached.popitem(last=False)
        return creative

    async def _creative(self, row: RunRow, *, with_note: bool) -> creatives_pb2.Creative:
        run = await self._workflows.load_run(row, self._log)
        message = creative_to_proto(row, run, self._limits.return_score, with_note=with_note)
        if message.HasField("error") and not self._expose_details:
            redact_error(message.error)
        return message
