"""Plan of the system's processes and their settings. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.cli.session.addresses import Addresses
from services.cli.session.supervisor.ports import LOOPBACK

ROLES = ("planner", "rag", "executor", "critic")
# Connections of a process to the database, by the number of processes that share the 60 of the embedded one.
MAX_SMALL_SCALE, POOL_SIZES_SMALL = 2, {"orchestrator": 10, "rag": 5}
POOL_SIZES_LARGE = {"orchestrator": 4, "rag": 2}
_LOOPBACK_OF_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on


@dataclass(frozen=True, slots=True)
class Scale:
    """Number of orchestrators, and of replicas of each role service."""

    orchestrators: int = 2
    replicas: int = 1


@dataclass(frozen=True, slots=True)
class SystemConfig:
    """Stores of the system, the address of its gateway, and further settings of the operator.

    *models* is the file that configures models ("" for none), *pool_size* the number of a process's connections to the
    database ("" to share them equally).
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
        name: its name, for the user and in the folder of logs.
        command: arguments of `python`.
        settings: environment variables in addition to the inherited ones.
        address: address of its health check: host:port for gRPC, a URL, "" for none.
        uses_database: whether the database must outlive it.

    """

    name: str
    command: tuple[str, ...]
    settings: Mapping[str, str]
    address: str
    uses_database: bool = True


@dataclass(frozen=True, slots=True)
class SystemPlan:
    """All processes, in groups that are stopped one after the other, and the addresses of the system."""

    groups: Sequence[Sequence[ProcessPlan]]
    addresses: Addresses
    url: str


def plan_system(config: SystemConfig, scale: Scale, ports: Iterator[int], database_folder: Path | None) -> SystemPlan:
    """Return the plan of the system; *database_folder* is the embedded database's, None for an external one."""
    shared = {"REFLOW_DATABASE_URL": config.database_url, "REFLOW_BLOBS_URL": config.blobs_url}
    shared |= {"REFLOW_MODELS": config.models, "REFLOW_SCHEDULER": "dbos"}
    shares = database_folder is not None and not config.pool_size
    pools = POOL_SIZES_SMALL if max(scale.orchestrators, scale.replicas) <= MAX_SMALL_SCALE else POOL_SIZES_LARGE
    counts = dict.fromkeys(ROLES, scale.replicas) | {"orchestrator": scale.orchestrators}
    listen = {name: [f"{LOOPBACK}:{next(ports)}" for _ in range(count)] for name, count in counts.items()}
    targets = {name: f"ipv4:{','.join(addresses)}" for name, addresses in listen.items()}
    shared |= {f"REFLOW_{name.upper()}_ADDRESS": target for name, target in targets.items()}

    def replicas(name: str) -> list[ProcessPlan]:
        pool_settings = {"REFLOW_POOL_SIZE": str(pools[name])} if name in pools and shares else {}
        return [
            _plan_service(process_name, name, {**shared, **pool_settings, "REFLOW_LISTEN": address}, address)
            for process_name, address in zip(_name_replicas(name, len(listen[name])), listen[name], strict=True)
        ]

    port = config.port or next(ports)
    url = _build_url(config.host, port)
    gateway = _plan_service("gateway", "gateway", {**shared, "REFLOW_HOST": config.host, "REFLOW_PORT": str(port)}, url)
    groups = [[gateway], replicas("orchestrator"), [plan for name in ROLES for plan in replicas(name)]]
    if database_folder is not None:
        groups.append([_plan_database(database_folder)])
    return SystemPlan(
        groups, Addresses(targets["orchestrator"], targets["executor"], targets["rag"], config.blobs_url), url
    )


def _name_replicas(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def _plan_service(process_name: str, name: str, settings: Mapping[str, str], address: str) -> ProcessPlan:
    command = ("-m", "services.cli.session.supervisor.child", f"services.{name}")
    return ProcessPlan(process_name, command, settings, address)


def _plan_database(folder: Path) -> ProcessPlan:
    command = ("-m", "services.cli.session.supervisor.database_holder", str(folder))
    return ProcessPlan("database", command, {}, "", uses_database=False)


def _build_url(host: str, port: int) -> str:
    """Return the base URL under which this machine reaches the gateway."""
    name = _LOOPBACK_OF_ANY.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
