import { creditorReference, isCreditorReference } from "#lib/kernel/iban.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** Tells our references from other people's, and one mode's from the other's. */
const MODE_LETTERS: Readonly<Record<Mode, string>> = { live: "L", test: "T" };
const DIGITS = 8;

/** What transfers of the account whose funding number this is are known by: a creditor reference (ISO 11649),
 *  whose check digits find a slip of the pen. */
export function fundingReference(mode: Mode, number: number): string {
  return creditorReference(`PD${MODE_LETTERS[mode]}${String(number).padStart(DIGITS, "0")}`);
}

const WRITTEN = /(?=(RF\d{2}PD([LT])(\d{8})))/g;

/** The funding number that a payer's words name for a mode: however they wrote it, and whatever stands around it.
 *  Null when they name none, or more than one. */
export function fundingNumberIn(mode: Mode, label: string): number | null {
  const plain = label.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const named = [...plain.matchAll(WRITTEN)]
    .filter(([, reference = "", letter]) => {
      return letter === MODE_LETTERS[mode] && isCreditorReference(reference);
    })
    .map(([, , , digits]) => Number(digits));
  const [first, ...others] = new Set(named);
  return first !== undefined && others.length === 0 ? first : null;
}
