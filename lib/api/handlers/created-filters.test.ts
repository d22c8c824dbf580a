import assert from "node:assert/strict";
import { before, test } from "node:test";
import { transact } from "#db/transact.ts";
import { createCustomerIn } from "#lib/domain/customers/index.ts";
import { DAY_MS, dateFromMs, nowMs, toIsoSeconds, useClock } from "#lib/kernel/clock.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { type BillingShop, openBillingShop } from "#test/billing.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { AGREED } from "#test/money.ts";
import { instruction } from "#test/payouts.ts";
import { ENDPOINTS } from "../endpoints.ts";

type Shown = { id: string; created: string };

const COMPARE = {
  gt: (shown: string, bound: string) => shown > bound,
  gte: (shown: string, bound: string) => shown >= bound,
  lt: (shown: string, bound: string) => shown < bound,
  lte: (shown: string, bound: string) => shown <= bound,
};

const hasCreated = ({ method, query }: Route) =>
  method === "get" && "created" in ((query as { shape?: object } | undefined)?.shape ?? {});
const LISTS = ENDPOINTS.map(({ route }) => route).filter(hasCreated);

let shop: BillingShop;

/** The reads of this test are logged requests, too. */
const STEADY: Readonly<Record<string, string>> = { "/v1/requests": "&method=POST" };

async function list(path: string, query = ""): Promise<Shown[]> {
  const { status, body, text } = await shop.call<{ data: Shown[] }>(
    "GET",
    `${path}?limit=100${STEADY[path] ?? ""}${query}`,
  );
  assert.equal(status, 200, text);
  return body.data;
}

const idsOf = (items: readonly Shown[]) => items.map(({ id }) => id).sort();

/** Creates at least one object for every list. */
before(async () => {
  shop = await openBillingShop();
  const made = async (path: string, body: object) => {
    const { status, text } = await shop.call("POST", path, body);
    assert.ok(status < 300, `${path}: ${text}`);
  };
  const { body: payment } = await shop.charge();
  await shop.refund({ payment: payment.id, amount: 100 });
  await shop.charge({ payment_method: "pm_test_4000000000000259" });
  await made("/v1/payment_methods", {
    type: "sepa_debit",
    sepa_debit: { iban: "DE89370400440532013000" },
  });
  const method = (await list("/v1/payment_methods")).map(({ id }) => id)[0];
  await shop.charge({ method: "sepa_debit", payment_method: method, ...AGREED });
  await made("/v1/bank_payments", { amount: 900, currency: "EUR", payer: { country: "DE" } });
  await shop.subscribe();
  await made("/v1/test/topup", { amount: 100_000, currency: "EUR" });
  await made("/v1/payouts", instruction());
  await made("/v1/payouts", { instructions: [instruction()] });
  const endpoint = await endpointRow(shop);
  await deliveryRow(shop, await eventRow(shop), endpoint);
  await made("/v1/replays", { from: toIsoSeconds(dateFromMs(nowMs() - DAY_MS)), dry_run: true });
  await made("/v1/report_runs", { type: "declines" });
  await shop.advance(5);
});

for (const { name, path } of LISTS) {
  test(`${name} compares the shown created time in whole seconds`, async () => {
    const all = await list(path);
    assert.ok(all.length > 0, "the merchant has such an object");
    for (const bound of new Set(all.map(({ created }) => created))) {
      for (const [operator, holds] of Object.entries(COMPARE)) {
        const found = await list(path, `&created[${operator}]=${bound}`);
        const expected = all.filter(({ created }) => holds(created, bound));
        assert.deepEqual(idsOf(found), idsOf(expected), `${operator} ${bound}`);
      }
    }
  });
}

/** Customers created at these milliseconds of a minute in 2030, as the list shows them. */
async function customersAt(milliseconds: readonly number[]): Promise<Shown[]> {
  shop = await openBillingShop();
  for (const ms of milliseconds) {
    const putBack = useClock({ nowMs: () => 1_900_000_040_000 + ms });
    await transact((tx) => createCustomerIn(tx, shop.ctx.test, {})).finally(putBack);
  }
  return await list("/v1/customers");
}

const MILLISECONDS = [0, 1, 499, 999, 1_000, 1_001, 1_500, 2_000, 2_999, 3_000];

test("listing what is newer than the last shown created time neither repeats nor skips", async () => {
  const all = await customersAt(MILLISECONDS);
  const seen: string[] = [];
  let bound = "";
  for (const second of ["20", "21", "22", "23"]) {
    const until = `&created[lte]=2030-03-17T17:47:${second}Z`;
    const found = await list("/v1/customers", `${bound}${until}`);
    seen.push(...idsOf(found));
    bound = `&created[gt]=${found[0]!.created}`;
  }
  assert.deepEqual(seen.sort(), idsOf(all));
});

test("a bound with a fraction of a second is compared with the whole seconds shown", async () => {
  const all = await customersAt(MILLISECONDS);
  for (const fraction of ["", ".000", ".001", ".5", ".999"]) {
    for (const second of ["19", "20", "21", "23"]) {
      const bound = `2030-03-17T17:47:${second}${fraction}Z`;
      for (const [operator, holds] of Object.entries(COMPARE)) {
        const found = await list("/v1/customers", `&created[${operator}]=${bound}`);
        const expected = all.filter(({ created }) =>
          holds(new Date(created).toISOString(), new Date(bound).toISOString()),
        );
        assert.deepEqual(idsOf(found), idsOf(expected), `${operator} ${bound}`);
      }
    }
  }
});

test("several bounds apply together, and the end of the year 9999 is a valid bound", async () => {
  const [newest] = await customersAt(MILLISECONDS);
  const bounds = "&created[gt]=2030-03-17T17:47:22Z&created[gte]=2030-03-17T17:47:21Z";
  const found = await list("/v1/customers", `${bounds}&created[lte]=9999-12-31T23:59:59.999Z`);
  assert.deepEqual(idsOf(found), [newest!.id]);
  assert.deepEqual(await list("/v1/customers", "&created[gt]=9999-12-31T23:59:59Z"), []);
});
