"""Fake providers: servers with the wire formats of real model providers, and scenarios for their responses.

To try reflow's remote models without a key, and for tests. The services do not use this package.
"""
