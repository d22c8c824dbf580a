import assert from "node:assert/strict";
import { test } from "node:test";
import { exportHref, fileBehind, fileOfArrivals } from "./report-file.ts";

test("a file is requested with the screen's filters under the report's names", () => {
  const filters = {
    period: "30d",
    measure: "network",
    reason: "do_not_honor",
    issuer: "A & B",
    bin: "",
  };
  const period = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
  const file = fileBehind("declines", filters, { currency: "EUR", period });
  assert.deepEqual(file, {
    type: "declines",
    decline_code: "do_not_honor",
    issuer_name: "A & B",
    currency: "EUR",
    ...period,
  });
  const { pathname, searchParams } = new URL(exportHref("test", file), "http://localhost");
  assert.equal(pathname, "/internal/test/reports/export");
  assert.equal(searchParams.get("issuer_name"), "A & B");
});

test("a decline without a reason is one without a code", () => {
  const period = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
  const file = fileBehind("declines", { reason: "unknown" }, { currency: "EUR", period });
  assert.equal(file.decline_code, "none");
});

test("arrival days are whole UTC days, including the last one", () => {
  assert.deepEqual(fileOfArrivals("2026-02-01", "2026-02-28", { currency: "EUR" }), {
    type: "settlement",
    currency: "EUR",
    from: "2026-02-01T00:00:00.000Z",
    to: "2026-03-01T00:00:00.000Z",
  });
});
