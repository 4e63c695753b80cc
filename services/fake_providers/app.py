"""All fake providers as one application."""

from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from services.fake_providers import comfyui, control, dashscope, image_generator, openai
from services.fake_providers.connections import ConnectionCloser
from services.fake_providers.scenario import Scenario

ENDPOINTS: Mapping[str, str] = {**openai.ENDPOINTS, **dashscope.ENDPOINTS, **comfyui.ENDPOINTS}


def create_app(scenario: Scenario) -> Starlette:
    """Return the application that follows *scenario*."""

    async def index(_request: Request) -> Response:
        return JSONResponse({"fake": True, "doors": ENDPOINTS, "control": "/control/{script,reset,journal}"})

    compatible = Mount("/compatible-mode/v1", routes=openai.compatible_routes(scenario))
    return Starlette(
        routes=[
            Route("/", index),
            Mount("/control", routes=control.routes(scenario, ENDPOINTS)),
            Mount("/openai/v1", routes=openai.routes(scenario)),
            Mount("/dashscope", routes=[compatible, *dashscope.routes(scenario, image_generator.generate_image)]),
            Mount("/comfyui", routes=comfyui.routes(scenario, image_generator.generate_image)),
        ],
        middleware=[Middleware(ConnectionCloser)],
    )
