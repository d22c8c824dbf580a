import type { Rates } from "#lib/domain/rates/index.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";

export const SOURCE_PACKAGE = "@fawazahmed0/currency-api";

/** At most 15 digits, which JSON numbers represent exactly. */
const RATE = /^\d{1,7}(\.\d{1,8})?$/;

/** The rates of ISO 4217 currencies in the package's `package.json` and `eur.json`, both parsed. Throws an `Error`
 * with the cause if the files are not from that package. */
export function ratesOfPackage(manifest: unknown, published: unknown): Rates {
  const { name, version } = manifest as Record<string, unknown>;
  if (name !== SOURCE_PACKAGE || typeof version !== "string") {
    throw new Error(`package.json is not that of ${SOURCE_PACKAGE}`);
  }
  const { date, eur } = published as Record<string, unknown>;
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) {
    throw new Error("eur.json has no date");
  }
  if (typeof eur !== "object" || eur === null) throw new Error("eur.json has no rates");
  const perEuro = Object.entries(eur)
    .map(([code, rate]) => [code.toUpperCase(), String(rate)] as const)
    .filter(([code]) => isCurrency(code))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [code, rate] of perEuro) {
    if (!RATE.test(rate) || Number(rate) === 0) throw new Error(`${code} has the rate ${rate}`);
  }
  if (!perEuro.some(([code, rate]) => code === "EUR" && rate === "1")) {
    throw new Error("eur.json is not in euros");
  }
  return { package: name, version, date, perEuro: Object.fromEntries(perEuro) };
}
