"""/api/creatives: finished notes, and notes in progress."""

from fastapi import APIRouter, Query
from reflow.v1 import creatives_pb2

from services.gateway.dependencies import Deps
from services.gateway.json_mapper.notes import creative_summary_to_json, creative_to_json
from services.gateway.openapi import describe_result, failures
from services.gateway.responses import JsonResponse

MAX_PAGE_SIZE = 100

router = APIRouter(prefix="/api/creatives", tags=["notes"])


@router.get("", summary="List notes, newest first", responses=failures(400))
async def list_creatives(
    deps: Deps,
    thread_id: str = Query("", alias="threadId", max_length=128, description="Only this conversation's."),
    page_size: int = Query(20, alias="pageSize", ge=1, le=MAX_PAGE_SIZE),
    page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
) -> JsonResponse:
    """Return `{creatives, nextPageToken}`: creativeId, threadId, status, title, message, error, times of each."""
    page = await deps.clients.call(
        deps.clients.creatives.ListCreatives,
        creatives_pb2.ListCreativesRequest(thread_id=thread_id, page_size=page_size, page_token=page_token),
    )
    summaries = [creative_summary_to_json(creative, expose_details=deps.expose_details) for creative in page.creatives]
    return JsonResponse({"creatives": summaries, "nextPageToken": page.next_page_token or None})


@router.get(
    "/{creative_id}", summary="A note in its current state", responses=describe_result("Creative") | failures(404)
)
async def get_creative(creative_id: str, deps: Deps) -> JsonResponse:
    """Return the fields of the list, and the input, the note, and pending (the question that waits for an answer).

    A value that does not exist yet is null. status: running, paused, complete, aborted or failed.
    """
    request = creatives_pb2.GetCreativeRequest(creative_id=creative_id)
    response = await deps.clients.call(deps.clients.creatives.GetCreative, request)
    return JsonResponse(creative_to_json(response.creative, expose_details=deps.expose_details))
