/** The entries of an array, or of `{0: …, 1: …}` as forms write one; null unless the names are 0 to n − 1. */
export function asList(value: unknown): unknown[] | null {
  if (value === null || typeof value !== "object") return null;
  if (Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isNumbered = names.length > 0 && names.every((name, i) => name === String(i));
  return isNumbered ? Object.values(value) : null;
}
