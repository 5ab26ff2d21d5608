"""Types of columns that SQLAlchemy does not have, and the metadata of all tables."""

import json
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, LargeBinary, MetaData, TypeDecorator
from sqlalchemy.types import TypeEngine

from askwell.stores.common.encoding import dump, pack

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """A time in UTC, stored as whole microseconds since 1970: exact, sortable, and the same in every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Microseconds since 1970. The time must have a time zone."""
        return None if value is None else (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The time in UTC."""
        return None if value is None else _EPOCH + value * _MICROSECOND


class Packed(TypeDecorator[Any]):
    """JSON that no query looks into, compressed in SQLite, where a turn's decisions would otherwise exceed its text.

    PostgreSQL compresses long values itself. None is stored as null.
    """

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Bytes in SQLite, otherwise JSON."""
        return dialect.type_descriptor(LargeBinary() if dialect.name == "sqlite" else JSON(none_as_null=True))

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """The compressed JSON; in PostgreSQL the value itself."""
        return value if value is None or dialect.name != "sqlite" else pack(dump(value).encode())

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """The decoded value."""
        return value if value is None or dialect.name != "sqlite" else json.loads(zlib.decompress(value))


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)
