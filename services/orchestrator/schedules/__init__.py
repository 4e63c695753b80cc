"""Schedules: their registration, and the start of their runs."""
