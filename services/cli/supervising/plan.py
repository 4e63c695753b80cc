"""Which processes make up the system, and what each is told: pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.cli.joining import Addresses
from services.cli.supervising.ports import LOOPBACK

ROLES = ("planner", "rag", "executor", "critic")
# Connections to the database, by how many processes share the 60 that the embedded one gives.
FEW, POOL_SIZES_OF_FEW = 2, {"orchestrator": 10, "rag": 5}
POOL_SIZES_OF_MANY = {"orchestrator": 4, "rag": 2}
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on


@dataclass(frozen=True, slots=True)
class Scale:
    """How many processes of a kind there are: orchestrators, and replicas of each role service."""

    orchestrators: int = 2
    replicas: int = 1


@dataclass(frozen=True, slots=True)
class Site:
    """Where the system keeps what it keeps, where its gateway listens, and what else people have set.

    *models* is the file of models ("" for none), *pool_size* the connections of a process to the database ("" for as
    many as there are for each).
    """

    database_url: str
    blobs_url: str
    models: str
    host: str
    port: int
    pool_size: str = ""


@dataclass(frozen=True, slots=True)
class ProcessPlan:
    """One process.

    Attributes:
        name: what it is called, to people and in the folder of logs.
        command: what follows `python`.
        settings: its environment, beside ours.
        address: where it can be asked whether it is ready: host:port for gRPC, a URL, "" for nowhere.
        uses_database: whether the database is to outlive it.

    """

    name: str
    command: tuple[str, ...]
    settings: Mapping[str, str]
    address: str
    uses_database: bool = True


@dataclass(frozen=True, slots=True)
class SystemPlan:
    """All processes, in groups that are stopped one after the other, and where the system can be reached."""

    groups: Sequence[Sequence[ProcessPlan]]
    addresses: Addresses
    url: str


def system_plan(site: Site, scale: Scale, ports: Iterator[int], database_folder: Path | None) -> SystemPlan:
    """Return the plan of the system; *database_folder* is the embedded database's, None for one of somebody else."""
    shared = {"REFLOW_DATABASE_URL": site.database_url, "REFLOW_BLOBS_URL": site.blobs_url}
    shared |= {"REFLOW_MODELS": site.models, "REFLOW_DRIVING": "dbos"}
    shares = database_folder is not None and not site.pool_size
    pools = POOL_SIZES_OF_FEW if max(scale.orchestrators, scale.replicas) <= FEW else POOL_SIZES_OF_MANY
    counts = dict.fromkeys(ROLES, scale.replicas) | {"orchestrator": scale.orchestrators}
    listen = {name: [f"{LOOPBACK}:{next(ports)}" for _ in range(count)] for name, count in counts.items()}
    targets = {name: f"ipv4:{','.join(addresses)}" for name, addresses in listen.items()}
    shared |= {f"REFLOW_{name.upper()}_ADDRESS": target for name, target in targets.items()}

    def replicas(name: str) -> list[ProcessPlan]:
        own = {"REFLOW_POOL_SIZE": str(pools[name])} if name in pools and shares else {}
        return [
            _service(called, name, {**shared, **own, "REFLOW_LISTEN": address}, address)
            for called, address in zip(_names(name, len(listen[name])), listen[name], strict=True)
        ]

    port = site.port or next(ports)
    url = _url(site.host, port)
    gateway = _service("gateway", "gateway", {**shared, "REFLOW_HOST": site.host, "REFLOW_PORT": str(port)}, url)
    groups = [[gateway], replicas("orchestrator"), [plan for name in ROLES for plan in replicas(name)]]
    if database_folder is not None:
        groups.append([_database(database_folder)])
    return SystemPlan(
        groups, Addresses(targets["orchestrator"], targets["executor"], targets["rag"], site.blobs_url), url
    )


def _names(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def _service(called: str, name: str, settings: Mapping[str, str], address: str) -> ProcessPlan:
    command = ("-m", "services.cli.supervising.child", f"services.{name}")
    return ProcessPlan(called, command, settings, address)


def _database(folder: Path) -> ProcessPlan:
    command = ("-m", "services.cli.supervising.database_holder", str(folder))
    return ProcessPlan("database", command, {}, "", uses_database=False)


def _url(host: str, port: int) -> str:
    """Return the base URL under which this machine reaches the gateway."""
    name = _ANYWHERE.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
