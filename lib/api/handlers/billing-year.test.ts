import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { InvoiceWire } from "#lib/wire/contract/invoices.ts";
import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import { type BillingShop, DAY_S, openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";

const YEAR_DAYS = 365;
const ONCE = "pm_test_4000000000000341";

/** A small subscription business: monthly, weekly and yearly plans, trials, changes, a card that stops working, and
 * cancellations. */
async function openBusiness(shop: BillingShop) {
  const [monthly, weekly, yearly, team] = await Promise.all([
    shop.plan({ amount: 1_999 }),
    shop.plan({ amount: 499, interval: "week" }),
    shop.plan({ amount: 19_990, interval: "year" }),
    shop.plan({ amount: 4_999 }),
  ]);
  const open = async (params: object) => (await shop.subscribe(params)).body.id;
  const subs = await Promise.all([
    open({ plan: monthly.id }),
    open({ plan: monthly.id, quantity: 3, trial_days: 14 }),
    open({ plan: monthly.id, payment_method: "pm_test_5555555555554444" }),
    open({ plan: weekly.id }),
    open({ plan: yearly.id, trial_days: 30 }),
    open({ plan: team.id, quantity: 2 }),
    open({ plan: team.id, payment_method: ONCE }),
    open({ plan: monthly.id, cancel_at_period_end: true }),
  ]);
  return { subs, team };
}

/** A call returns after 30 seconds at most; the clock may still be advancing then. */
async function advanceTo(shop: BillingShop, days: number): Promise<void> {
  await shop.call("POST", "/v1/test/clock/advance", { seconds: days * DAY_S });
  for (;;) {
    const { body } = await shop.call("GET", "/v1/test/clock");
    if ((body as unknown as { status: string }).status !== "advancing") return;
    await shop.call("POST", "/v1/test/clock/advance", { seconds: 1 });
    await pause(50);
  }
}

test("the figures of a year of a small subscription business agree to the cent", async () => {
  const shop = await openBillingShop();
  const { subs, team } = await openBusiness(shop);
  await advanceTo(shop, 100);
  await shop.update(subs[0]!, { plan: team.id, quantity: 2 });
  await shop.update(subs[5]!, { quantity: 1, proration_behavior: "always_invoice" });
  await advanceTo(shop, YEAR_DAYS - 100);

  const invoices: InvoiceWire[] = [];
  for (const sub of subs) invoices.push(...(await shop.invoicesOf(sub)));
  const statuses = await Promise.all(subs.map(async (sub) => (await shop.read(sub)).status));
  assert.deepEqual(statuses, [
    "active",
    "active",
    "active",
    "active",
    "active",
    "active",
    "canceled",
    "canceled",
  ]);
  // Invoiced, collected and settled amounts are equal.
  const paid = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  const [charged] = await shop.rows<{ sum: bigint; count: bigint }>(
    `select sum(amount_captured)::bigint as sum, count(*)::bigint as count from payments
      where account_id = $1 and status = 'succeeded'`,
  );
  assert.equal(BigInt(paid), charged?.sum);
  const attempts = invoices.reduce((sum, { attempt_count }) => sum + attempt_count, 0);
  const [tried] = await shop.rows<{ count: bigint }>(
    "select count(*)::bigint as count from payments where account_id = $1",
  );
  assert.equal(BigInt(attempts), tried?.count, "one payment per attempt");
  for (const invoice of invoices) {
    const sum = invoice.lines.reduce((so, { amount }) => so + amount, 0);
    assert.equal(sum, invoice.subtotal);
    if (invoice.status === "paid") assert.equal(invoice.amount_paid, sum);
  }
  const [books] = await shop.rows<{ gross: bigint; net: bigint; settled: bigint }>(
    `select sum(amount) filter (where type = 'charge')::bigint as gross, sum(net)::bigint as net,
            coalesce(sum(net) filter (where settlement_id is not null), 0)::bigint as settled
       from balance_transactions where account_id = $1`,
  );
  assert.equal(books?.gross, BigInt(paid));
  let settled = 0;
  let cursor: string | null = "";
  while (cursor !== null) {
    const after: string = cursor === "" ? "" : `&starting_after=${cursor}`;
    const page: { data: SettlementWire[]; next_cursor: string | null } = (
      await shop.call<{ data: SettlementWire[]; next_cursor: string | null }>(
        "GET",
        `/v1/settlements?limit=100${after}`,
      )
    ).body;
    settled += page.data.reduce((sum, { net }) => sum + net, 0);
    cursor = page.next_cursor;
  }
  assert.equal(BigInt(settled), books?.settled);
  assert.deepEqual(await disagreements(shop.account.id), []);
  const weekly = await shop.invoicesOf(subs[3]!);
  assert.equal(weekly.length, 53, "one for each week that began");
  const report = await shop.call<{ data: object[] }>(
    "GET",
    "/v1/reports?type=settlement&from=2020-01-01&to=2100-01-01&limit=100&columns=invoice_id,subscription_id",
  );
  assert.equal(report.status, 200);
  for (const row of report.body.data as { invoice_id: string; subscription_id: string }[]) {
    assert.match(row.invoice_id, /^in_/);
    assert.ok(subs.includes(row.subscription_id));
  }
});
