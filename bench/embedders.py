"""What an embedder costs: time of a question, passages a second, room on the disk.

The passages and the questions are those of the questions and answers in several languages; `languages` and `retrieval`
say what it finds.
"""

import asyncio
import time
from statistics import median

from askwell.models.weights import load_catalogue
from bench.languages import SPOKEN, entries, questions
from bench.library import embedder_named
from bench.options import Options
from bench.report import Report, Row

METRICS = ("query_cpu_ms", "passages_cpu_s", "dimension", "MB")

LOCAL = ("minilm", "e5-small")


def run(options: Options) -> Report:
    """A row for every embedder that runs on this machine, or for the one that is named."""
    names = (options.embedder,) if options.embedder else LOCAL
    rows = [asyncio.run(_measure(options, name)) for name in names]
    return Report("embedders", METRICS, tuple(rows), ("a second and a millisecond of processor time, of one core",))


async def _measure(options: Options, name: str) -> Row:
    embedder = embedder_named(name)
    if embedder is None:
        raise SystemExit(f"{name!r} is no embedder")
    passages = [each.text for spoken in SPOKEN for each in entries(options.data, spoken)][: options.limit]
    asked = [each.text for spoken in SPOKEN for each in questions(options.data, spoken)][: options.limit]
    await embedder.embed(asked[:1], kind="query")
    took = []
    for text in asked:
        began = time.process_time()
        await embedder.embed([text], kind="query")
        took.append((time.process_time() - began) * 1000)
    began = time.process_time()
    await embedder.embed(passages, kind="passage")
    spent = time.process_time() - began
    known = load_catalogue().get(name)
    return {
        "system": "askwell",
        "embedder": name,
        "set": "all",
        "n": len(passages),
        "query_cpu_ms": round(median(took), 2),
        "passages_cpu_s": round(len(passages) / spent, 2),
        "dimension": embedder.dimension,
        "MB": round(known.bytes / 1e6, 1) if known else None,
    }
