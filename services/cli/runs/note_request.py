"""Request of `reflow run --workflow note`, validated before a system is started."""

from services.cli.errors import bad_input
from services.cli.files import read_bytes
from services.cli.runs.request import (
    RunArguments,
    RunRequest,
    read_text,
    reject_graph_option,
    reject_options,
    validate_output_folder,
    validate_seed,
)
from services.common.contract.input_validation import validate_input
from services.common.contract.note import NoteInput
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.text.language import Text

MAX_REFERENCES = 9
MAX_IMAGES = 9
_EMPTY_PROMPT = Text(
    "请说明想写什么，例如“写一篇春游攻略”。", 'Describe what to write, such as "a guide to a weekend in the mountains".'
)


def parse_note_request(arguments: RunArguments, limits: Limits) -> RunRequest:
    """Return the request for a note. Raises INVALID_INPUT_* naming the invalid argument."""
    options = {
        "--image": arguments.image is not None,
        "--mask": arguments.mask is not None,
        "--size": bool(arguments.size),
    }
    reject_options(
        options, "画图、改图时才有，不能和 --workflow note 一起用", "only for images, not with --workflow note"
    )
    reject_graph_option(arguments)
    validate_output_folder(arguments.out)
    validate_seed(arguments.seed)
    if arguments.image_count is not None and not 1 <= arguments.image_count <= MAX_IMAGES:
        raise bad_input(
            f"--pictures 应在 1 到 {MAX_IMAGES} 之间，收到 {arguments.image_count}。",
            f"--pictures must be from 1 to {MAX_IMAGES}: {arguments.image_count}.",
        )
    if len(arguments.references) > MAX_REFERENCES:
        raise bad_input(
            f"--reference 最多 {MAX_REFERENCES} 张，收到 {len(arguments.references)} 张。",
            f"--reference can be given at most {MAX_REFERENCES} times, not {len(arguments.references)}.",
        )
    requested = NoteInput(
        text=read_text(arguments.text),
        layout_preference=read_text(arguments.layout),
        skip_content_approval=arguments.yes,
        skip_image_plans_approval=arguments.yes,
        skip_clarification=arguments.yes,
        image_count=arguments.image_count or 0,
        preferred_model=arguments.model,
        seed=arguments.seed,
    )
    if not requested.text.strip():
        raise ReflowError(Code.INVALID_INPUT_EMPTY, _EMPTY_PROMPT, field="text")
    run_input = validate_input(requested, limits)
    references = tuple(read_bytes(path, limits.image_bytes) for path in arguments.references)
    return RunRequest(run_input, arguments.session, references=references)
