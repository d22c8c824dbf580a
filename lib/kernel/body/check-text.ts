import { invalid } from "#lib/kernel/errors.ts";
import { MAX_DEPTH, tooDeep } from "./json-bounds.ts";
import { shownName } from "./param-names.ts";

/** Refuses what no schema should have to think of: text that the database cannot hold (NUL, halves of
 *  surrogate pairs), names that reach an object's prototype, and nesting without end. Throws
 *  `parameter_invalid` naming the parameter. */
export function checkText(value: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof value === "string") checkString(value, path);
  if (value === null || typeof value !== "object") return;
  if (path.length >= MAX_DEPTH) throw tooDeep();
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) checkText(item, [...path, i]);
    return;
  }
  for (const name of Object.keys(value)) {
    if (name === "__proto__") {
      throw invalid(shownName([...path, name]), "A parameter cannot have this name.");
    }
    checkString(name, [...path, name]);
    checkText((value as Record<string, unknown>)[name], [...path, name]);
  }
}

function checkString(text: string, path: readonly PropertyKey[]): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  throw invalid(shownName(path), "Text cannot contain NUL or halves of surrogate pairs.");
}
