/** The part of identifiers that browsers use too: it needs nothing of Node, so no crypto polyfill is bundled. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
export const TIME_CHARS = 10;

/** Creation time of an id in ms since 1970; NaN when it is not one of ours. */
export function idTimeMs(id: string): number {
  const start = id.lastIndexOf("_") + 1;
  let ms = 0;
  for (let i = start; i < start + TIME_CHARS; i++) {
    const digit = ALPHABET.indexOf(id[i] ?? "?");
    if (digit < 0) return Number.NaN;
    ms = ms * 32 + digit;
  }
  return ms;
}
