"""reStructuredText, as people and Sphinx write it."""

import pytest

from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.recognition import recognise
from tests.knowledge.readers.parts import parts_of

GUIDE = """
.. _top:

Boats
=====

.. toctree::
   :maxdepth: 2

   other

The club has *grey* boats, see :ref:`the rules <rules>` and :py:func:`~club.boats.rent`. [#f]_

.. note::
   Bring a card.

.. tip:: In winter
   :class: wide

   The shed is closed.

Rent
----

- for a day

  with a card
- for a week

1. Ask.
2. Pay.

Sloop
   A boat with one mast.

:Fee: five euros

.. code-block:: sh
   :linenos:

   rent --day 1

=====  ===
Boat   Fee
=====  ===
Sloop  5
Yacht  9
=====  ===

.. list-table:: Hours
   :header-rows: 1

   * - Day
     - Hour
   * - Sunday
     - 10

.. [#f] Since 2019.
"""


def text_of(source: str) -> str:
    return read_document(source.encode(), "page.rst").text


def test_everything_that_a_page_shows_is_read_below_its_headings() -> None:
    document = read_document(GUIDE.encode(), "page.rst")
    assert parts_of(document) == [
        (
            ("Boats",),
            None,
            "Boats\n\nThe club has grey boats, see the rules and club.boats.rent.\n\nBring a card.\n\nIn winter\n\n"
            "The shed is closed.",
        ),
        (
            ("Boats", "Rent"),
            None,
            "Rent\n\n- for a day\n\nwith a card\n\n- for a week\n\n1. Ask.\n\n2. Pay.\n\n"
            "Sloop: A boat with one mast.\n\nFee: five euros\n\nrent --day 1\n\n"
            "Boat | Fee\nSloop | 5\nYacht | 9\n\nHours\n\nDay | Hour\nSunday | 10\n\nSince 2019.",
        ),
    ]
    assert (document.title, document.media_type) == ("Boats", "text/x-rst")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (".. anything:: With a title\n   :whatever: 1\n\n   And text.\n", "With a title\n\nAnd text."),
        ("An :unknown:`odd <there>` role.\n", "An odd role."),
        (".. code-block::\n\n   a  b\n     c\n", "a  b\n  c"),
        ("+---+\n| a\n\nThen text.\n", "+---+\n| a\n\nThen text."),
        ("| one\n| two\n", "one\ntwo"),
        (".. figure:: x.png\n   :alt: a\n\n   The caption.\n", "The caption."),
        (".. versionadded:: 2.1\n   More boats.\n", "2.1 More boats."),
    ],
)
def test_what_docutils_does_not_know_is_read_as_its_text(source: str, text: str) -> None:
    assert text_of(source) == text


def test_nothing_is_read_from_other_files() -> None:
    source = (
        "Before.\n\n.. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n\n"
        ".. csv-table::\n   :file: /etc/passwd\n\n.. literalinclude:: /etc/passwd\n\nAfter.\n"
    )
    found = text_of(source)
    assert found.startswith("Before.")
    assert found.endswith("After.")
    assert "root:" not in found


def test_the_suffix_chooses_the_format() -> None:
    assert recognise(GUIDE.encode(), "a.rst") == "rst"
    assert recognise(GUIDE.encode(), "a.txt") == "text"
