"""The only place where names become objects: settings and assistants in, one container out."""
