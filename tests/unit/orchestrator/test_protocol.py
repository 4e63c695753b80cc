"""The protocol itself, in every order of what two drivers and two people do."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import pytest

from services.orchestrator.domain.events import RunStatus
from tests.unit.orchestrator import protocol as spec

Taking = TypeVar("Taking")

# Enough for two questions and the answers of both people, or for one and an end.
LONGEST = 6
MOST_EPOCHS = 5


@dataclass(frozen=True)
class Driver:
    """What a driver believes: its epoch (0: it drives nothing), and the log."""

    epoch: int = 0
    log: tuple[spec.Event, ...] = ()


@dataclass(frozen=True)
class Person:
    """How far a person is: has judged by a log (`read`), has claimed the run (`epoch`), was told that it is taken."""

    read: tuple[spec.Event, ...] = ()
    epoch: int = 0
    taken: bool = False


@dataclass(frozen=True)
class World:
    """A run, and all who take part."""

    run: spec.Run
    drivers: tuple[Driver, ...] = (Driver(), Driver())
    people: tuple[Person, ...] = (Person(), Person())


APPEND = spec.append
BEGUN = World(spec.Run())


def following(world: World) -> Iterator[World]:
    """Yield every world that one action makes of *world*."""
    for place, driver in enumerate(world.drivers):
        for run, after in (*_claimed(world.run), *_driven(world.run, driver)):
            yield replace(world, run=run, drivers=_with(world.drivers, place, after))
        yield replace(world, drivers=_with(world.drivers, place, Driver()))  # it crashes
    for place, person in enumerate(world.people):
        for run, step in _answering(world.run, person, f"person {place}"):
            yield replace(world, run=run, people=_with(world.people, place, step))
        if not person.taken:
            yield replace(world, people=_with(world.people, place, Person()))  # it crashes, or gives up


def _claimed(run: spec.Run) -> Iterator[tuple[spec.Run, Driver]]:
    if claimed := spec.claim(run):
        yield claimed, Driver(claimed.epoch, claimed.log)


def _driven(run: spec.Run, driver: Driver) -> Iterator[tuple[spec.Run, Driver]]:
    if not driver.epoch or not spec.Run(1, driver.log).status.driven:
        return
    asked = sum(isinstance(event, spec.Asked) for event in driver.log)
    ends = (spec.Ended(RunStatus.SUCCEEDED), spec.Ended(RunStatus.CANCELLED))
    for event in (spec.Worked(""), spec.Asked(f"q{asked + 1}"), *ends):
        appended = spec.append(run, driver.epoch, len(driver.log) + 1, (event,))
        if appended is None:
            yield run, Driver()
        else:
            yield appended, replace(driver, log=(*driver.log, event))


def _answering(run: spec.Run, person: Person, name: str) -> Iterator[tuple[spec.Run, Person]]:
    if person.taken:
        return
    if not person.read:
        if isinstance(spec.judge(run, "", "", ""), int):
            yield run, Person(run.log)
    elif not person.epoch:
        claimed = spec.claim_paused(run)
        stands = claimed is not None and len(claimed.log) == len(person.read)
        yield claimed or run, replace(person, epoch=claimed.epoch) if claimed and stands else Person()
    else:
        last = person.read[-1]
        assert isinstance(last, spec.Asked)
        answered = spec.append(run, person.epoch, len(person.read) + 1, (spec.Answered(last.key, name),))
        yield answered or run, replace(person, taken=True) if answered else Person()


def _with(entries: tuple[Taking, ...], place: int, entry: Taking) -> tuple[Taking, ...]:
    return (*entries[:place], entry, *entries[place + 1 :])


def problems(world: World) -> list[str]:
    """Return what must never be and is."""
    answers = [event.by for event in world.run.log if isinstance(event, spec.Answered)]
    told = [f"person {place}" for place, person in enumerate(world.people) if person.taken]
    lost = [name for name in told if answers.count(name) != 1]
    return [*spec.violations(world.run), *(f"the answer of {name} is lost, or doubled" for name in lost)]


def explored() -> Iterator[World]:
    """Yield every world that can be reached, the nearest first; how long logs and epochs grow is bounded."""
    known, frontier = {BEGUN}, deque([BEGUN])
    while frontier:
        yield (world := frontier.popleft())
        for after in following(world):
            if len(after.run.log) <= LONGEST and after.run.epoch <= MOST_EPOCHS and after not in known:
                known.add(after)
                frontier.append(after)


def test_no_order_of_two_drivers_and_two_people_reaches_what_must_never_be() -> None:
    worlds = list(explored())
    assert [problem for world in worlds for problem in problems(world)] == []
    assert {world.run.status for world in worlds} == set(RunStatus) - {RunStatus.FAILED}
    assert any(all(person.taken for person in world.people) for world in worlds)


def without_epoch(run: spec.Run, epoch: int, first: int, events: tuple[spec.Event, ...]) -> spec.Run | None:
    """Append as nobody must: whatever the epoch."""
    return APPEND(run, run.epoch, first, events)


def without_new_epoch(run: spec.Run) -> spec.Run | None:
    """Claim as nobody must: what was claimed before is not fenced off."""
    return run if run.status is RunStatus.PAUSED else None


@pytest.mark.parametrize("broken", [without_epoch, without_new_epoch])
def test_without_a_check_some_order_does(
    broken: Callable[..., spec.Run | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spec, "claim_paused" if broken is without_new_epoch else "append", broken)
    assert any(problems(world) for world in explored())
