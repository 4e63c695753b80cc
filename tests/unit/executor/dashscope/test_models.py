import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.executor.adapters.dashscope.models import QWEN_IMAGE_SIZES, find_model

SIDES = st.integers(64, 2048)


@pytest.mark.parametrize(
    ("name", "tasks"),
    [
        ("qwen-image", True),
        ("qwen-image-plus", True),
        ("qwen-image-plus-2026-01-09", False),
        ("qwen-image-max", False),
        ("qwen-image-max-2025-12-30", False),
        ("z-image-turbo", False),
        ("qwen-image-edit", False),
        ("qwen-image-edit-plus", False),
        ("qwen-image-9", False),
    ],
)
def test_only_models_whose_documentation_has_tasks_are_asynchronous(name: str, tasks: bool) -> None:
    assert find_model(name).is_asynchronous is tasks


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (1024, 1024, (1328, 1328)),
        (1920, 1080, (1664, 928)),
        (1080, 1920, (928, 1664)),
        (800, 600, (1472, 1104)),
        (600, 800, (1104, 1472)),
        (64, 2048, (928, 1664)),
    ],
)
def test_qwen_image_gets_the_supported_size_with_the_nearest_aspect_ratio(
    width: int, height: int, size: tuple[int, int]
) -> None:
    assert find_model("qwen-image-plus").choose_size(width, height) == size


@given(SIDES, SIDES)
def test_a_size_is_always_one_that_the_model_supports(width: int, height: int) -> None:
    assert find_model("qwen-image-max").choose_size(width, height) in QWEN_IMAGE_SIZES
    free = find_model("z-image-turbo").choose_size(width, height)
    assert all(512 <= side <= 2048 and side % 16 == 0 for side in free)


@given(SIDES.filter(lambda side: side >= 512), SIDES.filter(lambda side: side >= 512))
def test_a_free_size_is_never_smaller_than_requested_nor_much_larger(width: int, height: int) -> None:
    input_ = find_model("z-image-turbo").choose_size(width, height)
    assert 0 <= input_[0] - width < 16 and 0 <= input_[1] - height < 16


def test_a_small_image_is_requested_larger_with_the_same_aspect_ratio() -> None:
    assert find_model("z-image-turbo").choose_size(256, 128) == (1024, 512)


def test_prompt_rewriting_and_watermark_are_off_where_the_model_has_the_parameters() -> None:
    assert find_model("qwen-image").build_parameters(7, (1328, 1328)) == {
        "n": 1,
        "prompt_extend": False,
        "watermark": False,
        "size": "1328*1328",
        "seed": 7,
    }


def test_z_image_gets_only_its_own_parameters() -> None:
    assert find_model("z-image-turbo").build_parameters(7, (1024, 1024)) == {
        "prompt_extend": False,
        "size": "1024*1024",
        "seed": 7,
    }


@given(st.integers(0, 2**64 - 1))
def test_any_seed_is_mapped_into_the_range_of_the_provider(seed: int) -> None:
    event = find_model("qwen-image").build_parameters(seed, None)["seed"]
    assert isinstance(event, int) and 0 <= event <= 2147483647
