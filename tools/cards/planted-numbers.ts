import { luhnDigit } from "#lib/kernel/check-digits.ts";
import type { Dice } from "../fuzz/dice.ts";

/** A security code that no row contains by chance. */
export const CODE = "7391";

/** A number of its own for each planting, with a scheme's first digits and a valid check digit. */
export function freshNumber(dice: Dice): string {
  const beginning = dice.pick(["4539", "5412", "6011", "2223", "3528"]);
  let digits = beginning;
  while (digits.length < 15) digits += dice.below(10);
  return `${digits}${luhnDigit(digits)}`;
}

/** The longest part of a number that may be stored: neither its beginning nor its end identifies the card. */
const PART = 11;
const CODE_ALONE = new RegExp(`(?<![\\p{L}\\p{N}.…-])${CODE}(?![\\p{L}\\p{N}-])`, "u");

/** The planted numbers, to be searched for in any spelling. */
export class Plantings {
  readonly #byPart = new Map<string, string>();
  size = 0;

  /** `where` is the origin of a finding. */
  add(number: string, where: string): void {
    this.size += 1;
    for (let from = 0; from + PART <= number.length; from++) {
      this.#byPart.set(number.slice(from, from + PART), `${number} planted in ${where}`);
    }
    const bytes = Buffer.from(number);
    this.#byPart.set(
      bytes.toString("base64").slice(0, 16),
      `${number} (base64) planted in ${where}`,
    );
  }

  /** The part of a planted number that a text contains, or null. */
  findIn(text: string): string | null {
    const plain = plainOf(text);
    // Shares no code with the filter under test: ignores all other characters between digits.
    const joined = plain.replace(/(?<=\d)[^\p{L}\p{N}]{1,6}(?=\d)/gu, "");
    for (const [run] of joined.matchAll(/\d{11,}/g)) {
      for (let from = 0; from + PART <= run.length; from++) {
        const found = this.#byPart.get(run.slice(from, from + PART));
        if (found) return found;
      }
    }
    for (const [run] of text.matchAll(/[A-Za-z\d+/]{16,}/g)) {
      const found = this.#byPart.get(run.slice(0, 16));
      if (found) return found;
    }
    return CODE_ALONE.test(plain) ? `the code ${CODE}` : null;
  }
}

/** A text with escapes decoded and digits in ASCII. */
function plainOf(text: string): string {
  let plain = text;
  let coded: string | null = null;
  for (let round = 0; round < 5 && plain !== coded; round++) {
    coded = plain;
    plain = plain
      .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
        Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
      )
      .replace(/(?:\\+|%)u([0-9a-f]{4})/gi, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      .replace(/\\+[nrt]/g, " ")
      .replace(/&[a-z]+;/gi, " ")
      .replace(/&#(\d\d);/g, (_, code) => String.fromCharCode(Number(code)));
  }
  return plain
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
}
