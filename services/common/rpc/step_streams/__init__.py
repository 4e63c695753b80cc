"""Calls of role services over long-lived streams: step_streams.proto."""
