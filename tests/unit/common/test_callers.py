"""Permitted callers of each RPC, by the ids of their certificates."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
import reflow.v1

from services.common.errors import Code, ReflowError
from services.common.rpc.callers import ALLOWED, Caller, authorize, find_allowed, parse_caller

PLAN = "/reflow.v1.PlannerService/ParseIntent"


def methods() -> Iterator[str]:
    """Yield every RPC of the contract."""
    for module in pkgutil.iter_modules(reflow.v1.__path__, "reflow.v1."):
        if module.name.endswith("_pb2"):
            for service in importlib.import_module(module.name).DESCRIPTOR.services_by_name.values():
                yield from (f"/{service.full_name}/{method.name}" for method in service.methods)


def tls(*ids: str) -> dict[str, list[bytes]]:
    return {"transport_security_type": [b"ssl"], "peer_spiffe_id": [one.encode() for one in ids]}


def test_every_rpc_of_the_contract_has_callers() -> None:
    assert [method for method in methods() if not find_allowed(method)] == []


def test_nothing_is_allowed_that_the_contract_does_not_have() -> None:
    known = {method[1:] for method in methods()} | {method[1:].partition("/")[0] for method in methods()}
    assert set(ALLOWED) - known == set()


def test_a_connection_without_tls_is_not_checked() -> None:
    authorize(PLAN, {}, "reflow")


def test_a_caller_may_have_a_name_of_its_own_below_its_role() -> None:
    assert parse_caller(["spiffe://reflow/client/studio"], "reflow") is Caller.CLIENT


@pytest.mark.parametrize(
    "ids",
    [
        [],
        ["spiffe://reflow/gateway"],
        ["spiffe://elsewhere/orchestrator"],
        ["https://reflow/orchestrator"],
        ["spiffe://reflow/"],
        ["spiffe://reflow/orchestrator", "spiffe://reflow/gateway"],
    ],
)
def test_any_other_caller_is_rejected(ids: list[str]) -> None:
    with pytest.raises(ReflowError) as rejected:
        authorize(PLAN, tls(*ids), "reflow")
    assert rejected.value.code is Code.PERMISSION_DENIED
