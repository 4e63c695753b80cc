from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from services.executor.adapters.comfyui.responses import (
    MAX_DETAILS,
    Executing,
    Failed,
    Finished,
    Queued,
    StoredFile,
    format_file_name,
    format_rejection,
    parse_history_state,
    parse_queue_state,
    parse_stored_file,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


def image_entry(name: str, kind: str = "output") -> dict[str, Any]:
    return {"filename": name, "subfolder": "", "type": kind}


def test_the_position_in_the_queue_follows_the_numbers_not_the_order() -> None:
    response = {
        "queue_running": [[0, "r", {}]],
        "queue_pending": [[9, "last"], [5, "later"], [3, "ours"], [-2, "front"]],
    }
    assert parse_queue_state(response, "ours") == Queued(ahead=2)


def test_a_running_prompt_is_executing_and_a_missing_one_is_unknown() -> None:
    response = {"queue_running": [[0, "r", {}]], "queue_pending": []}
    assert (parse_queue_state(response, "r"), parse_queue_state(response, "x")) == (Executing(), None)


def test_a_history_with_an_image_is_a_finished_task() -> None:
    response = {"p": {"outputs": {"9": {"images": [image_entry("a.png")]}}, "status": {"status_str": "success"}}}
    assert parse_history_state(response, "p", None) == Finished(StoredFile("a.png", "", "output"))


def test_a_saved_image_takes_precedence_over_a_preview() -> None:
    outputs = {"1": {"images": [image_entry("shown.png", "temp")]}, "2": {"images": [image_entry("saved.png")]}}
    assert parse_history_state({"p": {"outputs": outputs}}, "p", None) == Finished(
        StoredFile("saved.png", "", "output")
    )


def test_the_marked_node_takes_precedence_over_all_others() -> None:
    outputs = {"1": {"images": [image_entry("shown.png", "temp")]}, "2": {"images": [image_entry("saved.png")]}}
    assert parse_history_state({"p": {"outputs": outputs}}, "p", "1") == Finished(StoredFile("shown.png", "", "temp"))


def test_a_history_without_an_image_is_a_failure() -> None:
    assert isinstance(parse_history_state({"p": {"outputs": {}, "status": None}}, "p", None), Failed)


def test_a_failure_has_the_exception_but_never_the_prompt() -> None:
    error = {
        "node_id": "3",
        "node_type": "KSampler",
        "exception_type": "torch.OutOfMemoryError",
        "exception_message": "Allocation on device\n" + "x" * 10_000,
        "traceback": ["/home/someone else/nodes.py"],
        "current_inputs": {"text": ["a secret wish"]},
    }
    entry = {"outputs": {}, "status": {"status_str": "error", "messages": [["execution_error", error]]}}
    broken = parse_history_state({"p": entry}, "p", None)
    assert isinstance(broken, Failed)
    assert broken.details.startswith("KSampler 3: torch.OutOfMemoryError: Allocation on device")
    assert "secret" not in broken.details
    assert len(broken.details) == MAX_DETAILS


def test_a_rejection_names_the_nodes_and_their_problems() -> None:
    errors = [{"message": "Value not in list", "details": "ckpt_name: 'x' not in []"}]
    response = {
        "error": {"message": "Prompt outputs failed validation", "details": ""},
        "node_errors": {"4": {"class_type": "CheckpointLoaderSimple", "errors": errors}},
    }
    assert "CheckpointLoaderSimple 4: Value not in list: ckpt_name: 'x' not in []" in format_rejection(response)


def test_an_upload_has_the_name_format_that_load_image_expects() -> None:
    uploaded = parse_stored_file({"name": "a.png", "subfolder": "reflow", "type": "temp"})
    assert uploaded is not None
    assert format_file_name(uploaded) == "reflow/a.png [temp]"


@given(JSON)
def test_a_response_of_any_shape_is_parsed_without_an_exception(response: object) -> None:
    for given_answer in (response, {"p": response}, {"queue_running": response, "queue_pending": response}):
        parse_queue_state(given_answer, "p")
        parse_history_state(given_answer, "p", None)
    parse_history_state(
        {"p": {"outputs": response, "status": {"status_str": "error", "messages": response}}}, "p", None
    )
    parse_history_state({"p": {"outputs": {"1": response, "2": {"images": response}}}}, "p", "2")
    parse_stored_file(response)
    assert (
        len(format_rejection({"error": response, "node_errors": {"1": response, "2": {"errors": response}}}))
        <= MAX_DETAILS
    )
