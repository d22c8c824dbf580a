import { excerpt } from "../log.ts";

/** `["card", "number"]` → `card[number]`, the name of a parameter in errors and form bodies. */
export function bracketPath(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path;
  if (first === undefined) return "";
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}

const MOST_SHOWN = 100;

/** `bracketPath` for an error, redacted and cut to 100 characters, since the caller may have invented the name. */
export function shownName(path: readonly PropertyKey[]): string {
  return excerpt(bracketPath(path), MOST_SHOWN);
}
