"""gRPC for all services: one server, one interceptor, one kind of channel."""

from services.common.rpc.channel import open_channel
from services.common.rpc.interceptor import Context, ReaderTooSlow, ServiceInterceptor, current_language
from services.common.rpc.server import Server, serve
from services.common.rpc.service import main, run_service

__all__ = [
    "Context",
    "ReaderTooSlow",
    "Server",
    "ServiceInterceptor",
    "current_language",
    "main",
    "open_channel",
    "run_service",
    "serve",
]
