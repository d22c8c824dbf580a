import { DEFAULT_RULES, decimalIn, type LocaleRules } from "#lib/kernel/locale.ts";

declare global {
  /** Set by the server, which renders screens of several accounts at a time: the format of the present request. */
  var __paydeskRequestFormat: (() => { rules?: unknown }) | undefined;
}

/** A browser shows one account at a time. */
let ofBrowser = DEFAULT_RULES;

/** Sets the format of everything that is rendered from now on: on the server within the request, in the browser until it is
 *  set again. Call it before the screen's components render. */
export function setRules(rules: LocaleRules): void {
  const request = globalThis.__paydeskRequestFormat?.();
  if (request) request.rules = rules;
  else if (typeof window !== "undefined") ofBrowser = rules;
}

/** How the account writes numbers and dates. Functions that format need it too, so it is not a hook. */
export const currentRules = (): LocaleRules =>
  (globalThis.__paydeskRequestFormat?.().rules as LocaleRules | undefined) ?? ofBrowser;

/** A count with separators between thousands: `1,204`. */
export const countText = (count: number | bigint): string =>
  decimalIn(currentRules(), String(count));

/** A plain decimal number, such as `97.5`, with the account's separators. */
export const decimalText = (plain: string): string => decimalIn(currentRules(), plain);

/** Whether a person typed a shown text. Separators that no keyboard has may be a plain space or apostrophe. */
export const isTyped = (text: string, shown: string): boolean =>
  withPlainSeparators(text) === withPlainSeparators(shown);

const withPlainSeparators = (text: string) =>
  text
    .trim()
    .replace(/[\u00a0\u202f]/g, " ")
    .replaceAll("’", "'");
