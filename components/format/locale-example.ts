import { decimalIn } from "#lib/kernel/locale.ts";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import type { Locale } from "#lib/kernel/vocabulary/locales.ts";

/** `12,345.67 · 31 Dec, 14:05`: how a locale writes an amount, a day and a time. */
export function localeExample(locale: Locale): string {
  const rules = localeRules(locale);
  const { order, hasHalfDays } = rules;
  const day = order === "dmy" ? "31 Dec" : "Dec 31";
  return `${decimalIn(rules, "12345.67")} · ${day}, ${hasHalfDays ? "2:05 PM" : "14:05"}`;
}
