/** Nested values as names of a form or query: `a[b]=c`. */
export function pairsOf(value: unknown, name = ""): [string, string][] {
  if (Array.isArray(value))
    return value.flatMap((one) => pairsOf(one, name.endsWith("[]") ? name : `${name}[]`));
  if (value !== null && typeof value === "object") {
    return Object.entries(value).flatMap(([key, inner]) =>
      pairsOf(inner, name === "" ? key : `${name}[${key}]`),
    );
  }
  return [[name, value === null ? "" : String(value)]];
}

/** URL encoding; lone surrogates, which cannot be encoded, are replaced first. */
export function encodePairs(pairs: readonly (readonly [string, string])[]): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}
