from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from services.executor.adapters.comfyui.answers import (
    MOST_DETAILS,
    Broken,
    Finished,
    Queued,
    Running,
    StoredFile,
    annotated,
    history_state,
    queue_state,
    refusal,
    stored_file,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


def picture(name: str, kind: str = "output") -> dict[str, Any]:
    return {"filename": name, "subfolder": "", "type": kind}


def test_who_comes_first_in_the_queue_is_told_by_the_numbers_not_by_the_order() -> None:
    answer = {"queue_running": [[0, "r", {}]], "queue_pending": [[9, "last"], [5, "later"], [3, "ours"], [-2, "front"]]}
    assert queue_state(answer, "ours") == Queued(ahead=2)


def test_what_runs_is_running_and_what_is_nowhere_is_unknown() -> None:
    answer = {"queue_running": [[0, "r", {}]], "queue_pending": []}
    assert (queue_state(answer, "r"), queue_state(answer, "x")) == (Running(), None)


def test_a_history_with_a_picture_is_the_end_of_the_work() -> None:
    answer = {"p": {"outputs": {"9": {"images": [picture("a.png")]}}, "status": {"status_str": "success"}}}
    assert history_state(answer, "p", None) == Finished(StoredFile("a.png", "", "output"))


def test_a_saved_picture_goes_before_one_that_was_only_shown() -> None:
    outputs = {"1": {"images": [picture("shown.png", "temp")]}, "2": {"images": [picture("saved.png")]}}
    assert history_state({"p": {"outputs": outputs}}, "p", None) == Finished(StoredFile("saved.png", "", "output"))


def test_the_marked_node_goes_before_all_others() -> None:
    outputs = {"1": {"images": [picture("shown.png", "temp")]}, "2": {"images": [picture("saved.png")]}}
    assert history_state({"p": {"outputs": outputs}}, "p", "1") == Finished(StoredFile("shown.png", "", "temp"))


def test_a_history_without_a_picture_is_a_failure() -> None:
    assert isinstance(history_state({"p": {"outputs": {}, "status": None}}, "p", None), Broken)


def test_a_failure_tells_the_exception_but_never_the_words_that_went_in() -> None:
    error = {
        "node_id": "3",
        "node_type": "KSampler",
        "exception_type": "torch.OutOfMemoryError",
        "exception_message": "Allocation on device\n" + "x" * 10_000,
        "traceback": ["/home/somebody/nodes.py"],
        "current_inputs": {"text": ["a secret wish"]},
    }
    entry = {"outputs": {}, "status": {"status_str": "error", "messages": [["execution_error", error]]}}
    broken = history_state({"p": entry}, "p", None)
    assert isinstance(broken, Broken)
    assert broken.details.startswith("KSampler 3: torch.OutOfMemoryError: Allocation on device")
    assert "secret" not in broken.details
    assert len(broken.details) == MOST_DETAILS


def test_a_refusal_names_the_nodes_and_what_is_wrong_with_them() -> None:
    errors = [{"message": "Value not in list", "details": "ckpt_name: 'x' not in []"}]
    answer = {
        "error": {"message": "Prompt outputs failed validation", "details": ""},
        "node_errors": {"4": {"class_type": "CheckpointLoaderSimple", "errors": errors}},
    }
    assert "CheckpointLoaderSimple 4: Value not in list: ckpt_name: 'x' not in []" in refusal(answer)


def test_an_upload_is_named_the_way_load_image_wants_it() -> None:
    uploaded = stored_file({"name": "a.png", "subfolder": "reflow", "type": "temp"})
    assert uploaded is not None
    assert annotated(uploaded) == "reflow/a.png [temp]"


@given(JSON)
def test_no_answer_of_any_shape_breaks_the_reading(answer: object) -> None:
    for given_answer in (answer, {"p": answer}, {"queue_running": answer, "queue_pending": answer}):
        queue_state(given_answer, "p")
        history_state(given_answer, "p", None)
    history_state({"p": {"outputs": answer, "status": {"status_str": "error", "messages": answer}}}, "p", None)
    history_state({"p": {"outputs": {"1": answer, "2": {"images": answer}}}}, "p", "2")
    stored_file(answer)
    assert len(refusal({"error": answer, "node_errors": {"1": answer, "2": {"errors": answer}}})) <= MOST_DETAILS
