"""The application: routes, exception handlers and middleware. It takes its dependencies as values."""

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from starlette.routing import Route

from services.gateway.dependencies import Dependencies, set_dependencies
from services.gateway.mcp_server.endpoint import PATH, McpEndpoint
from services.gateway.openapi import DESCRIPTION, TITLE, VERSION, add_schemas
from services.gateway.requests.body_budget import BodyBudget
from services.gateway.requests.checks import RequestChecks
from services.gateway.requests.head_requests import HeadRequests
from services.gateway.responses import exception_handlers
from services.gateway.routes import (
    ag_ui,
    assets,
    chat,
    creatives,
    graphs,
    nodes,
    notes,
    page,
    run_files,
    runs,
    schedules,
    sessions,
    system,
    team,
    tools,
    web_socket,
    webhooks,
)
from services.gateway.tracing import TracingMiddleware

ALLOWED_HEADERS = ("Content-Type", "Accept-Language", "Idempotency-Key", "If-Match", "Last-Event-ID", "traceparent")
EXPOSED_HEADERS = ("X-Run-Id", "X-Session-Id", "X-Graph-Id", "X-Trace-Id", "Retry-After", "ETag")


def create_app(deps: Dependencies) -> FastAPI:
    """Return the application over *deps*.

    There is no page at /docs: the usual ones load their scripts from other sites. /openapi.json describes the API.
    """
    app = FastAPI(
        title=TITLE, version=VERSION, description=DESCRIPTION, docs_url=None, redoc_url=None, redirect_slashes=False
    )
    set_dependencies(app, deps)
    for module in (
        chat,
        notes,
        creatives,
        graphs,
        team,
        nodes,
        tools,
        runs,
        run_files,
        schedules,
        webhooks,
        sessions,
        assets,
        system,
        ag_ui,
    ):
        app.include_router(module.router)
    app.include_router(page.create_router())
    app.include_router(web_socket.create_router(deps))
    app.router.routes.append(Route(PATH, McpEndpoint(deps), include_in_schema=False))
    for kind, handler in exception_handlers(deps).items():
        app.add_exception_handler(kind, handler)
    # The last one added is the first to see a request.
    app.add_middleware(HeadRequests)
    app.add_middleware(BodyBudget, max_bytes=deps.settings.body_budget_bytes)
    app.add_middleware(RequestChecks, deps=deps)
    app.add_middleware(TracingMiddleware, deps=deps)
    if deps.settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=deps.settings.cors_origins,
            allow_methods=["GET", "HEAD", "POST", "PATCH", "DELETE"],
            allow_headers=[
                "Content-Type",
                "Accept-Language",
                "Idempotency-Key",
                "If-Match",
                "Last-Event-ID",
                "traceparent",
            ],
            expose_headers=EXPOSED_HEADERS,
        )
    add_schemas(app)
    return app
