"""How well passages support the statements of an answer."""

from askwell.text.support.places import places
from askwell.text.support.score import SUPPORTED, Measured, cover, measure, negates, weights
from askwell.text.support.statements import Statement, says_not_found, statements

__all__ = [
    "SUPPORTED",
    "Measured",
    "Statement",
    "cover",
    "measure",
    "negates",
    "places",
    "says_not_found",
    "statements",
    "weights",
]
