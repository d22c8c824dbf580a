import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-data.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { bracketPath, checkText, shownName } from "./check-text.ts";

import { parseForm } from "./parse-form.ts";
import { parseJson } from "./parse-json.ts";

export type BodyRules = {
  isForm: boolean;
  /** The most values that a JSON body may hold. */
  maxValues: number;
  /** Parameters in which card data belongs, as `card[number]`. */
  cardPlaces: readonly string[];
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Throws `parameter_invalid` for invalid UTF-8. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid("", "The body is not valid UTF-8.");
  }
}

/** The parameters in a body. Throws `parameter_invalid` for a body that cannot be parsed, exceeds a limit, has text that
 *  the database cannot store, or has card data outside `cardPlaces`. */
export function parseBody(text: string, rules: BodyRules): Record<string, unknown> {
  const { isForm, maxValues, cardPlaces } = rules;
  const value = isForm ? parseForm(text) : parseJson(text, maxValues);
  checkText(
    value,
    (path) => path.length === 1 && path[0] === "file" && cardPlaces.includes("file"),
  );
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw invalid("", "The body must be an object.");
  }
  refuseCardData(value, cardPlaces);
  return value as Record<string, unknown>;
}

/** Refuses card data outside `cardPlaces`, where it would be stored and shown (decision 16). Throws `parameter_invalid`
 *  with its path. */
export function refuseCardData(given: unknown, cardPlaces: readonly string[]): void {
  const found = findCardData(given, (path) => cardPlaces.includes(bracketPath(path)));
  if (found) throw invalid(shownName(found), CARD_DATA_REFUSED);
}
