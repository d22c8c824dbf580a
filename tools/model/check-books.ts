import assert from "node:assert/strict";
import type { AnyBody } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { observe, type World } from "./world.ts";

type Seen = Awaited<ReturnType<typeof observe>>;

/** Every possible history of a payment without open work, by final status. */
const HISTORIES: Readonly<Record<string, readonly string[]>> = {
  succeeded: [
    "succeeded",
    "requires_action succeeded",
    "captured succeeded",
    "requires_action captured succeeded",
  ],
  failed: ["failed", "requires_action failed"],
  canceled: ["canceled", "requires_action canceled"],
  requires_capture: ["", "requires_action"],
};
const REFUND_HISTORIES: Readonly<Record<string, string>> = {
  settled: "refund.updated refund.updated refund.settled",
  canceled: "refund.updated",
};

/** Compares our books, the ledger, the events and the rail's own books when no work is open: invariants that
 *  hold for every order of events. */
export async function checkBooks(world: World): Promise<void> {
  const seen = await observe(world);
  const keys = await world.till.rows<{ count: bigint }>(
    `select count(distinct resource_id) as count from idempotency_keys
      where account_id = $1 and resource_id is not null and key like any (array['create-%', 'prior-%', 'refund-%'])`,
  );
  const made = seen.payments.length + seen.refunds.length;
  // An error is stored with its key too, and names a refund that was never created.
  assert.ok(made <= Number(keys[0]?.count), "more was made than was asked for");
  for (const payment of seen.payments) checkPayment(seen, payment);
  for (const refund of seen.refunds) checkRefund(seen, refund);
  const owed = sum(seen.payments, "amount_captured") - sum(seen.payments, "amount_refunded");
  const balance = seen.balances.reduce((total, one) => total + Number(one.amountMinor), 0);
  assert.equal(balance, owed, "the ledger says what the payments say");
  assert.deepEqual(await disagreements(world.till.account.id), []);
  const ours = new Set([...seen.payments, ...seen.refunds].map(({ id }) => id));
  for (const id of [...seen.charges.keys(), ...seen.paidBack.keys()]) {
    assert.ok(ours.has(id), `the rail knows ${id}, we do not`);
  }
}

const sum = (rows: readonly AnyBody[], name: string) =>
  rows.reduce((total, row) => total + Number(row[name]), 0);

const eventsOf = ({ events }: Seen, id: string) =>
  events
    .filter(({ data }) => (data as unknown as AnyBody).id === id)
    .map(({ type }) => String(type));

function checkPayment(seen: Seen, payment: AnyBody): void {
  const { id, status, amount_captured: captured } = payment;
  const history = eventsOf(seen, id).join(" ").replaceAll("payment.", "");
  assert.ok(HISTORIES[String(status)]?.includes(history), `${id} is ${status}: ${history}`);
  const charge = seen.charges.get(id);
  assert.ok(charge, `${id}: the rail never saw it`);
  assert.equal(Number(charge.capturedMinor), captured, `${id}: what the rail took is what we say`);
  assert.equal(charge.canceled, status === "canceled", `${id}: canceled on both sides or on none`);
  const refunds = seen.refunds.filter((one) => one.payment === id);
  const held = refunds.filter((one) => one.status !== "canceled");
  assert.equal(
    sum(held, "amount"),
    payment.amount_refunded,
    `${id}: refunded is what its refunds hold`,
  );
  assert.ok(Number(payment.amount_refunded) <= Number(captured), `${id}: more than was taken`);
}

function checkRefund(seen: Seen, { id, status }: AnyBody): void {
  assert.equal(
    eventsOf(seen, id).join(" "),
    REFUND_HISTORIES[String(status)],
    `${id} is ${status}`,
  );
  const known = seen.paidBack.get(id);
  assert.ok(known, `${id}: the rail never saw it`);
  assert.equal(known.canceled, status === "canceled", `${id}: stopped on both sides or on none`);
}
