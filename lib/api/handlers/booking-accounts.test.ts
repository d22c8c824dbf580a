import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "#lib/domain/keys/index.ts";
import type { BookingAccountsWire } from "#lib/wire/contract/booking-accounts.ts";
import { api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const client = api();

type Booking = BookingAccountsWire & { error: { code: string; param: string | null } };

const booking = (
  merchant: Merchant,
  method: string,
  body?: object,
  key = merchant.keys.test.secret,
) =>
  client.call<Booking>(
    key,
    method,
    `/v1/booking_accounts${method === "GET" ? "?layout=xero" : ""}`,
    body,
  );

test("the accounts of a program are read and changed in parts by key, in one mode", async () => {
  const merchant = await createMerchant();
  const { body: before } = await booking(merchant, "GET");
  assert.deepEqual(
    [before.layout, before.accounts.balance, before.tax_rate],
    ["xero", "615", "Tax Exempt"],
  );
  const change = { layout: "xero", accounts: { balance: "900" }, tax_rate: "No VAT" };
  const { status, body: changed } = await booking(merchant, "POST", change);
  assert.equal(status, 200);
  const wanted = {
    ...before,
    accounts: { ...before.accounts, balance: "900" },
    tax_rate: "No VAT",
  };
  assert.deepEqual(changed, wanted);
  assert.deepEqual((await booking(merchant, "GET")).body, wanted);
  const live = await booking(merchant, "GET", undefined, merchant.keys.live.secret);
  assert.deepEqual(live.body, { ...before, livemode: true });
});

test("a chart of DATEV brings its accounts, and wrong accounts and parts of other programs are refused by name", async () => {
  const merchant = await createMerchant();
  const datev = { chart: "skr04", consultant: 12_345, fiscal_year_start: 4 };
  const { body } = await booking(merchant, "POST", { layout: "datev", datev });
  assert.deepEqual(body.datev, { ...datev, client: 1 });
  assert.equal(body.accounts.balance, "1850");
  for (const [refused, param] of [
    [{ layout: "datev", accounts: { balance: "1200" } }, "accounts"],
    [
      { layout: "datev", datev: { chart: "other" }, accounts: { balance: "12" } },
      "accounts[balance]",
    ],
    [{ layout: "datev", datev: { consultant: 1 } }, "datev[consultant]"],
    [{ layout: "xero", datev: { client: 2 } }, "datev"],
    [{ layout: "quickbooks", tax_rate: "None" }, "tax_rate"],
    [{ layout: "xero", accounts: { balance: "616" } }, "accounts[sales]"],
    [{ layout: "xero", accounts: { nothing: "616" } }, "accounts[nothing]"],
    [{ layout: "sage" }, "layout"],
  ] as const) {
    const { status, body: answer } = await booking(merchant, "POST", refused);
    assert.deepEqual([status, answer.error.param], [400, param], JSON.stringify(refused));
  }
  const { plaintext: key } = await createKey(merchant.ctx.test, {
    kind: "secret",
    name: "Reads only",
    scopes: ["reports:read"],
  });
  assert.equal((await booking(merchant, "GET", undefined, key)).status, 200);
  assert.equal((await booking(merchant, "POST", { layout: "xero" }, key)).status, 403);
});
