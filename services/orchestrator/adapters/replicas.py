"""What says that an orchestrator is there, for the others: its locks, its beat, and how it takes its leave."""

from services.orchestrator.adapters import shared_statements as shared
from services.orchestrator.adapters import statements as sql
from services.orchestrator.adapters.lock_keeper import LockKeeper, Statement


def only_driver(url: str) -> LockKeeper:
    """Return the lock of an orchestrator that drives alone."""
    return LockKeeper(url, [Statement(sql.LOCK_LOCAL_DRIVING, {})])


def one_of_several(url: str, replica_id: str) -> LockKeeper:
    """Return the locks and the beat of one orchestrator among others: a share in driving, and its own."""
    own = {"class": shared.REPLICA_LOCKS, "replica_id": replica_id}
    locks = [Statement(shared.SHARE_DRIVING, {}), Statement(shared.HOLD_REPLICA_LOCK, own)]
    return LockKeeper(url, locks, Statement(shared.BEAT, {"replica_id": replica_id}))


def signing_off(replica_id: str) -> Statement:
    """Return what a replica says that leaves in peace."""
    return Statement(shared.SIGN_OFF, {"replica_id": replica_id})
