"""Runs migrations on the connection of `askwell.stores.sql.migrate`, inside its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
context.run_migrations()
