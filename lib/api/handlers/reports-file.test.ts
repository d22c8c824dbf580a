import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { apiApp } from "#lib/api/app.ts";
import { readProof } from "#lib/kernel/books-proof.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { oneBatch } from "#test/one-batch.ts";
import { takeCsv } from "#test/report-file.ts";

test("a file is CSV in UTF-8 with only its rows, followed by their number and the hash", async () => {
  const merchant = await createMerchant();
  await oneBatch(merchant);
  const file = await takeCsv(merchant.keys.test.secret, "type=settlement&format=csv", {});
  assert.equal(file.headers.get("Content-Type"), "text/csv; charset=utf-8; header=present");
  assert.match(
    file.headers.get("Content-Disposition")!,
    /^attachment; filename="settlement_start_\d{4}-\d\d-\d\d\.csv"$/,
  );
  assert.equal(file.text.split("\n").length, 4, "a header, two rows, and the last line's end");
  const { "Service-Books-Proof": proof, ...facts } = file.trailers!;
  assert.ok(readProof(proof!));
  assert.deepEqual(facts, {
    "Service-Row-Count": "2",
    "Service-Content-Sha256": createHash("sha256").update(file.bytes).digest("hex"),
    "Repr-Digest": `sha-256=:${createHash("sha256").update(file.bytes).digest("base64")}:`,
  });
  assert.equal(file.headers.get("Service-RateLimit-Limit"), null);
});

test("format decides, else Accept", async () => {
  const { keys } = await createMerchant();
  const typeOf = async (query: string, Accept: string) => {
    const path = `http://localhost/v1/reports?type=declines${query}`;
    const headers = { Authorization: `Bearer ${keys.test.secret}`, Accept };
    const response = await apiApp.fetch(new Request(path, { headers }));
    await response.arrayBuffer();
    return response.headers.get("Content-Type")!.split(";")[0];
  };
  assert.equal(await typeOf("", "*/*"), "application/json");
  assert.equal(await typeOf("", "text/csv"), "text/csv");
  assert.equal(await typeOf("", "application/json;q=0.5, text/csv;q=0.9"), "text/csv");
  assert.equal(await typeOf("", "text/csv;q=0.2, application/json"), "application/json");
  assert.equal(await typeOf("", "text/csv;q=0"), "application/json");
  assert.equal(await typeOf("&format=json", "text/csv"), "application/json");
  assert.equal(await typeOf("&format=csv", "application/json"), "text/csv");
});

test("the adyen layout has decimal amounts whose costs add up from gross to net", async () => {
  const merchant = await createMerchant();
  const made = await oneBatch(merchant);
  const yen = await entryRow(merchant, { currency: "JPY", amount: 5_000n, markup: 30n });
  await settlementRow(merchant, [yen], { arrivalDate: "2026-04-14" });
  const { rows } = await takeCsv(
    merchant.keys.test.secret,
    "type=settlement&layout=adyen&timezone=Europe/Berlin",
  );
  const byType = (type: string, currency: string) =>
    rows!.find((row) => row.Type === type && row["Gross Currency"] === currency)!;
  const settled = byType("Settled", "EUR");
  assert.deepEqual(
    { ...settled, "Company Account": "" },
    {
      "Company Account": "",
      "Merchant Account": merchant.account.id,
      "Psp Reference": made.payment,
      "Merchant Reference": "Order 6735",
      "Payment Method": "visa",
      "Creation Date": "2026-04-12 11:31:07",
      TimeZone: "CEST",
      Type: "Settled",
      "Modification Reference": made.payment,
      "Gross Currency": "EUR",
      "Gross Debit (GC)": "",
      "Gross Credit (GC)": "19.99",
      "Exchange Rate": "1",
      "Net Currency": "EUR",
      "Net Debit (NC)": "",
      "Net Credit (NC)": "19.79",
      "Commission (NC)": "0.00",
      "Markup (NC)": "0.12",
      "Scheme Fees (NC)": "0.02",
      "Interchange (NC)": "0.06",
      "Batch Number": made.settlement,
    },
  );
  assert.equal(byType("Refunded", "EUR")["Net Debit (NC)"], "5.00");
  assert.equal(byType("Settled", "JPY")["Gross Credit (GC)"], "5000");
  assert.equal(byType("Settled", "JPY")["Markup (NC)"], "30");
});
