"""Control routes: POST /control/script, POST /control/reset, GET /control/journal."""

from collections.abc import Collection

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.behaviors import SCENARIO_ADAPTER, ScenarioSteps
from services.fake_providers.scenario import Scenario


class ScenarioInvalid(Exception):
    """An invalid scenario; the message has all violations."""


def parse_scenario(text: bytes | str, endpoints: Collection[str]) -> ScenarioSteps:
    """Return the scenario in *text*, JSON of `{endpoint: [behavior, ...]}`. Raises ScenarioInvalid."""
    try:
        steps = SCENARIO_ADAPTER.validate_json(text)
    except ValidationError as error:
        lines = (f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors())
        raise ScenarioInvalid("; ".join(lines)) from None
    unknown = sorted(set(steps) - set(endpoints))
    if unknown:
        raise ScenarioInvalid(f"no such endpoint: {', '.join(unknown)}; there are: {', '.join(sorted(endpoints))}")
    return steps


def routes(scenario: Scenario, endpoints: Collection[str]) -> list[BaseRoute]:
    """Return the routes below /control."""

    async def configure(request: Request) -> Response:
        try:
            steps = parse_scenario(await request.body(), endpoints)
        except ScenarioInvalid as error:
            return JSONResponse({"error": str(error)}, 400)
        scenario.configure(steps)
        return JSONResponse({"told": {endpoint: len(behaviors) for endpoint, behaviors in steps.items()}})

    async def reset(_request: Request) -> Response:
        scenario.reset()
        return JSONResponse({"reset": True})

    async def read_log(request: Request) -> Response:
        endpoint = request.query_params.get("door", "")
        if endpoint and endpoint not in endpoints:
            return JSONResponse(
                {"error": f"no such endpoint: {endpoint}; there are: {', '.join(sorted(endpoints))}"}, 400
            )
        return JSONResponse({"requests": scenario.request_log.to_json(endpoint)})

    return [
        Route("/script", configure, methods=["POST"]),
        Route("/reset", reset, methods=["POST"]),
        Route("/journal", read_log),
    ]
