"""Traces, metrics and logs: one vocabulary, sent where OTLP is configured and silent otherwise."""

from services.common.telemetry.errors import ErrorStatistics
from services.common.telemetry.setup import Telemetry, start_telemetry

__all__ = ["ErrorStatistics", "Telemetry", "start_telemetry"]
