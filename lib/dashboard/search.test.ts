import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { lookUp } from "#lib/domain/lookup/index.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { openBillingShop } from "#test/billing.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import {
  customerRow,
  disputeRow,
  paymentMethodRow,
  paymentRow,
  refundRow,
} from "#test/money-rows.ts";
import { instruction } from "#test/payouts.ts";
import { plansOf, scansOf } from "#test/plans.ts";
import { requestRow } from "#test/request-rows.ts";

/** One object of each kind that has an id and a screen. */
async function furnish(merchant: Merchant, mode: Mode = "test") {
  const customer = await customerRow(merchant, {
    mode,
    name: "Ada Byron",
    email: "ada@mail.example",
  });
  const payment = await paymentRow(merchant, {
    mode,
    customerId: customer,
    description: "Order 1042 (blue)",
    amount: 12_345n,
    cardLast4: "0005",
  });
  const refund = await refundRow(merchant, payment, { mode });
  const dispute = await disputeRow(merchant, payment, { mode });
  const method = await paymentMethodRow(merchant, { mode, customerId: customer });
  const endpoint = await endpointRow(merchant, { mode });
  const event = await eventRow(merchant, { mode });
  const delivery = await deliveryRow(merchant, event, endpoint, { mode });
  const request = await requestRow(merchant, { mode });
  return { customer, payment, refund, dispute, method, endpoint, event, delivery, request };
}

test("any id finds its object, in full, in part and in capitals, but not in another account or mode", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const stranger = await signedIn(other);
  const mine = await furnish(merchant);
  const theirs = await furnish(other);
  const liveOnes = await furnish(merchant, "live");
  const find = async (who: DashboardVisitor, q: string, mode = "test") => {
    const { status, body } = await who.get(`/${mode}/search?q=${encodeURIComponent(q)}`);
    assert.equal(status, 200);
    return (body.found as { id: string }[]).map(({ id }) => id);
  };
  for (const id of Object.values(mine)) {
    assert.deepEqual(await find(visitor, id), [id]);
    assert.deepEqual(await find(visitor, ` ${id.toUpperCase()} `), [id]);
    assert.deepEqual(await find(visitor, id.slice(0, -4)), [id]);
    assert.deepEqual(await find(stranger, id), [], `${id} is nobody else's`);
    assert.deepEqual(await find(visitor, id, "live"), [], `${id} is not in live mode`);
  }
  for (const id of Object.values(theirs)) assert.deepEqual(await find(visitor, id), []);
  for (const id of Object.values(liveOnes)) {
    assert.deepEqual(await find(visitor, id), []);
    assert.deepEqual(await find(visitor, id, "live"), [id]);
  }
  for (const label of ["ada@mail.example", "0005", "123.45", "Order 1042"]) {
    const found = await find(visitor, label);
    const own: string[] = Object.values(mine);
    assert.ok(found.length > 0 && found.every((id) => own.includes(id)), label);
  }
  assert.equal((await new DashboardVisitor().get("/test/search?q=pay_")).status, 401);
});

test("e-mail addresses, last digits, amounts, descriptions and names are searched", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { customer, payment } = await furnish(merchant);
  const another = await paymentRow(merchant, {
    description: "100 % cotton",
    amount: 5n,
    createdAt: dateFromMs(nowMs() - HOUR_MS),
  });
  await customerRow(merchant, { name: "Ada Gone", deleted: true });
  const cases: [typed: string, expected: string[]][] = [
    ["ada@mail.example", [customer]],
    ["Ada@Mail.Example", [customer]],
    ["ada@", [customer]],
    ["byron", [customer]],
    ["0005", [payment]],
    ["•••• 0005", [payment]],
    ["123.45", [payment]],
    ["EUR 123,45", [payment]],
    ["GBP 123.45", []],
    ["order 1042", [payment]],
    ["% cotton", [another]],
    ["%", []],
    ["__", []],
    ["acct_01kp0c5n7v3m8q2w4x6y9z1b5d", []],
    ["nobody", []],
  ];
  for (const [typed, expected] of cases) {
    const { status, body } = await visitor.get(`/test/search?q=${encodeURIComponent(typed)}`);
    assert.equal(status, 200, typed);
    assert.deepEqual(
      body.found.map(({ id }: { id: string }) => id),
      expected,
      typed,
    );
  }
  const [found] = (await visitor.get(`/test/search?q=${payment}`)).body.found;
  const { createdAt, ...line } = found;
  assert.deepEqual(line, {
    kind: "payment",
    id: payment,
    label: "Order 1042 (blue)",
    amount: "12345",
    currency: "EUR",
    status: "succeeded",
  });
  assert.ok(Math.abs(Date.parse(createdAt) - nowMs()) < HOUR_MS);
});

