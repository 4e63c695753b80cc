"""Results as the messages in the result store."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from google.protobuf.message import Message
from reflow.v1 import executor_pb2, team_pb2

from services.common.contract.agent_team.team import AgentIteration
from services.common.contract.image_chat import ImageResult
from services.common.contract.note import NoteImage
from services.common.contract.overlays import OverlayTextResponse
from services.common.contract.proto_mapper import from_proto, to_proto
from services.executor.domain.assets import AssetRecord

Result = TypeVar("Result", ImageResult, NoteImage, OverlayTextResponse, AgentIteration)

_MESSAGES: Mapping[type[Any], type[Message]] = MappingProxyType(
    {
        ImageResult: executor_pb2.ImageResult,
        NoteImage: executor_pb2.NoteImage,
        OverlayTextResponse: executor_pb2.OverlayTextResponse,
        AgentIteration: team_pb2.AgentIteration,
    }
)


def encode_result(result: ImageResult | NoteImage | OverlayTextResponse | AgentIteration) -> bytes:
    """Return *result* as bytes for the result store."""
    return to_proto(result, _MESSAGES[type(result)]).SerializeToString()


def decode_result(data: bytes, kind: type[Result]) -> Result:
    """Return the result of *kind* in *data* of the result store; images with the complete records of their assets."""
    message: Any = _MESSAGES[kind].FromString(data)
    result = from_proto(message, kind)
    match result:
        case ImageResult():
            return _with_record(result, message)
        case NoteImage():
            return replace(result, image=_with_record(result.image, message.image))
        case OverlayTextResponse():
            return replace(result, result=_with_record(result.result, message.result))
        case AgentIteration():
            return result


def _with_record(image: ImageResult, message: executor_pb2.ImageResult) -> ImageResult:
    return replace(image, asset=from_proto(message.asset, AssetRecord))
