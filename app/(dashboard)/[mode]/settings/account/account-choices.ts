import { localeExample } from "#components/format/locale-example.ts";
import { LOCALES, type Locale } from "#lib/kernel/vocabulary/locales.ts";

const PLACES: Readonly<Record<Locale, string>> = {
  "en-GB": "United Kingdom, Ireland",
  "en-US": "United States",
  "cs-CZ": "Czechia",
  "da-DK": "Denmark",
  "de-AT": "Austria",
  "de-CH": "Switzerland",
  "de-DE": "Germany",
  "es-ES": "Spain",
  "fi-FI": "Finland",
  "fr-FR": "France",
  "it-IT": "Italy",
  "nb-NO": "Norway",
  "nl-NL": "Netherlands",
  "pl-PL": "Poland",
  "pt-PT": "Portugal",
  "sv-SE": "Sweden",
};

/** Formats by the country that has them, with an example of each. */
export const LOCALE_CHOICES = LOCALES.map((value) => ({
  value,
  label: PLACES[value],
  note: localeExample(value),
}));

/** Currencies that our methods settle in, and those of neighbouring countries. */
const CURRENCIES = "AUD CAD CHF CZK DKK EUR GBP HUF NOK NZD PLN RON SEK USD".split(" ");

/** These and the present one. */
export function currencyChoices(present: string) {
  return [...new Set([...CURRENCIES, present])]
    .sort()
    .map((code) => ({ value: code, label: code }));
}

/** Every time zone that the browser knows, and the present one. */
export function zoneChoices(present: string) {
  const known = Intl.supportedValuesOf("timeZone");
  return [...new Set([...known, "UTC", present])]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
