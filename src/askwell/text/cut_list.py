"""Whether a text has shown only a part of a list."""

from askwell.text.sentences import LIST_ITEM, sentences

_LEAST_SHOWN = 2


def is_list_cut(text: str, shown: str) -> bool:
    """Whether `shown`, on one line, has two items of a list of the text and not the others.

    Items are lines with a bullet or a number; a list ends at any other line.
    """
    listed: list[bool] = []
    for start, end in sentences(text):
        bullet = LIST_ITEM.match(text[start:end])
        if bullet:
            listed.append(" ".join(text[start + bullet.end() : end].split()) in shown)
        elif _is_cut(listed):
            return True
        else:
            listed = []
    return _is_cut(listed)


def _is_cut(listed: list[bool]) -> bool:
    return sum(listed) >= _LEAST_SHOWN and not all(listed)
