/** Refuses card data where none belongs, before anything of it is kept. */

import { decodeFully, holdsCardData, plainText } from "./card-numbers.ts";

export const CARD_DATA_REFUSED =
  "This looks like card data, which must not be kept here. If it is a number of your own, put a " +
  "letter between its digits or use fewer than 13 of them.";

const CODE = /cvc|cvv|securitycode|verificationvalue|^(?:card)?(?:csc|cid)$/;
const NUMBER = /cardnumber|cardno$|^(?:card|cc)?pan$|primaryaccountnumber|^ccnum/;

/** A name in one spelling: `card[security_code]`, `cardSecurityCode` and `CARD-SECURITY-CODE` are the same. */
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

/** `pm_test_` and a test card's number stand for a payment method where one is named, and nowhere else. The
 *  token is resolved and not kept. */
const TOKEN_PLACE = /payment_?method$/i;
const READY_TOKEN = /^pm_(?:test_)?\d+$/;

/** Where in a body card data stands, in a value or a name, or null. `isPlace` says where it belongs.
 *  Under `metadata` a name such as `cvc` is enough: no merchant may keep what would stand there. */
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
