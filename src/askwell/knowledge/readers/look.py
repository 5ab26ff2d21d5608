"""How the letters of an office document look, and whether a person sees them."""

from dataclasses import dataclass

SMALLEST_POINTS = 2.0
"""The size of letters up to which nobody reads them."""
WHITE = "ffffff"


@dataclass(frozen=True, slots=True)
class Look:
    """What a text says of its own letters; where it says nothing, they are seen."""

    is_hidden: bool = False
    is_white: bool = False
    is_small: bool = False
    is_shaded: bool = False
    """Whether the letters have a ground of their own that is not white."""

    def is_seen(self, *, has_ground: bool) -> bool:
        """Whether the letters are seen. `has_ground` says whether what is around them may not be white."""
        return not (self.is_hidden or self.is_small or (self.is_white and not self.is_shaded and not has_ground))


def is_small(points: float) -> bool:
    """Whether nobody reads letters of this size. A size of 0 is one that the file does not tell."""
    return 0 < points <= SMALLEST_POINTS
