"""The way in for whoever writes the script: POST /control/script, POST /control/reset, GET /control/journal."""

from collections.abc import Collection

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.acts import SCRIPTED, Scripted
from services.fake_providers.script import Script


class ScriptInvalid(Exception):
    """A script that cannot be followed; the message says each thing that is wrong."""


def read_script(told: bytes | str, doors: Collection[str]) -> Scripted:
    """Return the script in *told*, JSON of `{door: [act, ...]}`. Raises ScriptInvalid."""
    try:
        scripted = SCRIPTED.validate_json(told)
    except ValidationError as error:
        lines = (f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors())
        raise ScriptInvalid("; ".join(lines)) from None
    unknown = sorted(set(scripted) - set(doors))
    if unknown:
        raise ScriptInvalid(f"no such door: {', '.join(unknown)}; there are: {', '.join(sorted(doors))}")
    return scripted


def routes(script: Script, doors: Collection[str]) -> list[BaseRoute]:
    """Return the routes below /control."""

    async def tell(request: Request) -> Response:
        try:
            scripted = read_script(await request.body(), doors)
        except ScriptInvalid as wrong:
            return JSONResponse({"error": str(wrong)}, 400)
        script.tell(scripted)
        return JSONResponse({"told": {door: len(acts) for door, acts in scripted.items()}})

    async def reset(_request: Request) -> Response:
        script.reset()
        return JSONResponse({"reset": True})

    async def journal(request: Request) -> Response:
        door = request.query_params.get("door", "")
        if door and door not in doors:
            return JSONResponse({"error": f"no such door: {door}; there are: {', '.join(sorted(doors))}"}, 400)
        return JSONResponse({"requests": script.journal.told(door)})

    return [
        Route("/script", tell, methods=["POST"]),
        Route("/reset", reset, methods=["POST"]),
        Route("/journal", journal),
    ]
