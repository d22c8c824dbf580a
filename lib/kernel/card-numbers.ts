/** Finds card numbers where none belongs, so that they can be refused before anything is kept. */

export const CARD_DATA_REFUSED =
  "This looks like card data, which must not be kept here. If it is a number of your own, put a letter before it.";

/** 13 to 19 digits in a row, or grouped as cards print them; not part of a longer word or figure. */
const CANDIDATE =
  /(?<![\p{L}\d_.])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\p{L}\d_]|[.,]\d)/gu;

/** Beginnings and lengths that schemes issue. A time in milliseconds or a running number is none. */
const ISSUED = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?=\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  /^3[47]\d{13}$/,
  /^(?=\d{14}$|\d{16}$)(?:30[0-5]|3095|36|3[89])/,
  /^(?=\d{16,19}$)(?:35(?:2[89]|[3-8])|6011|64[4-9]|65|62|81)/,
  /^(?:50|5[6-8]|63|67)\d{11,17}$/,
];
/** Cheap, and false of almost everything that is written here. */
const LONG_FIGURE = /\d[\d -]{11}/;

const isLuhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0) %
    10 ===
  0;

/** Whether a text holds what is very probably the number of a payment card. */
export function holdsCardNumber(text: string): boolean {
  const plain = text.normalize("NFKC");
  if (!LONG_FIGURE.test(plain)) return false;
  for (const [match] of plain.matchAll(CANDIDATE)) {
    const digits = match.replace(/\D/g, "");
    if (ISSUED.some((one) => one.test(digits)) && isLuhn(digits)) return true;
  }
  return false;
}

const CODE_NAME =
  /^(?:card[ _-]?)?(?:cvc2?|cvv2?|csc|cid|security[ _-]?code|pan|card[ _-]?number)$/i;

type Path = readonly PropertyKey[];

/** Where in a body card data stands, in a value or a name, or null. `isPlace` says where it belongs.
 *  Under `metadata` a name such as `cvc` is enough: what would stand there is no merchant's to keep. */
export function findCardData(
  value: unknown,
  isPlace: (path: Path) => boolean,
  path: Path = [],
): Path | null {
  if (typeof value === "string") return holdsCardNumber(value) && !isPlace(path) ? path : null;
  if (value === null || typeof value !== "object") return null;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    if (holdsCardNumber(name)) return here;
    if (path.includes("metadata") && CODE_NAME.test(name)) return here;
    const found = findCardData(inner, isPlace, here);
    if (found) return found;
  }
  return null;
}
