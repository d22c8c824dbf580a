import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "../log.ts";

/** Far more than any parameter but a file needs. Searching text for card data takes time and memory with its length. */
const MAX_TEXT = 32_768;
/** The longest name of a parameter or metadata key has 40 characters. */
const MAX_NAME = 200;

/** Levels of nested arrays and objects. */
export const MAX_DEPTH = 20;

type Path = readonly PropertyKey[];

/** Refuses input that no schema should have to handle: text that the database cannot store (NUL, unpaired surrogates),
 *  text that is too long unless it is a file (`isFile`), names that reach an object's prototype, and deep nesting. Throws
 *  `parameter_invalid` with the parameter. */
export function checkText(
  value: unknown,
  isFile: (path: Path) => boolean = () => false,
  path: Path = [],
): void {
  if (typeof value === "string") {
    checkString(value, path);
    if (value.length > MAX_TEXT && !isFile(path)) throw tooLong(path);
  }
  if (value === null || typeof value !== "object") return;
  if (path.length >= MAX_DEPTH) throw tooDeep();
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) checkText(item, isFile, [...path, i]);
    return;
  }
  for (const name of Object.keys(value)) {
    if (name === "__proto__") {
      throw invalid(shownName([...path, name]), "A parameter cannot have this name.");
    }
    const here = [...path, name];
    checkString(name, here);
    if (name.length > MAX_NAME) {
      throw invalid(shownName(here), `A name can have at most ${MAX_NAME} characters.`);
    }
    checkText((value as Record<string, unknown>)[name], isFile, here);
  }
}

function checkString(text: string, path: Path): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  throw invalid(shownName(path), "Text cannot contain NUL or unpaired surrogates.");
}

const tooLong = (path: Path) =>
  invalid(
    shownName(path),
    `A text can have at most ${MAX_TEXT.toLocaleString("en-US")} characters.`,
  );

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

export function tooDeep() {
  return invalid("", `A body can be nested at most ${MAX_DEPTH} levels deep.`);
}
