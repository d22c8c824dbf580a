/** Parameters as the caller gives them. */
export type Params = Readonly<Record<string, unknown>>;

/** A query string with its question mark; empty without parameters. Objects become `created[gte]`, `expand` becomes
 * `expand[]`, other lists repeat their name. Dates become ISO 8601. */
export function encodeQuery(params: object | undefined): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) {
      for (const each of value) add(name === "expand" ? "expand[]" : name, each);
    } else if (value instanceof Date) {
      add(name, value.toISOString());
    } else if (typeof value === "object" && value !== null) {
      for (const [key, each] of Object.entries(value)) add(`${name}[${key}]`, each);
    } else {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
    }
  };
  for (const [name, value] of Object.entries(params ?? {})) add(name, value);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** An identifier in a path. Throws for an empty one, which would call another route. */
export function segment(id: string): string {
  if (typeof id !== "string" || id === "") {
    throw new TypeError("An identifier is required: it must be a string that is not empty.");
  }
  return encodeURIComponent(id);
}
