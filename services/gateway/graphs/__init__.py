"""Stored graphs in HTTP, event streams and WebSockets. Their JSON passes through as bytes: nothing here parses it."""
