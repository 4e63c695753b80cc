"""Routes of the OpenAI API and of compatible APIs."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.behaviors import Behavior
from services.fake_providers.openai.chat import Chat
from services.fake_providers.openai.embeddings import Embeddings
from services.fake_providers.openai.images import Images
from services.fake_providers.openai.variants import DASHSCOPE, OPENAI, ApiVariant
from services.fake_providers.scenario import IncomingRequest, Reply, Scenario

ENDPOINTS: Mapping[str, str] = {
    "openai.chat": "POST /openai/v1/chat/completions",
    "openai.embeddings": "POST /openai/v1/embeddings",
    "openai.images": "POST /openai/v1/images/generations",
    "openai.edits": "POST /openai/v1/images/edits",
    "openai.models": "GET /openai/v1/models",
    "dashscope.chat": "POST /dashscope/compatible-mode/v1/chat/completions",
    "dashscope.embeddings": "POST /dashscope/compatible-mode/v1/embeddings",
    "dashscope.models": "GET /dashscope/compatible-mode/v1/models",
}
MODELS = ("fake-chat", "fake-vision", "fake-embedding", "fake-image")


def routes(scenario: Scenario) -> list[BaseRoute]:
    """Return the routes below /openai/v1."""
    images = Images(scenario)
    return [
        *compatible_routes(scenario, OPENAI),
        Route("/images/generations", images.generations, methods=["POST"]),
        Route("/images/edits", images.edits, methods=["POST"]),
        Route("/files/{name}", images.file, name="openai_file"),
    ]


def compatible_routes(scenario: Scenario, variant: ApiVariant = DASHSCOPE) -> list[BaseRoute]:
    """Return the routes that OpenAI and compatible APIs have in common."""

    async def models(request: Request) -> Response:
        async def answer(_behavior: Behavior) -> Reply:
            listed = [{"id": name, "object": "model", "created": 1_700_000_000, "owned_by": "fake"} for name in MODELS]
            return Reply(JSONResponse({"object": "list", "data": listed}))

        return await scenario.serve(request, IncomingRequest(f"{variant.name}.models"), answer, variant.render_failure)

    return [
        Route("/chat/completions", Chat(scenario, variant).serve, methods=["POST"]),
        Route("/embeddings", Embeddings(scenario, variant).serve, methods=["POST"]),
        Route("/models", models),
    ]
