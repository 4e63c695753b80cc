"""The protocol by which processes share runs, as an executable specification. Pure.

Every process may take a run up, answer for a person, cancel and watch; any may stop at any
moment, be overtaken, and go on later with what it believed before. What keeps them apart is one
number for each run, its *epoch*, and the place at which an append says that it belongs:

- To *claim* a run counts its epoch up. Only a run that somebody is to drive can be claimed so; one
  that waits for a person is claimed with *claim_paused*, by who answers or cancels; one that has ended by nobody.
- To *append* one says one's epoch and the place of one's first event. It is done whole or not at all:
  never with an earlier epoch, never elsewhere than at the end, never after the run has ended.
- What an epoch says a second time at the same place (the answer to the first time was lost) is
  done already. So an epoch must not say two different things at one place.
- To *answer* is to read the log, judge by it, claim_paused, and append right after what was read. Where the run
  has moved in between, one judges anew.
- A *watcher* reads pages after its cursor whenever it likes.

Each function here returns the run afterwards, or None where the protocol refuses and nothing changes.
`violations` says what must never be seen, whatever happens in which order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from services.common.errors import Code
from services.orchestrator.domain.events import RunStatus


@dataclass(frozen=True, slots=True)
class Began:
    """The run was accepted."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A driver did something."""

    what: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A driver asked a person, and left. The question may answer itself by default (*expires*)."""

    key: str
    expires: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """The question *key* was answered: *by* whom, in which *request* ("" for none)."""

    key: str
    by: str
    request: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over."""

    status: RunStatus


Event = Began | Worked | Asked | Answered | Ended


@dataclass(frozen=True, slots=True)
class Run:
    """A run in the store. The event of sequence n is `log[n - 1]`."""

    epoch: int = 1
    log: tuple[Event, ...] = (Began(),)

    @property
    def status(self) -> RunStatus:
        """Where the run stands: its last event says it."""
        match self.log[-1]:
            case Began() | Answered():
                return RunStatus.WAITING
            case Worked():
                return RunStatus.RUNNING
            case Asked():
                return RunStatus.PAUSED
            case Ended(status):
                return status

    @property
    def pending(self) -> Asked | None:
        """The question that waits."""
        last = self.log[-1]
        return last if isinstance(last, Asked) else None


def claim(run: Run) -> Run | None:
    """Take up a run that somebody is to drive. Everybody who had it before is fenced off."""
    return replace(run, epoch=run.epoch + 1) if run.status.driven else None


def claim_paused(run: Run) -> Run | None:
    """Take up a run that waits for a person, to answer or to cancel."""
    return replace(run, epoch=run.epoch + 1) if run.status is RunStatus.PAUSED else None


def append(run: Run, epoch: int, first: int, events: tuple[Event, ...]) -> Run | None:
    """Add *events*, the first of them at sequence *first*, in the name of *epoch*."""
    if epoch != run.epoch:
        return None
    if first + len(events) - 1 == len(run.log):
        return run  # said before
    if first - 1 != len(run.log) or run.status.terminal:
        return None
    return replace(run, log=run.log + events)


def read(run: Run, after: int, limit: int) -> tuple[Event, ...]:
    """Return the page of at most *limit* events after sequence *after*."""
    return run.log[after : after + limit]


def judge(run: Run, key: str, shown: str, request: str) -> int | Code:
    """Return the sequence that an answer gets when the run stands like this, or the code that refuses it.

    *key* is the question that the person means, *shown* the one whose content they saw; "" for the one that waits.
    A request that was answered before gets the sequence of that time.
    """
    answers = {event: at for at, event in enumerate(run.log, 1) if isinstance(event, Answered)}
    for event, at in answers.items():
        if request and event.request == request:
            return at
    if key and key not in {event.key for event in run.log if isinstance(event, Asked)}:
        return Code.QUESTION_UNKNOWN
    if key in {event.key for event in answers} or (answers and run.pending is None):
        return Code.ANSWER_CONFLICT
    if run.pending is None or (key and key != run.pending.key):
        return Code.QUESTION_UNKNOWN
    if shown and shown != run.pending.key:
        return Code.ANSWER_STALE
    return len(run.log) + 1


def violations(run: Run) -> list[str]:
    """Return what must never be seen in a log and is in this one."""
    return [*_of_ends(run), *_of_questions(run)]


def _of_ends(run: Run) -> Iterator[str]:
    if [at for at, event in enumerate(run.log) if isinstance(event, Began)] != [0]:
        yield "a run begins once, first"
    ends = [at for at, event in enumerate(run.log, 1) if isinstance(event, Ended)]
    if ends not in ([], [len(run.log)]):
        yield "a run ends once, and nothing follows"


def _of_questions(run: Run) -> Iterator[str]:
    keys = [event.key for event in run.log if isinstance(event, Asked)]
    if len(set(keys)) != len(keys):
        yield "no question is asked again"
    for before, event in zip(run.log, run.log[1:], strict=False):
        if isinstance(before, Asked) and not isinstance(event, Answered | Ended):
            yield "what follows a question is its answer, or the end"
        if isinstance(event, Answered) and not (isinstance(before, Asked) and before.key == event.key):
            yield "an answer follows its question"
    requests = [event.request for event in run.log if isinstance(event, Answered) and event.request]
    if len(set(requests)) != len(requests):
        yield "a request answers once"
