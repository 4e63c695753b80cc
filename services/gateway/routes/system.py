"""Styles, error statistics, health."""

import math

from fastapi import APIRouter, Query
from google.protobuf.duration_pb2 import Duration
from reflow.v1 import knowledge_pb2, orchestrator_pb2

from services.common.errors import Category
from services.gateway import spelling
from services.gateway.answering import JsonResponse
from services.gateway.errors import CATEGORIES
from services.gateway.health import check_all
from services.gateway.openapi import failures
from services.gateway.surroundings import Surroundings

NOT_READY = 503
HOUR = 3_600.0
LONGEST_WINDOW = 7 * 24 * HOUR
# Without styles a run goes on with the wish as written, so a gateway without rag is still of use.
NEEDED = ("orchestrator", "executor")


def system_routes(world: Surroundings) -> APIRouter:
    """Return the routes about the system as a whole."""
    router = APIRouter(tags=["system"])

    @router.get("/api/styles", summary="The style library", responses=failures(503))
    async def styles(
        page_size: int = Query(100, alias="pageSize", ge=1, le=1_000),
        page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
    ) -> JsonResponse:
        """Return `{styles, nextPageToken}`, by key: names, aliases, prompts, look and tags."""
        asked = knowledge_pb2.ListStylesRequest(page_size=page_size, page_token=page_token)
        page = await world.upstream.ask(world.upstream.knowledge.ListStyles, asked)
        found = [spelling.style(style) for style in page.styles]
        return JsonResponse({"styles": found, "nextPageToken": page.next_page_token or None})

    @router.get("/api/errors", summary="How often what failed", responses=failures(400))
    async def errors(
        window: float = Query(HOUR, alias="windowSeconds", gt=0, le=LONGEST_WINDOW, allow_inf_nan=False),
    ) -> JsonResponse:
        """Return `{windowSeconds, rates, gateway}`: by code, most frequent first.

        `rates` is what the orchestrator's process recorded, `gateway` what this gateway's did: the same where all
        services share one process.
        """
        asked = orchestrator_pb2.GetErrorStatisticsRequest(window=_duration(window))
        answer = await world.upstream.ask(world.upstream.orchestrator.GetErrorStatistics, asked)
        rates = [
            _rate(rate.code, CATEGORIES.get(rate.category, Category.UNKNOWN), rate.node, rate.count, rate.per_minute)
            for rate in answer.rates
        ]
        own = [
            _rate(rate.code, rate.category, rate.node, rate.count, rate.per_minute)
            for rate in world.telemetry.errors.rates(window)
        ]
        return JsonResponse({"windowSeconds": answer.window.ToNanoseconds() / 1e9, "rates": rates, "gateway": own})

    @router.get("/healthz", summary="The process lives")
    async def healthz() -> JsonResponse:
        """Return `{status: ok}`."""
        return JsonResponse({"status": "ok"})

    @router.get("/readyz", summary="The services behind answer", responses={NOT_READY: {"description": "Not ready."}})
    async def readyz() -> JsonResponse:
        """Return `{status, services}`; 503 while the orchestrator or the executor does not answer, or on stopping."""
        services = await check_all(world.upstream.channels)
        ready = all(services[name] for name in NEEDED) and not world.stopping.is_set()
        body = {"status": "ready" if ready else "not ready", "services": services}
        return JsonResponse(body, 200 if ready else NOT_READY)

    return router


def _rate(code: str, category: Category, node: str, count: int, per_minute: float) -> spelling.Json:
    return {
        "code": code,
        "category": category.value,
        "node": node or None,
        "count": count,
        "perMinute": per_minute if math.isfinite(per_minute) else None,
    }


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromNanoseconds(int(seconds * 1e9))
    return duration
