"""Serving gRPC the same way everywhere: one server, one interceptor, one kind of channel."""

from services.common.serving.channel import open_channel
from services.common.serving.interceptor import Context, ReaderTooSlow, ServiceInterceptor, current_language
from services.common.serving.server import Server, serve
from services.common.serving.service import main, serving

__all__ = [
    "Context",
    "ReaderTooSlow",
    "Server",
    "ServiceInterceptor",
    "current_language",
    "main",
    "open_channel",
    "serve",
    "serving",
]
