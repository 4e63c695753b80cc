"""All fake providers as one application."""

from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from services.fake_providers import comfyui, control, dashscope, openai, pictures
from services.fake_providers.connections import HangingUp
from services.fake_providers.script import Script

DOORS: Mapping[str, str] = {**openai.DOORS, **dashscope.DOORS, **comfyui.DOORS}


def create_app(script: Script) -> Starlette:
    """Return the application that plays *script*."""

    async def front(_request: Request) -> Response:
        return JSONResponse({"fake": True, "doors": DOORS, "control": "/control/{script,reset,journal}"})

    compatible = Mount("/compatible-mode/v1", routes=openai.compatible_routes(script))
    return Starlette(
        routes=[
            Route("/", front),
            Mount("/control", routes=control.routes(script, DOORS)),
            Mount("/openai/v1", routes=openai.routes(script)),
            Mount("/dashscope", routes=[compatible, *dashscope.routes(script, pictures.picture)]),
            Mount("/comfyui", routes=comfyui.routes(script, pictures.picture)),
        ],
        middleware=[Middleware(HangingUp)],
    )
