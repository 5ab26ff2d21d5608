"""The page and the API's documentation: files of our own, nothing from elsewhere."""

from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

STATIC = Path(__file__).parent / "static"

router = APIRouter(include_in_schema=False)


@router.get("/", response_model=None)
async def index() -> FileResponse:
    """The page."""
    return FileResponse(STATIC / "index.html")


@router.get("/docs", response_model=None)
async def docs() -> FileResponse:
    """The API's documentation; it reads /openapi.json."""
    return FileResponse(STATIC / "docs.html")


def mount_static(app: FastAPI) -> None:
    """Serve scripts and styles below /static."""
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
