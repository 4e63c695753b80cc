"""Who may call which RPC. Enforced where services use mutual TLS; the network policies of deploy/ follow from it."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from services.common.errors import Code, ReflowError

SCHEME = "spiffe://"


class Caller(StrEnum):
    """The identity in a certificate: the first segment of the path of its SPIFFE id, spiffe://TRUST_DOMAIN/CALLER."""

    PLANNER = "planner"
    RAG = "rag"
    EXECUTOR = "executor"
    CRITIC = "critic"
    ORCHESTRATOR = "orchestrator"
    GATEWAY = "gateway"
    CLIENT = "client"
    OPERATOR = "operator"


_SERVICES = frozenset({Caller.PLANNER, Caller.RAG, Caller.EXECUTOR, Caller.CRITIC, Caller.GATEWAY})
_ORCHESTRATOR = frozenset({Caller.ORCHESTRATOR})
_CLIENTS = frozenset({Caller.GATEWAY, Caller.CLIENT, Caller.OPERATOR})
_LIBRARIANS = frozenset({Caller.GATEWAY, Caller.OPERATOR})

ALLOWED: Mapping[str, frozenset[Caller]] = MappingProxyType(
    {
        # A service, or one of its methods where that differs.
        "reflow.v1.PlannerService": _ORCHESTRATOR,
        "reflow.v1.RagService": _ORCHESTRATOR,
        "reflow.v1.ExecutorService": _ORCHESTRATOR,
        "reflow.v1.ExecutorService/ListEngines": _CLIENTS,
        "reflow.v1.CriticService": _ORCHESTRATOR,
        # Of streams: each call in one is authorized by itself.
        "reflow.v1.CallService": _ORCHESTRATOR | _CLIENTS,
        "reflow.v1.OrchestratorService": _CLIENTS,
        "reflow.v1.OrchestratorService/ReportErrors": _SERVICES,
        "reflow.v1.CreativeService": _CLIENTS,
        "reflow.v1.GraphService": _CLIENTS,
        "reflow.v1.ToolService": _CLIENTS,
        "reflow.v1.ScheduleService": _LIBRARIANS,
        "reflow.v1.WebhookService": _LIBRARIANS,
        "reflow.v1.WebhookSenderService": _ORCHESTRATOR,
        "reflow.v1.AssetService": _CLIENTS,
        "reflow.v1.AssetService/CollectAssets": _ORCHESTRATOR,
        "reflow.v1.KnowledgeService": _LIBRARIANS,
        "reflow.v1.NodeService": _LIBRARIANS,
        "reflow.v1.NoteService": _LIBRARIANS,
        "reflow.v1.PromptService": _LIBRARIANS,
    }
)


def find_allowed(method: str) -> frozenset[Caller]:
    """Return the callers that may call *method* (`/package.Service/Method`): none if it is not listed."""
    path = method.removeprefix("/")
    return ALLOWED.get(path) or ALLOWED.get(path.partition("/")[0], frozenset())


def authorize(method: str, authentication: Mapping[str, Iterable[bytes]], trust_domain: str) -> None:
    """Raise PERMISSION_DENIED unless the peer of a TLS connection may call *method*.

    *authentication* is gRPC's auth_context. A connection without TLS has none: it comes from a private socket or
    network, and is not checked.
    """
    if b"ssl" not in authentication.get("transport_security_type", []):
        return
    ids = [name.decode("utf-8", "replace") for name in authentication.get("peer_spiffe_id", [])]
    if parse_caller(ids, trust_domain) not in find_allowed(method):
        name = ", ".join(ids) or "a certificate without a SPIFFE id"
        raise ReflowError(Code.PERMISSION_DENIED, details=f"{name} may not call {method}")


def parse_caller(ids: list[str], trust_domain: str) -> Caller | None:
    """Return the caller that the SPIFFE *ids* of a certificate name; None for any other."""
    prefix = f"{SCHEME}{trust_domain}/"
    if len(ids) != 1 or not ids[0].startswith(prefix):
        return None  # SPIFFE: a certificate has exactly one id
    name = ids[0].removeprefix(prefix).partition("/")[0]
    return Caller(name) if name in set(Caller) else None
