"""Fetches the manuals that blind questions are about: `python -m bench manuals --data DIR`, on Debian 12.

Their pages come from packages of Debian, by `apt-get download` and `dpkg-deb`, and go to `DIR/<collection>`. What is
there already is left as it is. Other releases have other versions of the manuals, and some facts of the questions with
them. Most are under the GFDL or the GPL.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.options import Options
from bench.report import Report, Row

METRICS = ("pages",)

_DOC = "usr/share/doc"
_OFFICE = "usr/share/libreoffice/help"
MANUALS = {
    "aptitude": ("aptitude-doc-en", f"{_DOC}/aptitude/html/en"),
    "bash": ("bash-doc", f"{_DOC}/bash"),
    "calc-nl": ("libreoffice-help-nl", f"{_OFFICE}/nl/text/scalc/guide"),
    "debian-edu-nl": ("debian-edu-doc-nl", f"{_DOC}/debian-edu-doc-nl"),
    "debian-reference-it": ("debian-reference-it", "usr/share/debian-reference"),
    "ffmpeg": ("ffmpeg-doc", f"{_DOC}/ffmpeg/manual"),
    "fish": ("fish-common", f"{_DOC}/fish"),
    "gimp-nl": ("gimp-help-nl", "usr/share/gimp/2.0/help/nl"),
    "git": ("git-doc", f"{_DOC}/git-doc"),
    "gnucash-en": ("gnucash-docs", f"{_DOC}/gnucash-docs/gnucash-guide-en"),
    "gnucash-help": ("gnucash-docs", f"{_DOC}/gnucash-docs/gnucash-help-en"),
    "gnucash-it": ("gnucash-docs", f"{_DOC}/gnucash-docs/gnucash-guide-it"),
    "gnuplot": ("gnuplot-doc", f"{_DOC}/gnuplot/htmldocs"),
    "homebank": ("homebank-data", f"{_DOC}/homebank-data/help"),
    "kicad-it": ("kicad-doc-it", f"{_DOC}/kicad/help/it"),
    "sqlite": ("sqlite3-doc", f"{_DOC}/sqlite3"),
    "writer-it": ("libreoffice-help-it", f"{_OFFICE}/it/text/swriter/guide"),
    "writer-nl": ("libreoffice-help-nl", f"{_OFFICE}/nl/text/swriter/guide"),
    "zsh": ("zsh-doc", f"{_DOC}/zsh-common/html"),
}
"""Collections with their package and the folder in it."""


def run(options: Options) -> Report:
    """A row for each collection with the number of its pages, after what was missing was fetched."""
    names = [options.set] if options.set not in {"", "all"} else sorted(MANUALS)
    for name in names:
        if not (options.data / name).is_dir():
            package, folder = MANUALS[name]
            with tempfile.TemporaryDirectory() as temporary:
                copy_pages(_unpacked(package, Path(temporary)) / folder, options.data / name)
    rows: list[Row] = [
        {"system": "Debian", "set": name, "n": 1, "pages": len(list((options.data / name).rglob("*.html")))}
        for name in names
    ]
    return Report("manuals", METRICS, tuple(rows))


def copy_pages(source: Path, target: Path) -> None:
    """Copy the pages of a folder, without pictures, styles and links between files."""
    for page in sorted(source.rglob("*.html")):
        if not page.is_symlink():
            place = target / page.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page, place)


def _unpacked(package: str, folder: Path) -> Path:
    subprocess.run(["apt-get", "download", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607
    [archive] = folder.glob("*.deb")
    subprocess.run(["dpkg-deb", "-x", archive, folder / "unpacked"], check=True)  # noqa: S603, S607
    return folder / "unpacked"
