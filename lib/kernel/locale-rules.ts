import { DEFAULT_RULES, type LocaleRules } from "./locale.ts";
import type { Locale } from "./vocabulary/locales.ts";

const NBSP = "\u00a0";
const COMMA: LocaleRules = { ...DEFAULT_RULES, decimal: ",", group: "." };
const SPACED: LocaleRules = { ...COMMA, group: NBSP };

const RULES: Readonly<Record<Locale, LocaleRules>> = {
  "en-GB": DEFAULT_RULES,
  "en-US": { ...DEFAULT_RULES, order: "mdy", hasHalfDays: true, firstDay: 7 },
  "cs-CZ": SPACED,
  "da-DK": COMMA,
  "de-AT": SPACED,
  "de-CH": { ...DEFAULT_RULES, group: "’" },
  "de-DE": COMMA,
  "es-ES": { ...COMMA, fewestGrouped: 2 },
  "fi-FI": SPACED,
  "fr-FR": { ...COMMA, group: "\u202f" },
  "it-IT": { ...COMMA, fewestGrouped: 2 },
  "nb-NO": SPACED,
  "nl-NL": COMMA,
  "pl-PL": { ...SPACED, fewestGrouped: 2 },
  "pt-PT": { ...SPACED, fewestGrouped: 2, firstDay: 7 },
  "sv-SE": { ...SPACED, order: "ymd" },
};

export const localeRules = (locale: Locale): LocaleRules => RULES[locale];
