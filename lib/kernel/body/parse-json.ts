import { invalid } from "#lib/kernel/errors.ts";
import { findDuplicateName } from "./duplicate-names.ts";
import { checkJsonBounds, MAX_VALUES } from "./json-bounds.ts";
import { shownName } from "./param-names.ts";

/** The value of a JSON text. Throws `parameter_invalid` for invalid JSON, nesting too deep, more than `maxValues` values
 *  or a duplicate name. */
export function parseJson(text: string, maxValues = MAX_VALUES): unknown {
  checkJsonBounds(text, maxValues);
  const value = read(text);
  const twice = findDuplicateName(text);
  if (twice === null) return value;
  const name = shownName(twice);
  throw invalid(name, `${name} is given more than once.`);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("", "The body is not valid JSON.");
  }
}
