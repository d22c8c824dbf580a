import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";

/**
 * `a[b]=c`, `a[]=c`, `a[0][b]=c` as a tree of strings. Objects have no prototype, so no name can reach one. Numbered
 * entries stay an object with numbers as names; the schema decides whether it is a list.
 */
type FormTree = { [name: string]: FormValue };
type FormValue = string | FormTree | FormValue[];

const MAX_PAIRS = 2_000;
const MAX_DEPTH = 8;
/** Longer than any parameter's name. */
const MAX_NAME = 200;

/** Throws `parameter_invalid` with the parameter: invalid encoding, a duplicate name, a name that is both a value and an
 *  object, too many parameters, names too long or nested too deeply. */
export function parseForm(text: string): FormTree {
  const root: FormTree = Object.create(null);
  if (text === "") return root;
  // Splits off at most one more than the limit, which is enough to detect too many.
  const pairs = text.split("&", MAX_PAIRS + 1);
  if (pairs.length > MAX_PAIRS) {
    throw invalid("", `At most ${MAX_PAIRS.toLocaleString("en-US")} parameters are possible.`);
  }
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name.length > MAX_NAME) {
      const shown = excerpt(name, 60);
      throw invalid(shown, `A parameter's name has at most ${MAX_NAME} characters: ${shown}`);
    }
    put(root, pathOf(name), equals < 0 ? "" : decode(pair.slice(equals + 1)), name);
  }
  return root;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalid("", "The parameters are not valid percent-encoded UTF-8.");
  }
}

/** `card[number]` → `card`, `number`. */
function pathOf(name: string): string[] {
  if (name === "") throw invalid("", "The parameters are not valid: one has no name.");
  const open = name.indexOf("[");
  if (open < 0) return [name];
  const rest = name.slice(open);
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(rest)) {
    throw invalid(name, `Malformed parameter name: ${name}`);
  }
  const path = [name.slice(0, open), ...rest.slice(1, -1).split("][")];
  if (path.length > MAX_DEPTH) throw invalid(name, "Parameters are nested too deeply.");
  return path;
}

function put(root: FormTree, path: readonly string[], value: string, name: string): void {
  let node: FormTree | FormValue[] = root;
  path.forEach((part, depth) => {
    const isLast = depth === path.length - 1;
    if (part === "") {
      // `a[]` starts a list, and each further one adds to it.
      if (!Array.isArray(node) || !isLast) throw invalid(name, `Malformed parameter name: ${name}`);
      node.push(value);
      return;
    }
    if (Array.isArray(node)) throw invalid(name, `${name} mixes a list with names.`);
    if (isLast) {
      if (part in node) throw invalid(name, `${name} is given more than once.`);
      node[part] = value;
      return;
    }
    const wanted: FormTree | FormValue[] = path[depth + 1] === "" ? [] : Object.create(null);
    node[part] ??= wanted;
    const next: FormValue = node[part];
    if (typeof next === "string")
      throw invalid(name, `${name} is given as a value and as an object.`);
    if (Array.isArray(next) !== Array.isArray(wanted)) {
      throw invalid(name, `${name} mixes a list with names.`);
    }
    node = next;
  });
}

/** The entries of an array, or of `{0: …, 1: …}` as forms write one; null unless the names are 0 to n − 1. */
export function asList(value: unknown): unknown[] | null {
  if (value === null || typeof value !== "object") return null;
  if (Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isNumbered = names.length > 0 && names.every((name, i) => name === String(i));
  return isNumbered ? Object.values(value) : null;
}
