import { readPlainInteger } from "#lib/kernel/plain-integer.ts";

/** A number that was typed into a form, or NaN, which the server refuses: a number field also accepts `1e2` and `01`. */
export function typedInteger(text: string): number {
  return readPlainInteger(text.trim()) ?? Number.NaN;
}
