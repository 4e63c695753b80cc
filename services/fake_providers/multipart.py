"""Parser of multipart/form-data (RFC 7578). Pure."""

import re
from dataclasses import dataclass
from email.message import Message


class MultipartError(ValueError):
    """The body does not match its content type."""


@dataclass(frozen=True)
class Part:
    """One field; `filename` for a file."""

    name: str
    filename: str | None
    data: bytes


def parse_parts(content_type: str, body: bytes) -> list[Part]:
    """Return the parts of *body*. Raises MultipartError."""
    header = Message()
    header["content-type"] = content_type
    boundary = header.get_boundary()
    if header.get_content_type() != "multipart/form-data" or not boundary:
        raise MultipartError("not multipart/form-data with a boundary")
    segments = (b"\r\n" + body).split(b"\r\n--" + boundary.encode())
    if len(segments) < 3 or not segments[-1].startswith(b"--"):
        raise MultipartError("the last boundary is missing")
    return [_parse_part(segment) for segment in segments[1:-1]]


def _parse_part(segment: bytes) -> Part:
    head, separator, data = segment.partition(b"\r\n\r\n")
    disposition = re.search(rb"(?i)content-disposition:\s*form-data([^\r\n]*)", head)
    if not separator or not disposition:
        raise MultipartError("a part without a content disposition")
    attributes = dict(re.findall(r'(\w+)="([^"]*)"', disposition[1].decode(errors="replace")))
    return Part(attributes.get("name", ""), attributes.get("filename"), data)
