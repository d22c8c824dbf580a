import assert from "node:assert/strict";
import { test } from "node:test";
import { ratesOfPackage, SOURCE_PACKAGE } from "./eur-rates.ts";

const MANIFEST = { name: SOURCE_PACKAGE, version: "2026.9.29" };
const publish = (eur: object) => ({ date: "2026-09-29", eur: { eur: 1, ...eur } });

test("rates of ISO 4217 currencies are stored as exact decimals in order; other currencies are left out", () => {
  const rates = ratesOfPackage(
    MANIFEST,
    publish({ usd: 1.13607202, btc: 0.00001, irr: 1562098.6 }),
  );
  assert.deepEqual(rates, {
    package: SOURCE_PACKAGE,
    version: "2026.9.29",
    date: "2026-09-29",
    perEuro: { EUR: "1", IRR: "1562098.6", USD: "1.13607202" },
  });
  assert.deepEqual(Object.keys(rates.perEuro), ["EUR", "IRR", "USD"]);
});

test("another package, another base currency and rates that are not positive decimals are refused", () => {
  const refusals: [manifest: object, published: object, message: RegExp][] = [
    [{ name: "rates", version: "1.0.0" }, publish({}), /package\.json/],
    [MANIFEST, { eur: { eur: 1 } }, /no date/],
    [MANIFEST, { date: "2026-09-29" }, /no rates/],
    [MANIFEST, { date: "2026-09-29", eur: { usd: 1 } }, /not in euros/],
    [MANIFEST, publish({ usd: 0 }), /USD has the rate 0/],
    [MANIFEST, publish({ usd: -1.1 }), /USD has the rate -1\.1/],
    [MANIFEST, publish({ usd: "1.1e3" }), /USD/],
    [MANIFEST, publish({ kwd: 1e-7 }), /KWD has the rate 1e-7/],
  ];
  for (const [manifest, published, message] of refusals) {
    assert.throws(() => ratesOfPackage(manifest, published), message);
  }
});
