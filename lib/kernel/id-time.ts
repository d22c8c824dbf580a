/** What screens may know of identifiers too: nothing here needs Node, whose cryptography a browser would otherwise
 *  be sent in full. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
export const TIME_CHARS = 10;

/** Milliseconds since the epoch at which `id` was made; NaN when it is not one of ours. */
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
