// Offsets of the server count characters; those of scripts count UTF-16 units.

/** What maps an offset in characters of a text to one in units; the length of the text for those after its end. */
export function unitsOf(text) {
  const offsets = [0];
  for (const character of text) offsets.push(offsets.at(-1) + character.length);
  return (offset) => offsets[Math.min(offset, offsets.length - 1)];
}

export const charactersOf = (text) => Array.from(text).length;
