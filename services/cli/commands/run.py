"""Command `reflow run`. It imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang
from services.cli.given_options import DEFAULT_OUT
from services.cli.workflow import Workflow
from services.common.text.language import find_written_language

HELP = (
    "画一张图、改一张图，写一篇图文笔记，修改一张节点图，或让团队完成一个任务。 "
    "Make an image, change one, write a note with images, change a node graph, or have the team do a task."
)
SHORT_HELP = "画图、改图、写笔记。 Make or change an image, or write a note."


def run_command(
    text: Annotated[
        str | None, typer.Argument(help="想画什么；- 表示从标准输入读取。 The prompt; - reads stdin.")
    ] = None,
    image: Annotated[
        list[Path] | None,
        typer.Option(metavar="F", help="要修改的图片；任务可以有多张。 The image to change; a task may have several."),
    ] = None,
    mask: Annotated[Path | None, typer.Option(metavar="F", help="遮罩，白色处重绘。 Mask: white is repainted.")] = None,
    model: Annotated[str, typer.Option(metavar="M", help="图像模型。 Image model.")] = "",
    session: Annotated[str, typer.Option(metavar="S", help="要继续的会话。 Session to continue.")] = "",
    size: Annotated[str, typer.Option(metavar="WxH", help="尺寸，如 1024x768。 Size in pixels.")] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="随机种子，相同则图相同。 Same seed, same image.")
    ] = None,
    workflow: Annotated[
        Workflow, typer.Option(help="工作流：图片、笔记、节点图或任务。 The workflow.")
    ] = Workflow.IMAGE_CHAT,
    yes: Annotated[bool, typer.Option("--yes", help="笔记：不提问，全部同意。 Note: no questions.")] = False,
    reference: Annotated[
        list[Path] | None, typer.Option(metavar="F", help="笔记：参考图，可重复，最多 9 张。 Note: a reference image.")
    ] = None,
    layout: Annotated[str, typer.Option(metavar="TEXT", help="笔记：想要的版式。 Note: the requested layout.")] = "",
    image_count: Annotated[
        int | None, typer.Option("--pictures", metavar="N", help="笔记：配图张数，1 到 9。 Note: number of images.")
    ] = None,
    graph: Annotated[
        str,
        typer.Option(metavar="F", help="图：图文件，或已保存的图的 id。 Graph: a file, or a stored one."),
    ] = "",
    template: Annotated[str, typer.Option(metavar="T", help="任务：工作流模板。 Task: a workflow template.")] = "",
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="任务：Python 源码文件夹。 Task: a folder of Python sources.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="结果的保存位置。 Output folder.")] = DEFAULT_OUT,
    as_json: Annotated[bool, typer.Option("--json", help="每行输出一个事件。 Print one event per line.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Run one request."""
    from services.cli.execution import execute
    from services.cli.runs.new_run import run
    from services.cli.runs.request import RunArguments

    images = tuple(image or ())
    arguments = RunArguments(
        text=text,
        image=images[0] if images else None,
        mask=mask,
        model=model,
        session=session,
        size=size,
        seed=seed,
        out=out,
        data=data,
        workflow=Workflow.TEAM if template else workflow,
        references=tuple(reference or ()),
        layout=layout,
        image_count=image_count,
        yes=yes,
        graph=graph,
        template=template,
        images=images,
        folder=folder,
        lang=lang,
    )
    if workflow is Workflow.NOTE:  # the note is in the language of its request
        lang = lang or find_written_language(text or "")
    return execute(lambda language: run(arguments, language, as_json=as_json), lang, text or "")
