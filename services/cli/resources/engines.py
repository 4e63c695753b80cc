"""`reflow engines`: the image engines."""

from collections.abc import Mapping, Sequence

from google.protobuf.json_format import MessageToDict
from reflow.v1 import executor_pb2
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.cli.rendering.display import Spinner
from services.cli.resources.resource import Resource
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.text.language import Text

_NAME = Text("名称", "name")
_ABILITIES = Text("能做", "can")
_SIZES = Text("尺寸", "sizes")
_STATE = Text("状态", "state")
_DEFAULT = Text("{name}（默认）", "{name} (default)")
_GENERATE, _REPAINT = Text("生成", "generate"), Text("重绘", "repaint")
_ANY_SIZE = Text("任意", "any")
_READY = Text("就绪", "ready")
_REFERENCE = Text("参考图（{uses}）", "reference ({uses})")
_USES: Mapping[int, Text] = {
    executor_pb2.REFERENCE_USE_PIXELS: Text("像素", "pixels"),
    executor_pb2.REFERENCE_USE_PALETTE: Text("配色", "palette"),
    executor_pb2.REFERENCE_USE_BRIGHTNESS: Text("明暗", "brightness"),
    executor_pb2.REFERENCE_USE_COMPOSITION: Text("构图", "composition"),
}


class Engines(Resource[executor_pb2.ImageEngine]):
    """The image engines."""

    async def list_all(self, *, as_json: bool) -> None:
        """Print every engine, the default first."""
        spinner = Spinner(self.language)
        with handle_signals(), spinner:
            async with open_client(find_data_folder(self.folder), spinner.show_startup, self.language) as client:
                engines = await client.list_engines()
        self.print_records(engines, as_json=as_json)

    def table(self, records: Sequence[executor_pb2.ImageEngine], width: int) -> RenderableType:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column(_NAME.pick(self.language), style="bold", no_wrap=True)
        for title in (_ABILITIES, _SIZES, _STATE):
            table.add_column(title.pick(self.language), overflow="fold")
        for engine in records:
            state = Styled(self._state(engine), "green" if engine.ready else "yellow")
            table.add_row(self._name(engine), self._abilities(engine), self._sizes(engine), state)
        return table

    def row(self, record: executor_pb2.ImageEngine) -> str:
        return "\t".join((record.name, self._abilities(record), self._sizes(record), self._state(record)))

    def to_json(self, record: executor_pb2.ImageEngine) -> Mapping[str, object]:
        return MessageToDict(record, always_print_fields_with_no_presence=True)

    def _name(self, engine: executor_pb2.ImageEngine) -> str:
        return _DEFAULT.pick(self.language).format(name=engine.name) if engine.is_default else engine.name

    def _abilities(self, engine: executor_pb2.ImageEngine) -> str:
        abilities = [_GENERATE.pick(self.language)]
        if engine.can_repaint:
            abilities.append(_REPAINT.pick(self.language))
        uses = [_USES[use].pick(self.language) for use in engine.reference_uses if use in _USES]
        if uses:
            abilities.append(_REFERENCE.pick(self.language).format(uses=", ".join(uses)))
        return " · ".join(abilities)

    def _sizes(self, engine: executor_pb2.ImageEngine) -> str:
        return ", ".join(f"{size.width}x{size.height}" for size in engine.sizes) or _ANY_SIZE.pick(self.language)

    def _state(self, engine: executor_pb2.ImageEngine) -> str:
        return _READY.pick(self.language) if engine.ready else engine.reason
