import { decimalIn, type LocaleRules, localeRules } from "#lib/kernel/locale.ts";
import { DEFAULT_LOCALE, type Locale } from "#lib/kernel/vocabulary/locales.ts";

declare global {
  /** Set by the server, which renders screens of several accounts at a time: the locale of the present request. */
  var __paydeskRequestLocale: (() => { locale?: string }) | undefined;
}

/** A browser shows one account at a time. */
let ofBrowser: Locale = DEFAULT_LOCALE;

/** Sets the locale of everything that is rendered from now on: on the server within the request, in the browser until it is
 *  set again. Call it before the screen's components render. */
export function setLocale(locale: Locale): void {
  const request = globalThis.__paydeskRequestLocale?.();
  if (request) request.locale = locale;
  else if (typeof window !== "undefined") ofBrowser = locale;
}

/** The account's locale. Functions that format need it too, so it is not a hook. */
export function currentLocale(): Locale {
  return (globalThis.__paydeskRequestLocale?.().locale as Locale | undefined) ?? ofBrowser;
}

export const currentRules = (): LocaleRules => localeRules(currentLocale());

/** A count with separators between thousands: `1,204`. */
export const countText = (count: number | bigint): string =>
  decimalIn(currentLocale(), String(count));

/** A plain decimal number, such as `97.5`, with the account's separators. */
export const decimalText = (plain: string): string => decimalIn(currentLocale(), plain);

/** `12,345.67 · 31 Dec, 14:05`: how a locale writes an amount, a day and a time. */
export function localeExample(locale: Locale): string {
  const { order, hasHalfDays } = localeRules(locale);
  const day = order === "dmy" ? "31 Dec" : "Dec 31";
  return `${decimalIn(locale, "12345.67")} · ${day}, ${hasHalfDays ? "2:05 PM" : "14:05"}`;
}

/** Whether a person typed a shown text. Separators that no keyboard has may be a plain space or apostrophe. */
export const isTyped = (text: string, shown: string): boolean =>
  withPlainSeparators(text) === withPlainSeparators(shown);

const withPlainSeparators = (text: string) =>
  text
    .trim()
    .replace(/[\u00a0\u202f]/g, " ")
    .replaceAll("’", "'");
