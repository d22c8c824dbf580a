import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-data.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { findSecret, SECRET_REFUSED } from "#lib/kernel/own-secrets.ts";
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
 *  the database cannot store, or has card data or secrets outside their places. */
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
  refuseSensitive(value, cardPlaces);
  return value as Record<string, unknown>;
}

/** Values of an endpoint's own headers are encrypted and never shown. */
const PLACE_OF_SECRETS = "headers";

/** Refuses card data outside `cardPlaces`, and secret keys and signing secrets outside those and the headers of an endpoint:
 *  they would be stored and shown (decision 16). Throws `parameter_invalid` with the path. */
export function refuseSensitive(given: unknown, cardPlaces: readonly string[] = []): void {
  const isPlace = (path: readonly PropertyKey[]) => cardPlaces.includes(bracketPath(path));
  const card = findCardData(given, isPlace);
  if (card) throw invalid(shownName(card), CARD_DATA_REFUSED);
  const secret = findSecret(given, (path) => path[0] === PLACE_OF_SECRETS || isPlace(path));
  if (secret) throw invalid(shownName(secret), SECRET_REFUSED);
}
