"""The web page and the API documentation, served from local files only."""

import os
import re
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from askwell.languages import LANGUAGES, folder

STATIC = Path(__file__).parent / "static"

router = APIRouter(include_in_schema=False)


@router.get("/", response_model=None)
async def index() -> FileResponse:
    """The page."""
    return FileResponse(STATIC / "index.html")


@router.get("/docs", response_model=None)
async def docs() -> FileResponse:
    """The API documentation; it reads /openapi.json."""
    return FileResponse(STATIC / "docs.html")


def mount_static(app: FastAPI) -> None:
    """Serve scripts and styles below /static."""
    app.mount("/static", _Files(directory=STATIC), name="static")


_WORDS = re.compile(rf"words/({'|'.join(LANGUAGES)})\.json")


class _Files(StaticFiles):
    """The files of the page; `words/` maps to the page texts in the languages' folders."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file at a path below `/static`."""
        found = _WORDS.fullmatch(path.replace(os.sep, "/"))
        if found is None:
            return super().lookup_path(path)
        words = folder(found.group(1)) / "page.json"
        return str(words), words.stat()
