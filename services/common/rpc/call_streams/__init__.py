"""Calls of RPCs that stream responses over long-lived streams: call_streams.proto."""
