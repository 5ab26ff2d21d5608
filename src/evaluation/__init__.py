"""The evaluation of conversations with the interface of another system; each module translates to `askwell`."""
