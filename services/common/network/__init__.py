"""Requests to addresses that users give."""
