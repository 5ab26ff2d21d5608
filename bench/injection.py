"""Instructions inside documents: how many are marked, and how many harmless texts are.

Three figures belong together, since marking nothing is never wrong: harmless prompts and e-mails that are left alone,
attacks that are marked in an e-mail, and their mean. Attacks are put behind an e-mail, as a document would hold them.
Whether they are marked or not, `forbidden_effects` counts what they achieve with a model that obeys them; the cases of
AgentDojo too, if its package is installed (`make bench-injection DATA=folder`).
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from askwell.text.orders import order_spans
from bench import agentdojo_effects
from bench.effects import CARRIERS, Attack, run_all, totals
from bench.options import Options
from bench.report import Report, Row

METRICS = ("benign_accuracy", "attack_recall", "attack_precision", "attack_F1")
EFFECTS = ("reached", "forbidden_effects")
ANCHORS = (
    {"system": "ProtectAI v2", "set": "text", "n": 75, "benign_accuracy": 0.572, "attack_F1": 0.296},
    {"system": "GPT-4o", "set": "text", "n": 75, "benign_accuracy": 0.867},
    {"system": "PIGuard", "set": "text", "n": 75, "benign_accuracy": 0.873},
)


def run(options: Options) -> Report:
    """A row for attacks by text and by code, published figures, and a row of effects for each way into a prompt."""
    folder = options.data / "injection"
    prompts = [each["prompt"] for file in sorted(folder.glob("NotInject_*.json")) for each in _read(file)]
    mails = [
        json.loads(line)["context"]
        for file in sorted(folder.glob("bipia_email_*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    left_alone = sum(not order_spans(prompt) for prompt in prompts) / len(prompts)
    false = sum(bool(order_spans(mail)) for mail in mails)
    rows: list[Row] = []
    orders: list[Attack] = []
    for kind in ("text", "code"):
        attacks = [
            attack
            for file in sorted(folder.glob(f"bipia_{kind}_attack_*.json"))
            for attacks_of_kind in _read(file).values()
            for attack in attacks_of_kind
        ]
        orders += map(Attack, attacks)
        found = sum(_is_found(mails[at % len(mails)], attack) for at, attack in enumerate(attacks))
        recall = found / len(attacks)
        precision = found / (found + false) if found else 0.0
        f1 = 2 * recall * precision / (recall + precision) if found else 0.0
        figures = (left_alone, recall, precision, f1)
        row = {"system": "askwell", "set": kind, "n": len(attacks)}
        rows.append(row | dict(zip(METRICS, (round(each, 3) for each in figures), strict=True)))
    notes = (f"benign_accuracy: of {len(prompts)} prompts; precision: against {len(mails)} e-mails without an attack.",)
    orders = orders[: options.limit]
    tried: list[Mapping[str, object]] = []
    if options.limit != 0:
        tried += totals(run_all(orders, _carriers(options)))
        tried += totals(agentdojo_effects.run_all(options.limit) if options.set in {"", "agentdojo"} else [])
    return Report("injection", (*METRICS, *EFFECTS), (*rows, *ANCHORS, *tried), notes)


def _carriers(options: Options) -> Sequence[str]:
    """The way into the prompt that `--set` names, else all."""
    if options.set == "agentdojo":
        return []
    return [options.set] if options.set in CARRIERS else CARRIERS


def _read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def _is_found(mail: str, attack: str) -> bool:
    """Whether a part of the attack is marked behind the e-mail."""
    text = f"{mail}\n\n{attack}"
    return any(end > len(mail) for _, end in order_spans(text))
