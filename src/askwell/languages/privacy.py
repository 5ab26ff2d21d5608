"""The type of a language's words around personal data: labels of numbers, titles, streets, months."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PersonalWords:
    """Alternations of regular expressions, for text in any case."""

    phone: str
    """Labels and verbs around a phone number."""
    phone_or_not: str
    """Labels of a phone number that are also those of others: they count for numbers of nine digits and more."""
    card: str
    citizen: str
    """Labels of the number that a state gives a person."""
    company: str
    """Labels of the number of a business for its VAT."""
    account: str
    """Labels of a bank account."""
    document: str
    """Labels of a passport, an identity card or a driving licence."""
    reference: str
    """Labels of numbers that are no person's: orders, invoices, shipments, files, devices."""
    numbered: str
    """Words that say that any number follows."""
    digits: tuple[str, ...]
    """The ten digits in words, as alternations: `zero|oh` first."""
    amounts: str
    """Words after a number that is an amount."""
    versions: str
    """Words before the number of a version or of a section."""
    at_sign: str
    """Words that are written for `@`."""
    dot: str
    """Words that are written for the dots of an e-mail address."""
    own_site: str
    """Words before the address of a web site that is the writer's."""
    own_pages: str
    """Last parts of a web address whose page is about the owner of the site."""
    born: str
    """Words before a date of birth."""
    months: str
    titles: str
    """Forms of address before a name."""
    introductions: str
    """Words with which people say or write whose name follows."""
    closings: str
    """Words at the end of a letter, before the name of its writer."""
    streets: str
    """Words for a street that are words of their own."""
    in_town: str
    """Prepositions between a street and its town."""
    small_words: str
    """Words in small letters inside names of people and streets, separated by blanks; each is a word by itself."""
    units: str
    """Words before the number of a flat, a floor or a staircase."""
    house_number: str = ""
    """Words between a street and its number; empty for none."""
    boxes: str = ""
    """Words before the number of a post box; empty for none."""
    street_ends: str = ""
    """Words for a street that end the word with the name; empty for none."""
    age: str = ""
    """Words of an age, with `N` for its number."""
