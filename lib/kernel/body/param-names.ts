import { excerpt } from "../log.ts";

/** `["card", "number"]` → `card[number]`: how a parameter is called in errors, as in form bodies. */
export function bracketPath(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path;
  if (first === undefined) return "";
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}

const MOST_SHOWN = 100;

/** The same for an error: at most 100 characters, so that a name the caller invented cannot fill the answer. */
export function shownName(path: readonly PropertyKey[]): string {
  return excerpt(bracketPath(path), MOST_SHOWN);
}
