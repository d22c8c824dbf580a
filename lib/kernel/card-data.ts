/** Finds card data in parameters that must not contain it, before anything is stored. */

import { decodeFully, holdsCardData, plainText } from "./card-numbers.ts";

export const CARD_DATA_REFUSED =
  "This looks like card data, which must not be kept here. If it is a number of your own, put a " +
  "letter between its digits or use fewer than 13 of them, and do not put cvc or cvv before it.";

/** One word of a name, or a name without separators. */
const CODE = /cvc|cvv/;
const CODE_WORDS = /securitycode|verificationvalue|^(?:card)?(?:csc|cid)$/;
const NUMBER = /cardnumber|cardno$|^(?:card|cc)?pan$|primaryaccountnumber|^ccnum/;
/** Cards that pay nothing. */
const OTHER_CARD =
  /(?:gift|loyalty|member(?:ship)?|customer|bonus|club|points|rewards?|library|sim|score|post|dis|id)card(?:number|no)/;

/** One spelling of a name: `card[security_code]`, `cardSecurityCode` and `CARD-SECURITY-CODE` become the same. */
export function plainName(name: string): string {
  return wordsOf(name).join("");
}

const wordsOf = (name: string) =>
  plainText(decodeFully(name))
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Whether a name says that its value is the number or the security code of a card. The letters of a code must be in one
 *  word: `public_vcs` names none. */
export function namesCardData(name: string): boolean {
  const words = wordsOf(name);
  const plain = words.join("");
  if (CODE_WORDS.test(plain) || words.some((word) => CODE.test(word))) return true;
  return NUMBER.test(plain) && !OTHER_CARD.test(plain);
}

/** Names of the answers to a check of the code, and names that merchants use for campaigns, cost centres and tax numbers. */
const RESULT = /(?:check|result|status|match|response)(?:code)?$/;
const SHORT = /^(?:csc|cid)$/;
const CODE_VALUE = /^\D*\d{3,4}\D*$/;
const INDIAN_TAX_NUMBER = /^[A-Z]{5}\d{4}[A-Z]$/i;

/** Whether a name that is also used for other data has a value that is no card data. */
function isOtherValue(name: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const plain = plainName(name);
  if (plain === "pan") return INDIAN_TAX_NUMBER.test(value);
  return (RESULT.test(plain) || SHORT.test(plain)) && !CODE_VALUE.test(value);
}

const IBAN = /^\s*[A-Z]{2}\d{2}[A-Z\d\s]{11,40}$/i;
const PHONE_NAME = /phone|mobile|msisdn|whatsapp|fax|^tel/;

/** Whether the name of a parameter explains the digits of its value: an IBAN, which is checked and never stored when its
 *  check digits are wrong, or a telephone number without `+`, with the 13 digits of old Visa cards. */
function isExplained(path: Path, text: string): boolean {
  const name = path.findLast((part) => typeof part === "string");
  if (name === undefined) return false;
  if (name === "iban" && !path.includes("metadata")) return IBAN.test(text);
  return /^\d{13}$/.test(text) && PHONE_NAME.test(plainName(String(name)));
}

type Path = readonly PropertyKey[];

/** `pm_test_` with a test card's number is accepted as a payment method, and nowhere else. The token is resolved and not
 *  stored. */
const TOKEN_PLACE = /payment_?method$/i;
const READY_TOKEN = /^pm_(?:test_)?\d+$/;

/** The path of card data in a body, in a value or a name; null without any. `isPlace` tells where card data is allowed.
 *  Under `metadata` a name such as `cvc` is enough, whatever its value, unless the name has other meanings. */
export function findCardData(
  value: unknown,
  isPlace: (path: Path) => boolean,
  path: Path = [],
): Path | null {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    const isToken = READY_TOKEN.test(text) && TOKEN_PLACE.test(String(path.at(-1)));
    if (isToken || isPlace(path) || !holdsCardData(text)) return null;
    return isExplained(path, text) ? null : path;
  }
  if (value === null || typeof value !== "object") return null;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    if (holdsCardData(name)) return here;
    if (path.includes("metadata") && namesCardData(name) && !isOtherValue(name, inner)) return here;
    const found = findCardData(inner, isPlace, here);
    if (found) return found;
  }
  return null;
}
