/** Countries in which a merchant may be established (service.md §1), with the default time zone and currency of a new
 *  account. */
const COUNTRIES = {
  AT: { name: "Austria", timezone: "Europe/Vienna", currency: "EUR" },
  AU: { name: "Australia", timezone: "Australia/Sydney", currency: "AUD" },
  BE: { name: "Belgium", timezone: "Europe/Brussels", currency: "EUR" },
  BG: { name: "Bulgaria", timezone: "Europe/Sofia", currency: "EUR" },
  CA: { name: "Canada", timezone: "America/Toronto", currency: "CAD" },
  CY: { name: "Cyprus", timezone: "Asia/Nicosia", currency: "EUR" },
  CZ: { name: "Czechia", timezone: "Europe/Prague", currency: "CZK" },
  DE: { name: "Germany", timezone: "Europe/Berlin", currency: "EUR" },
  DK: { name: "Denmark", timezone: "Europe/Copenhagen", currency: "DKK" },
  EE: { name: "Estonia", timezone: "Europe/Tallinn", currency: "EUR" },
  ES: { name: "Spain", timezone: "Europe/Madrid", currency: "EUR" },
  FI: { name: "Finland", timezone: "Europe/Helsinki", currency: "EUR" },
  FR: { name: "France", timezone: "Europe/Paris", currency: "EUR" },
  GB: { name: "United Kingdom", timezone: "Europe/London", currency: "GBP" },
  GR: { name: "Greece", timezone: "Europe/Athens", currency: "EUR" },
  HR: { name: "Croatia", timezone: "Europe/Zagreb", currency: "EUR" },
  HU: { name: "Hungary", timezone: "Europe/Budapest", currency: "HUF" },
  IE: { name: "Ireland", timezone: "Europe/Dublin", currency: "EUR" },
  IT: { name: "Italy", timezone: "Europe/Rome", currency: "EUR" },
  LT: { name: "Lithuania", timezone: "Europe/Vilnius", currency: "EUR" },
  LU: { name: "Luxembourg", timezone: "Europe/Luxembourg", currency: "EUR" },
  LV: { name: "Latvia", timezone: "Europe/Riga", currency: "EUR" },
  MT: { name: "Malta", timezone: "Europe/Malta", currency: "EUR" },
  NL: { name: "Netherlands", timezone: "Europe/Amsterdam", currency: "EUR" },
  NZ: { name: "New Zealand", timezone: "Pacific/Auckland", currency: "NZD" },
  PL: { name: "Poland", timezone: "Europe/Warsaw", currency: "PLN" },
  PT: { name: "Portugal", timezone: "Europe/Lisbon", currency: "EUR" },
  RO: { name: "Romania", timezone: "Europe/Bucharest", currency: "RON" },
  SE: { name: "Sweden", timezone: "Europe/Stockholm", currency: "SEK" },
  SI: { name: "Slovenia", timezone: "Europe/Ljubljana", currency: "EUR" },
  SK: { name: "Slovakia", timezone: "Europe/Bratislava", currency: "EUR" },
} as const;

export type CountryCode = keyof typeof COUNTRIES;
export type Country = { name: string; timezone: string; currency: string };

/** The country of an ISO 3166 code, or null if merchants there are not served. */
export function findCountry(code: string): Country | null {
  return Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code as CountryCode] : null;
}

/** All countries, ordered by name. */
export function listCountries(): Array<Country & { code: string }> {
  return Object.entries(COUNTRIES)
    .map(([code, country]) => ({ code, ...country }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
