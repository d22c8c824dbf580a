import assert from "node:assert/strict";
import { getPool } from "#db/client.ts";
import { disagreements } from "#test/books-agree.ts";
import { ledgerAgainst } from "../crash/books.ts";
import { APPROVALS } from "./approvals.ts";
import type { Life } from "./life.ts";

/** The objects with a status, and the statuses that an event announces. */
const ANNOUNCED: Readonly<Record<string, readonly string[]>> = {
  payments: ["succeeded", "failed", "canceled", "requires_action"],
  refunds: ["submitted", "settled", "failed", "canceled"],
  disputes: ["needs_response", "under_review", "won", "lost"],
  mandates: ["active", "failed", "revoked"],
  settlements: ["scheduled", "paid", "failed"],
  payouts: ["submitted", "settled", "returned", "failed"],
  subscriptions: ["trialing", "active", "past_due", "canceled"],
};

/** Objects whose status differs from that in their newest event. */
const UNTOLD = Object.entries(ANNOUNCED)
  .map(
    ([table, statuses]) => `
  select o.id || ' is ' || o.status || ', its newest event says ' || coalesce(e.status, 'nothing') as what
    from ${table} o
    left join lateral (
      select data ->> 'status' as status from events e
       where e.account_id = o.account_id and e.object_id = o.id order by e.id desc limit 1
    ) e on true
   where o.account_id = $1 and o.status in ('${statuses.join("', '")}') and o.status is distinct from e.status`,
  )
  .join(" union all ");

/** Invoices and subscriptions that contradict their payment, and open ones without a next step. */
const BILLING = `
  select i.id || ' is ' || i.status || ', its payment ' || coalesce(p.status, 'none') || ', its subscription '
         || s.status || ' collects ' || coalesce(s.open_invoice_id, 'nothing') as what
    from invoices i join subscriptions s on s.account_id = i.account_id and s.id = i.subscription_id
    left join payments p on p.account_id = i.account_id and p.id = i.payment_id
   where i.account_id = $1
     and ((i.status = 'paid' and i.due_at is null and i.amount_paid > 0 and p.status is distinct from 'succeeded'
           and not (p.status = 'failed' and p.amount_refunded = p.amount))
       or (i.status in ('void', 'uncollectible') and i.due_at is null and p.status = 'succeeded')
       or (i.status = 'open' and s.status in ('active', 'past_due', 'trialing', 'incomplete') and s.open_invoice_id is null))`;

/** Checks the invariants after every action: all books agree, and every object's status is that of its newest
 *  event. */
export async function assertLawful({ till }: Life): Promise<void> {
  assert.deepEqual(await disagreements(till.account.id), []);
  const wrong = await till.rows<{ what: string }>(BILLING);
  assert.deepEqual(
    wrong.map(({ what }) => what),
    [],
  );
  const unasked = await till.rows<{ what: string }>(APPROVALS);
  assert.deepEqual(
    unasked.map(({ what }) => what),
    [],
  );
  const untold = await till.rows<{ what: string }>(UNTOLD);
  assert.deepEqual(
    untold.map(({ what }) => what),
    [],
  );
}

/** Checks the invariants when all rails work and time has passed: nothing waits for a rail's answer. */
export async function assertAtRest({ till }: Life): Promise<void> {
  const open = await till.rows<{ id: string }>(
    `select id from payments where account_id = $1 and status = 'processing'
        -- A subscription that goes on has debits on their way on any day.
        and not (invoice_id is not null and method = 'sepa_debit' and rail_reference is not null)
     union all select id from payments where account_id = $1 and step is not null
     union all select id from refunds where account_id = $1 and status in ('pending', 'submitted')
     union all select id from payout_approvals where account_id = $1 and state = 'pending'`,
  );
  assert.deepEqual(open, []);
}

const SIMULATED = `
  select id from payments where account_id = $1 and (id = any($2) or mandate_id = any($2))
  union all select payment_id from disputes where account_id = $1 and id = any($2)
  union all select id from payouts where account_id = $1 and id = any($2)`;

/** Checks that the rail's book and our ledger have the same movements. */
export async function assertRailAgrees({ till, rail, simulated }: Life): Promise<void> {
  const { id } = till.account;
  const [clock] = await till.rows<{ ahead: number }>(
    "select ahead_ms::float8 as ahead from sandbox_clocks where account_id = $1",
  );
  const { rows } = await getPool().query<{ id: string }>(SIMULATED, [id, [...simulated]]);
  const without = new Set(rows.map((row) => row.id));
  const statement = await rail.statement({ [id]: clock?.ahead ?? 0 });
  assert.deepEqual(await ledgerAgainst(statement, { accountId: id, without }), []);
}
