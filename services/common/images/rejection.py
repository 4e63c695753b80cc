"""Rejection of an image: error code, request field and noun."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.text.language import Text

IMAGE = Text("图片", "image")
MASK = Text("遮罩", "mask")
BODY = Text("请求体", "body")
# Metadata of the error of an image that is too large: its size and the limit, in bytes.
SIZE_BYTES, MAX_BYTES = "size_bytes", "max_bytes"
UPLOAD = Text("，或直接上传", ", or upload the {noun}")


@dataclass(frozen=True, slots=True)
class Rejection:
    """Common part of the errors about one image of a request.

    Attributes:
        code: the error's code, `MASK_DATA_INVALID` or `INVALID_INPUT_FORMAT`.
        field: request field of the image.
        noun: its name in the texts, `PICTURE` or `MASK`.
        temporary: the code where the same image may be accepted later; `code` when None.
        remedy: the advice if its URL cannot be fetched.

    """

    code: Code
    field: str | None
    noun: Text = IMAGE
    temporary: Code | None = None
    remedy: Text = UPLOAD

    def because(
        self,
        zh: str,
        en: str,
        details: str = "",
        *,
        temporary: bool = False,
        metadata: Mapping[str, str] | None = None,
    ) -> ReflowError:
        """Return the error to raise; `{noun}` in the texts is replaced by the noun."""
        text = Text(zh.replace("{noun}", self.noun.zh), en.replace("{noun}", self.noun.en))
        code = (self.temporary or self.code) if temporary else self.code
        return ReflowError(code, text, details=details, field=self.field, metadata=metadata)

    def too_large(self, size: int, max_bytes: int, *, is_known: bool = True) -> ReflowError:
        """Return the error of *size* bytes, above *max_bytes*; *is_known*: whether *size* is the total size."""
        most = f"{max_bytes / 2**20:g} MB"
        more = Text("有", "") if is_known else Text("超过", "more than ")
        return self.because(
            f"{{noun}}{more.zh} {size:,} 字节，最多 {most}（{max_bytes:,} 字节），请缩小后再发送。",
            f"The {{noun}} has {more.en}{size:,} bytes; at most {most} ({max_bytes:,}) are accepted. Make it smaller.",
            metadata={SIZE_BYTES: str(size), MAX_BYTES: str(max_bytes)},
        )
