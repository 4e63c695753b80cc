"""/api/creatives: the notes that were made, or are being made."""

from fastapi import APIRouter, Query
from reflow.v1 import creatives_pb2

from services.gateway.answering import JsonResponse
from services.gateway.creation.creatives import creative, creative_summary
from services.gateway.openapi import failures
from services.gateway.surroundings import Surroundings

LARGEST_PAGE = 100


def creative_routes(world: Surroundings) -> APIRouter:
    """Return the routes about creatives."""
    router = APIRouter(prefix="/api/creatives", tags=["notes"])

    @router.get("", summary="List notes, newest first", responses=failures(400))
    async def list_creatives(
        thread_id: str = Query("", alias="threadId", max_length=128, description="Only this conversation's."),
        page_size: int = Query(20, alias="pageSize", ge=1, le=LARGEST_PAGE),
        page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
    ) -> JsonResponse:
        """Return `{creatives, nextPageToken}`: creativeId, threadId, status, title, message, error, times of each."""
        page = await world.upstream.ask(
            world.upstream.creatives.ListCreatives,
            creatives_pb2.ListCreativesRequest(thread_id=thread_id, page_size=page_size, page_token=page_token),
        )
        told = [creative_summary(made, expose_details=world.expose_details) for made in page.creatives]
        return JsonResponse({"creatives": told, "nextPageToken": page.next_page_token or None})

    @router.get("/{creative_id}", summary="A note as it stands", responses=failures(404))
    async def get_creative(creative_id: str) -> JsonResponse:
        """Return what the list tells, and input, note {title, body, tags, draft, engine, images [{planId, assetId, url,
        plainUrl, paragraph}], layout, verdict, missing, remarks} and pending (the question it waits for an answer to);
        what is not there yet is null. status: running, paused, complete, aborted or failed.
        """  # noqa: D205  # one sentence
        asked = creatives_pb2.GetCreativeRequest(creative_id=creative_id)
        answer = await world.upstream.ask(world.upstream.creatives.GetCreative, asked)
        return JsonResponse(creative(answer.creative, expose_details=world.expose_details))

    return router
