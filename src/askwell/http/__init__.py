"""The HTTP server: routes, event streams, problems, security, and the web page."""
