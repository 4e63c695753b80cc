"""Styles, image engines, error statistics, health."""

import math

from fastapi import APIRouter, Query
from reflow.v1 import errors_pb2, executor_pb2, knowledge_pb2, orchestrator_pb2

from services.gateway.dependencies import Deps
from services.gateway.errors import category_of
from services.gateway.health import check_health
from services.gateway.json_mapper.sessions import engine_to_json, style_to_json
from services.gateway.json_mapper.values import Json, duration_seconds, to_duration
from services.gateway.openapi import failures
from services.gateway.responses import JsonResponse

NOT_READY = 503
HOUR = 3_600.0
MAX_WINDOW = 7 * 24 * HOUR
# Without styles a run continues with the prompt as written, so a gateway without rag is still useful.
REQUIRED_SERVICES = ("orchestrator", "executor")

router = APIRouter(tags=["system"])


@router.get("/api/styles", summary="The style library", responses=failures(503))
async def styles(
    deps: Deps,
    page_size: int = Query(100, alias="pageSize", ge=1, le=1_000),
    page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
) -> JsonResponse:
    """Return `{styles, nextPageToken}`, by key: names, aliases, prompts, look and tags."""
    request = knowledge_pb2.ListStylesRequest(page_size=page_size, page_token=page_token)
    page = await deps.clients.call(deps.clients.knowledge.ListStyles, request)
    items = [style_to_json(style) for style in page.styles]
    return JsonResponse({"styles": items, "nextPageToken": page.next_page_token or None})


@router.get("/api/engines", summary="The image engines", responses=failures(503))
async def engines(deps: Deps) -> JsonResponse:
    """Return `{engines}`, the default first: name, default, abilities, sizes, ready, reason of each.

    `abilities.reference` lists the features that the engine uses of a reference image: pixels, or palette, brightness
    and composition; empty if it cannot use one. `sizes` are the engine's own; empty: any. `reason` states why it is not
    ready.
    """
    response = await deps.clients.call(deps.clients.executor.ListEngines, executor_pb2.ListEnginesRequest())
    return JsonResponse({"engines": [engine_to_json(engine) for engine in response.engines]})


@router.get("/api/errors", summary="Error rates", responses=failures(400))
async def errors(
    deps: Deps,
    window: float = Query(HOUR, alias="windowSeconds", gt=0, le=MAX_WINDOW, allow_inf_nan=False),
    code: str = Query("", max_length=64, description="Only this error code."),
) -> JsonResponse:
    """Return `{windowSeconds, code, count, perMinute, total, since, rates}`: the errors of all services.

    `count` and `perMinute` are those within the window, `total` those since counting started (`since`, Unix time in
    ms). `rates` contains the same by code and node, most frequent first.
    """
    request = orchestrator_pb2.GetErrorStatisticsRequest(window=to_duration(window), code=code)
    response = await deps.clients.call(deps.clients.orchestrator.GetErrorStatistics, request)
    return JsonResponse(
        {
            "windowSeconds": duration_seconds(response.window),
            "code": code or None,
            "count": response.count,
            "perMinute": _finite(response.per_minute),
            "total": response.total,
            "since": response.since.ToMilliseconds() if response.HasField("since") else None,
            "rates": [_rate_to_json(rate) for rate in response.rates],
        }
    )


@router.get("/healthz", summary="The process is alive")
async def healthz() -> JsonResponse:
    """Return `{status: ok}`."""
    return JsonResponse({"status": "ok"})


@router.get("/readyz", summary="The services respond", responses={NOT_READY: {"description": "Not ready."}})
async def readyz(deps: Deps) -> JsonResponse:
    """Return `{status, services}`; 503 while the orchestrator or the executor does not respond, or when stopping."""
    services = await check_health(deps.clients.channels)
    is_ready = all(services[name] for name in REQUIRED_SERVICES) and not deps.stopping.is_set()
    body = {"status": "ready" if is_ready else "not ready", "services": services}
    return JsonResponse(body, 200 if is_ready else NOT_READY)


def _rate_to_json(rate: errors_pb2.ErrorRate) -> Json:
    return {
        "code": rate.code,
        "category": category_of(rate.category),
        "node": rate.node or None,
        "count": rate.count,
        "perMinute": _finite(rate.per_minute),
        "total": rate.total,
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
