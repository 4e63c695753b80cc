"""Reading multipart/form-data (RFC 7578). Pure."""

import re
from dataclasses import dataclass
from email.message import Message


class NotMultipart(ValueError):
    """The body is not what its content type says."""


@dataclass(frozen=True)
class Part:
    """One field; of a file with its name."""

    name: str
    filename: str | None
    data: bytes


def read_parts(content_type: str, body: bytes) -> list[Part]:
    """Return the parts of *body*. Raises NotMultipart."""
    header = Message()
    header["content-type"] = content_type
    boundary = header.get_boundary()
    if header.get_content_type() != "multipart/form-data" or not boundary:
        raise NotMultipart("not multipart/form-data with a boundary")
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary.encode())
    if len(pieces) < 3 or not pieces[-1].startswith(b"--"):
        raise NotMultipart("the last boundary is missing")
    return [_part(piece) for piece in pieces[1:-1]]


def _part(piece: bytes) -> Part:
    head, found, data = piece.partition(b"\r\n\r\n")
    disposition = re.search(rb"(?i)content-disposition:\s*form-data([^\r\n]*)", head)
    if not found or not disposition:
        raise NotMultipart("a part without a content disposition")
    told = dict(re.findall(r'(\w+)="([^"]*)"', disposition[1].decode(errors="replace")))
    return Part(told.get("name", ""), told.get("filename"), data)
