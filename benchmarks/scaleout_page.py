"""Write the measured table of "From one computer to many" anew, from one run of its benchmark.

    tengen bench scaleout --json > scaleout.json && python benchmarks/scaleout_page.py scaleout.json

The page's sentences about figures are for a person to look over.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "site" / "how-to" / "use-many-computers.md"
HEAD = "| case | measured | beside | ratio |\n|---|---:|---:|---:|\n"


def main() -> None:
    """Replace the table of the page."""
    rows = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    _, _, after = rest.partition("\n\n")
    PAGE.write_text(before + HEAD + "\n".join(lines(rows)) + "\n\n" + after, encoding="utf-8")


def lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a line of the table for each case; draws from windows share one."""
    draws = [row for row in rows if row["case"].startswith("sample")]
    for row in rows:
        if row not in draws:
            unit = "cores" if row["case"].startswith("ingest") else ""
            peer = f"{row['peer']} {figure(row['peer_value'])}"
            ratio = f"{figure(row['ratio'])} {unit}".strip()
            yield f"| {row['case']}, {row['unit']} | {figure(row['value'])} | {peer} | {ratio} |"
    windows = ", ".join(row["case"].removeprefix("sample ") for row in draws)
    micros = ", ".join(figure(row["value"]) for row in draws)
    ratios = ", ".join(figure(row["ratio"]) for row in draws[1:])
    case = f"sample: a draw of 512 of Go 9x9 from {windows} positions, microseconds"
    yield f"| {case} | {micros} | {draws[0]['peer']} | {ratios} |"


def figure(value: float) -> str:
    """Return a figure with three digits, and thousands apart."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