test("references of invoices, mandates, payouts and payment metadata are searched", async () => {
  const shop = await openBillingShop();
  const visitor = await signedIn(shop);
  const noted = await shop.charge({ metadata: { order: "ORD-2231" }, description: "Blue chair" });
  await shop.call("POST", "/v1/test/topup", { amount: 10_000, currency: "EUR" });
  const params = instruction({ amount: 7_731, reference: "Invoice 118" });
  const sent = (await shop.call("POST", "/v1/payouts", params)).body.id;
  await shop.subscribe();
  const invoice = (await visitor.get("/test/invoices")).body.invoices[0];
  const found = async (typed: string, mode = "test") =>
    (await visitor.get(`/${mode}/search?q=${encodeURIComponent(typed)}`)).body.found.map(
      ({ id }: { id: string }) => id,
    );
  for (const [typed, id] of [
    ["ord-2231", noted.body.id],
    ["Invoice 118", sent],
    ["lindqvist", sent],
    ["EUR 77.31", sent],
    [invoice.number.toLowerCase(), invoice.id],
  ]) {
    assert.equal((await found(typed))[0], id, typed);
    assert.deepEqual(await found(typed, "live"), [], typed);
  }
});

test("fields without an index are searched among the newest rows only", async () => {
  const merchant = await createMerchant();
  await getPool().query(
    `insert into payments (account_id, id, mode, status, amount, currency, method, description)
     select $1, 'pay_00000' || lpad(n::text, 19, '0'), 'test', 'succeeded', n, 'EUR', 'card', 'Order ' || n
       from generate_series(1, 2100) n`,
    [merchant.account.id],
  );
  const label = async (typed: string) =>
    (await lookUp(merchant.ctx.test, typed)).map((found) => found.label);
  assert.deepEqual(await label("Order 2099"), ["Order 2099"]);
  assert.deepEqual(await label("EUR 20.99"), ["Order 2099"]);
  assert.deepEqual(await label("Order 99"), ["Order 999", ...[998, 997, 996, 995].map(orderOf)]);
  assert.deepEqual(await label("EUR 0.99"), [], "the list of payments looks through all of them");
});

const orderOf = (number: number) => `Order ${number}`;

test("closed months and jobs of retries are found by their ids", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const [closing, job] = [newId("mcl"), newId("rtj")];
  await getPool().query(
    `insert into month_closings (account_id, id, mode, month, timezone, status, closed_by)
     values ($1, $2, 'test', '2026-10', 'Europe/Berlin', 'failed', 'someone')`,
    [merchant.account.id, closing],
  );
  await getPool().query(
    `insert into retry_jobs (account_id, id, mode, status, created_by)
     values ($1, $2, 'test', 'completed', 'someone')`,
    [merchant.account.id, job],
  );
  const found = async (who: Merchant, id: string) =>
    (await lookUp(who.ctx.test, id)).map(({ kind, label }) => ({ kind, label }));
  assert.deepEqual(await found(merchant, closing), [{ kind: "closing", label: "2026-10" }]);
  assert.deepEqual(await found(merchant, job), [{ kind: "retry_job", label: null }]);
  for (const id of [closing, job]) assert.deepEqual(await found(other, id), []);
});

test("every search uses an index of the account's rows", async () => {
  const merchant = await createMerchant();
  const mine = await furnish(merchant);
  const typed = [
    ...Object.values(mine),
    "stl_0",
    "txn_0",
    "rpl_0",
    "key_0",
    "ltr_0",
    "tu_0",
    "dl_0",
    "mcl_0",
    "rtj_0",
  ];
  // Writes the pending key uses now, so that their statement is not among the plans.
  await flushKeyUse();
  const plans = await plansOf(async () => {
    for (const text of [...typed, "a@b.example", "0005", "12.50", "words"])
      await lookUp(merchant.ctx.test, text);
  });
  assert.ok(plans.length > typed.length);
  for (const { text, root } of plans) {
    const scans = scansOf(root);
    assert.ok(scans.length > 0);
    for (const scan of scans) assert.match(scan["Index Cond"] ?? "none", /account_id/, text);
  }
});
