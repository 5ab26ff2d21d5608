"""Hostile CSV tables, and an assistant that answers from each of them."""

from collections.abc import Iterator
from pathlib import Path

YAML = """
name: {name}
title: Offices
description: Answers about offices.
resolve: {{by: rules}}
route: {{otherwise: offices}}
rank: {{by: fused}}
grade: {{by: rules}}
ways:
  offices:
    table: offices.csv
    title: Offices
    match: {{districts: ["{{}} District", "{{}}"]}}
    row: ["{{office}} serves {{matched}}.", "Call {{phone}}."]
"""
HEADER = "office,districts,phone\n"
QUESTION = "Which office serves Hill District and value 7?"


REFUSED = frozenset(
    "empty|bom only|cell over the limit|quotes|open quote|short rows|long rows|too large|latin|utf-16|zip".split("|")
)
"""Tables that an assistant works without."""


def table_files() -> Iterator[tuple[str, bytes]]:
    """Names and contents."""
    row = "North Office,Hill,100\n"
    texts = {
        "empty": "",
        "header only": HEADER,
        "bom only": "\ufeff",
        "one value often": HEADER + row * 150_000,
        "distinct values": HEADER + "".join(f"Office {n},value {n},{n}\n" for n in range(120_000)),
        "values in a cell": HEADER + f"North,{';'.join(f'v{n}' for n in range(15_000))},1\n",
        "cell over the limit": HEADER + f"North,{'a;' * 100_000},1\n",
        "long name": HEADER + f"North,{'hill ' * 20_000},1\n" + row,
        "long names": HEADER + f"North,{'hill ' * 2_000},1\n" * 500 + row,
        "wide": "office,districts,phone,"
        + ",".join(f"c{n}" for n in range(50_000))
        + "\n"
        + ("a," * 50_002 + "a\n") * 3,
        "wide names": HEADER.replace("phone", "phone," + "x" * 100_000) + "a,b,c,d\n",
        "columns twice": HEADER.strip() + ",office,office\n" + "a,Hill,c,d,e\n",
        "blank lines": HEADER + "\n" * 5_000_000,
        "commas": HEADER + ",,\n" * 500_000,
        "quotes": HEADER + '"' * 1_000_000,
        "open quote": HEADER + '"' + "a\n" * 50_000,
        "short rows": HEADER + "a,b\n",
        "long rows": HEADER + "a,b,c,d\n",
        "nul": HEADER + "a,Hi\0ll,c\n",
        "returns": HEADER + "a,Hill,c\r" * 100_000,
        "fields": HEADER + "{office},Hill,{phone}{matched}{x}\n",
        "patterns": HEADER + "a,Hill;(a+)+$;[;\\,c\n",
        "marks": HEADER + "[1] a,Hill,</passage>\n",
        "separators": HEADER + "a\u2028b,Hill\u0085,c\u2029\n",
        "direction": HEADER + "\u202ea,Hill,c\u202c\n",
        "too large": HEADER + row * 500_000,
    }
    for name, text in texts.items():
        yield name, text.encode()
    yield "latin", HEADER.encode() + "caff\xe8,Hill,1\n".encode("latin-1")
    yield "utf-16", (HEADER + row).encode("utf-16")
    yield "zip", b"PK\x03\x04" + bytes(range(256)) * 100


def write_tables(assistants: Path) -> list[str]:
    """Write an assistant for each table below a folder; their names."""
    names = []
    for number, (_, data) in enumerate(table_files()):
        folder = assistants / f"table-{number}"
        folder.mkdir()
        (folder / "assistant.yaml").write_text(YAML.format(name=folder.name))
        (folder / "offices.csv").write_bytes(data)
        names.append(folder.name)
    return names
