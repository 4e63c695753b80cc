"""The figures of the layout, on small modules."""

import ast

import pytest

from scripts import measure_house
from scripts.measure_house import Figure, Module


def module(source: str, path: str = "services/module.py") -> Module:
    """Parse *source* as the module at *path*."""
    return Module(path, source, ast.parse(source))


def values(figures: list[Figure]) -> dict[str, str]:
    """Return the values of *figures* by name."""
    return {figure.name: figure.value for figure in figures}


def test_folders_with_more_than_twenty_files_are_listed_without_recorded_data() -> None:
    paths = [f"services/cli/m{number}.py" for number in range(21)] + [f"tests/golden/r{number}" for number in range(90)]

    fullest, full = measure_house.measure_folders(paths)

    assert fullest.value == "21"
    assert full.places == ["services/cli 21"]


def test_the_length_of_a_function_is_without_its_docstring() -> None:
    source = 'def one():\n    """Do\n\n    it."""\n    return 1\n\n\ndef two():\n    return 1\n\n\ndef three(): ...\n'
    figures = list(measure_house.measure_functions([module(source), module(source, "tests/module.py")]))

    assert values(figures)["function length, median, code"] == "2"
    assert values(figures)["longest function, tests"] == "2"


def test_a_form_of_a_request_has_a_text_and_two_options() -> None:
    source = "class Request:\n    text: str\n    seed: int\n    fresh: bool\n\n\nclass Message:\n    text: str\n"

    (figure,) = measure_house.measure_request_forms([module(source)])

    assert figure.places == ["services/module.py:1 Request"]


def test_dispatch_counts_the_calls_of_which_oneof() -> None:
    source = 'event.WhichOneof("payload")\nresponse.WhichOneof("outcome")\n'

    assert values(list(measure_house.measure_dispatch([module(source)]))) == {
        "calls of WhichOneof": "2",
        "calls of WhichOneof for an event": "1 in 1 files",
    }


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("{Status.RUNNING: run_pb2.STATUS_RUNNING, Status.FAILED: run_pb2.STATUS_FAILED}", "1"),
        ("{run_pb2.STATUS_RUNNING: Status.RUNNING, run_pb2.STATUS_FAILED: Status.FAILED}", "1"),
        ("{run_pb2.Run.STATUS_RUNNING: Status.RUNNING, run_pb2.Run.STATUS_FAILED: Status.FAILED}", "1"),
        ("{Status.RUNNING: 'running', Status.FAILED: 'failed'}", "0"),
        ("{run_pb2.STATUS_RUNNING: 'running', run_pb2.STATUS_FAILED: 'failed'}", "0"),
    ],
)
def test_an_enum_table_maps_a_python_enum_to_a_proto_enum_or_back(source: str, count: str) -> None:
    assert values(list(measure_house.measure_enum_tables([module(source)]))) == {"hand-written enum tables": count}


def test_mappers_to_and_from_protobuf_are_counted() -> None:
    source = """
def to_proto(run: Run) -> run_pb2.Run:
    return run_pb2.Run(run_id=run.run_id, status=run.status)

def from_proto(message: run_pb2.Run) -> Run:
    return Run(message.run_id, message.status)

def text_of(message: run_pb2.Run) -> str:
    return message.run_id
"""

    assert values(list(measure_house.measure_mappers([module(source)]))) == {
        "hand-written mappers to protobuf": "1",
        "hand-written mappers from protobuf": "1",
    }
