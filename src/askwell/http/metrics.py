"""`/metrics`: the figures of this process in the text format of Prometheus."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from askwell.engine import Engine
from askwell.errors import NotFound
from askwell.http import openapi as api
from askwell.http.deps import EngineDep
from askwell.http.security import is_loopback, needs
from askwell.runtime.counts import BOUNDS_S, Histogram
from askwell.runtime.health import Health
from askwell.stores.sql.database import database_path

router = APIRouter(tags=["health"], dependencies=[needs("admin")])

EXAMPLE = """# HELP askwell_turns_total Turns that ended.
# TYPE askwell_turns_total counter
askwell_turns_total{outcome="answered",status="completed"} 128.0
"""
SHOWN: dict[str, Any] = {"description": "Figures, one a line.", "content": {"text/plain": {"example": EXAMPLE}}}


@router.get(
    "/metrics",
    response_model=None,
    responses={**api.problems("route_not_found"), 200: SHOWN},
)
async def metrics(request: Request, engine: EngineDep) -> Response:
    """Figures of this process for Prometheus: turns, steps, tokens, queue, leases, log, memory, streams, disk.

    404 for callers that the setting `metrics` excludes: by default those on other machines. No label holds a text, a
    name or an id of a user.
    """
    if not _is_shown(request, engine):
        raise NotFound("GET /metrics: Not Found", code="route_not_found", hint="See the setting `metrics`.")
    health = None if engine.is_draining else await engine.health.check()
    families = list(_families(engine, health))
    written = await asyncio.to_thread(_written, families, _log_bytes(engine))
    return Response(written, headers={"content-type": CONTENT_TYPE_LATEST})


def _is_shown(request: Request, engine: Engine) -> bool:
    allowed = engine.settings.metrics
    is_local = request.client is not None and is_loopback(request.client.host)
    return allowed == "all" or (allowed == "local" and is_local)


class _Collected(Collector):
    """Families that were collected already."""

    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        return iter(self._families)


def _written(families: list[Metric], logs: dict[str, Path]) -> bytes:
    """The figures as text. Blocking: it reads sizes and memory from the system."""
    registry = CollectorRegistry(auto_describe=False)
    log = GaugeMetricFamily(
        "askwell_write_ahead_log_bytes", "Size of the write-ahead log of an SQLite file.", labels=["database"]
    )
    for name, path in logs.items():
        log.add_metric([name], path.stat().st_size if path.exists() else 0)
    registry.register(_Collected([*families, log]))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


def _log_bytes(engine: Engine) -> dict[str, Path]:
    paths = {name: database_path(each) for name, each in engine.container.databases.items()}
    return {name: Path(f"{path}-wal") for name, path in paths.items() if path is not None}


def _families(engine: Engine, health: Health | None) -> Iterator[Metric]:
    """All figures that are kept in memory."""
    counts, usage = engine.counts, engine.counts.usage
    yield _counter("askwell_turns", "Turns that ended.", ("status", "outcome"), counts.turns)
    yield _counter("askwell_turn_errors", "Turns that failed.", ("code",), {(k,): n for k, n in counts.errors.items()})
    turns = HistogramMetricFamily("askwell_turn_seconds", "Duration of a turn after its question is stored.")
    _add(turns, [], counts.turn_s)
    yield turns
    steps = HistogramMetricFamily("askwell_step_seconds", "Duration of a step of a turn.", labels=["step"])
    for name, histogram in counts.steps_s.items():
        _add(steps, [name], histogram)
    yield steps
    tokens = {("input",): usage.input_tokens, ("output",): usage.output_tokens}
    yield _counter("askwell_model_tokens", "Tokens of models for answers.", ("direction",), tokens)
    yield _counter("askwell_model_calls", "Calls of models for answers.", (), {(): usage.calls})
    yield _counter("askwell_lost_leases", "Turns that another process took over.", (), {(): counts.lost_leases})
    yield GaugeMetricFamily("askwell_turns_running", "Turns that are running.", value=engine.turns_at_work)
    yield GaugeMetricFamily("askwell_turns_waiting", "Questions that wait for a turn to end.", counts.waiting())
    yield GaugeMetricFamily("askwell_open_streams", "Event streams that are being sent.", counts.open_streams)
    is_ready = health is not None and health.is_ready and not engine.preparation.pending
    yield GaugeMetricFamily("askwell_ready", "1 if `/readyz` answers 200.", int(is_ready))
    alarm = engine.settings.disk_alarm_bytes
    yield GaugeMetricFamily("askwell_disk_alarm_bytes", "Free space below which the disk is reported as low.", alarm)
    if health is not None:
        yield GaugeMetricFamily("askwell_disk_free_bytes", "Free space for the data folder.", health.disk_free_bytes)
        yield GaugeMetricFamily("askwell_disk_low", "1 if less is free.", int(health.disk_is_low))
        faults = GaugeMetricFamily("askwell_faults", "Faults that `/readyz` lists.", labels=["code"])
        for code in sorted({fault.code for fault in health.faults}):
            faults.add_metric([code], sum(fault.code == code for fault in health.faults))
        yield faults


def _counter(name: str, text: str, labels: tuple[str, ...], values: Mapping[Any, int]) -> Metric:
    """`values` by the values of the labels."""
    family = CounterMetricFamily(name, text, labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _add(family: HistogramMetricFamily, labels: list[str], histogram: Histogram) -> None:
    total, buckets = 0, []
    for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), histogram.buckets, strict=True):
        total += count
        buckets.append((bound, float(total)))
    family.add_metric(labels, buckets, sum_value=histogram.total_s)
