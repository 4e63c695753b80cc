"""Stored graphs in HTTP, event streams and WebSockets. Their JSON is forwarded without parsing it."""
