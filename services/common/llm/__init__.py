"""Remote models: configuration, requests, and usage.

The HTTP client is imported only if a model is configured, so that a system without models starts without it.
"""
