"""CreativeService: the notes that runs make, as their logs tell."""

import uuid
from collections import OrderedDict

from reflow.v1 import creatives_pb2, creatives_pb2_grpc

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.serving.interceptor import Context
from services.orchestrator.adapters import runs_codec
from services.orchestrator.adapters.note_codec import creative_message
from services.orchestrator.engine.log import RunLog, RunRow
from services.orchestrator.engine.workflows import Workflows

WORKFLOW = "note"
DEFAULT_PAGE = 20
# Of how many runs it is kept what a list tells of them, about 2 KB each: to fold a log takes tens of milliseconds.
MOST_KEPT = 1_000


class CreativeServicer(creatives_pb2_grpc.CreativeServiceServicer):
    """Lists and reads creatives: a creative is the run that makes it, so nothing is kept twice."""

    def __init__(self, run_log: RunLog, workflows: Workflows, limits: Limits, *, expose_details: bool) -> None:
        self._log = run_log
        self._workflows = workflows
        self._limits = limits
        self._expose_details = expose_details
        self._kept: OrderedDict[str, tuple[int, creatives_pb2.Creative]] = OrderedDict()

    async def ListCreatives(
        self, request: creatives_pb2.ListCreativesRequest, context: Context
    ) -> creatives_pb2.ListCreativesResponse:
        try:
            before = runs_codec.page_start(request.page_token)
        except ValueError:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field="page_token") from None
        size = request.page_size or DEFAULT_PAGE
        rows = await self._log.list_runs(request.thread_id, WORKFLOW, before, size)
        token = runs_codec.page_token(rows[-1]) if len(rows) == size else ""
        creatives = [await self._listed(row) for row in rows]
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
        return creatives_pb2.GetCreativeResponse(creative=await self._creative(row, whole=True))

    async def _listed(self, row: RunRow) -> creatives_pb2.Creative:
        """Return the creative of *row* without its note; a log that has not grown is not read again."""
        sequence, creative = self._kept.get(row.run_id, (0, None))
        if creative is None or sequence != row.last_sequence:
            creative = await self._creative(row, whole=False)
            self._kept[row.run_id] = row.last_sequence, creative
        self._kept.move_to_end(row.run_id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return creative

    async def _creative(self, row: RunRow, *, whole: bool) -> creatives_pb2.Creative:
        run = await self._workflows.state(row, self._log)
        message = creative_message(row, run, self._limits.return_score, whole=whole)
        if message.HasField("error") and not self._expose_details:
            message.error.ClearField("details")
        return message
