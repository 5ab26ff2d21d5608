"""`python -m askwell` is the command line."""

from askwell.cli import main

main()
