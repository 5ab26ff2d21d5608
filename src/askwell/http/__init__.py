"""The HTTP face: routes, the server-sent stream, problems, security, and the first page."""
