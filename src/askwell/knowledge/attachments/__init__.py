"""The attachments of conversations: rows, bytes, and the worker that reads them."""
