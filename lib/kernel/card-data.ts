/** Finds card data in parameters that must not contain it, before anything is stored. */

import { decodeFully, holdsCardData, plainText } from "./card-numbers.ts";

export const CARD_DATA_REFUSED =
  "This looks like card data, which must not be kept here. If it is a number of your own, put a " +
  "letter between its digits or use fewer than 13 of them.";

const CODE = /cvc|cvv|securitycode|verificationvalue|^(?:card)?(?:csc|cid)$/;
const NUMBER = /cardnumber|cardno$|^(?:card|cc)?pan$|primaryaccountnumber|^ccnum/;

/** One spelling of a name: `card[security_code]`, `cardSecurityCode` and `CARD-SECURITY-CODE` become the same. */
export function plainName(name: string): string {
  return plainText(decodeFully(name))
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");
}

/** Whether a name says that its value is the number or the security code of a card. */
export function namesCardData(name: string): boolean {
  const plain = plainName(name);
  return CODE.test(plain) || NUMBER.test(plain);
}

type Path = readonly PropertyKey[];

/** `pm_test_` with a test card's number is accepted as a payment method, and nowhere else. The token is resolved and not
 *  stored. */
const TOKEN_PLACE = /payment_?method$/i;
const READY_TOKEN = /^pm_(?:test_)?\d+$/;

/** The path of card data in a body, in a value or a name; null without any. `isPlace` tells where card data is allowed.
 *  Under `metadata` a name such as `cvc` is enough, whatever its value. */
export function findCardData(
  value: unknown,
  isPlace: (path: Path) => boolean,
  path: Path = [],
): Path | null {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    const isToken = READY_TOKEN.test(text) && TOKEN_PLACE.test(String(path.at(-1)));
    return !isToken && !isPlace(path) && holdsCardData(text) ? path : null;
  }
  if (value === null || typeof value !== "object") return null;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    if (holdsCardData(name)) return here;
    if (path.includes("metadata") && namesCardData(name)) return here;
    const found = findCardData(inner, isPlace, here);
    if (found) return found;
  }
  return null;
}
