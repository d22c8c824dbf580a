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
