"""Services on Restate's Python SDK: a service that calls four others in order, or the four that it calls.

    python -m benchmarks.systems.restate_services ADDRESS PART

Each part runs in its own process, as the orchestrator and the roles of reflow do. A call does what a step of the other
baseline does: it counts itself.
"""

import argparse
from collections.abc import Awaitable, Callable
from typing import Any

import restate
import uvloop
from hypercorn.asyncio import serve
from hypercorn.config import Config

CALLER, HANDLER = "Caller", "run"
ROLES = ("Planner", "Rag", "Executor", "Critic")

State = dict[str, Any]
Handler = Callable[[restate.Context, State], Awaitable[State]]


async def run(_context: restate.Context, state: State) -> State:
    """Count the step."""
    return {**state, "done": state["done"] + 1}


def create_service(name: str, function: Handler) -> tuple[restate.Service, Handler]:
    """Return the service *name* and its handler, which others call."""
    service = restate.Service(name)
    return service, service.handler(HANDLER)(function)


def create_parts() -> dict[str, list[restate.Service]]:
    """Return the services of each part, by the name of the part."""
    roles = [create_service(name, run) for name in ROLES]

    async def call_roles(context: restate.Context, state: State) -> State:
        for _, role in roles:
            state = await context.service_call(role, arg=state)
        return state

    return {"caller": [create_service(CALLER, call_roles)[0]], "roles": [service for service, _ in roles]}


PARTS = create_parts()


async def serve_part(address: str, part: str) -> None:
    """Serve a part over HTTP/2 until SIGTERM."""
    config = Config()
    config.bind = [address]
    config.errorlog = None
    await serve(restate.app(PARTS[part], protocol="bidi"), config)


def main() -> None:
    """Serve with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="host:port")
    parser.add_argument("part", choices=tuple(PARTS))
    arguments = parser.parse_args()
    uvloop.run(serve_part(arguments.address, arguments.part))


if __name__ == "__main__":
    main()
