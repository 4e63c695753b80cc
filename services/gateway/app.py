"""The application: routes, failures, and what stands around them. It takes what it depends on as values."""

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from services.gateway.answering import handlers
from services.gateway.openapi import DESCRIPTION, TITLE, VERSION, describe
from services.gateway.routes.ag_ui import ag_ui_routes
from services.gateway.routes.assets import asset_routes
from services.gateway.routes.chat import chat_routes
from services.gateway.routes.creatives import creative_routes
from services.gateway.routes.notes import note_routes
from services.gateway.routes.page import page_routes
from services.gateway.routes.runs import run_routes
from services.gateway.routes.sessions import session_routes
from services.gateway.routes.system import system_routes
from services.gateway.surroundings import Surroundings
from services.gateway.tracing import Tracing

READ_BY_PAGES = ("X-Run-Id", "X-Session-Id", "X-Trace-Id", "Retry-After", "ETag")


def create_app(world: Surroundings) -> FastAPI:
    """Return the application over *world*.

    There is no page at /docs: the usual ones load their scripts from elsewhere. /openapi.json describes everything.
    """
    app = FastAPI(
        title=TITLE, version=VERSION, description=DESCRIPTION, docs_url=None, redoc_url=None, redirect_slashes=False
    )
    for routes in (chat_routes, note_routes, creative_routes, run_routes, session_routes, asset_routes, system_routes):
        app.include_router(routes(world))
    app.include_router(ag_ui_routes(world))
    app.include_router(page_routes())
    for kind, handler in handlers(world).items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Tracing, world=world)
    if world.settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=world.settings.cors_origins,
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=["Content-Type", "Accept-Language", "Idempotency-Key", "Last-Event-ID", "traceparent"],
            expose_headers=READ_BY_PAGES,
        )
    describe(app)
    return app
