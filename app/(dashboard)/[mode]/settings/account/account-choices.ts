/** The currencies our methods settle in, and the neighbours merchants price in. */
const CURRENCIES = "AUD CAD CHF CZK DKK EUR GBP HUF NOK NZD PLN RON SEK USD".split(" ");

/** They, and the present one. */
export function currencyChoices(present: string) {
  return [...new Set([...CURRENCIES, present])]
    .sort()
    .map((code) => ({ value: code, label: code }));
}

/** Every zone this browser knows, and the present one whatever it is called here. */
export function zoneChoices(present: string) {
  const known = Intl.supportedValuesOf("timeZone");
  return [...new Set([...known, "UTC", present])]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
