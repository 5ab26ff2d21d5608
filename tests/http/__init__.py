# ruff: noqa: A005  mirrors askwell.http
