/** How an account writes numbers, dates and times. Text stays English. */
export const LOCALES = [
  "en-GB",
  "en-US",
  "cs-CZ",
  "da-DK",
  "de-AT",
  "de-CH",
  "de-DE",
  "es-ES",
  "fi-FI",
  "fr-FR",
  "it-IT",
  "nb-NO",
  "nl-NL",
  "pl-PL",
  "pt-PT",
  "sv-SE",
] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en-GB";
