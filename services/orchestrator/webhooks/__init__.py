"""Webhooks: their registration, and the delivery of their reports."""
