import { getPool } from "#db/client.ts";
import type { Statement } from "#lib/rails/process/statement.ts";
import type { StatementLine } from "#lib/rails/process/statement-lines.ts";
import type { Order } from "./orders.ts";

/** Invariants that must hold when no work is open any more, no matter what was killed. Each check returns the
 *  violations as text. */

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await getPool().query(sql, values)).rows as T[];
}

const OPEN = `
  select 'payment ' || id || ' is ' || status || coalesce(' at ' || step, '') as what from payments
   where status = 'processing' or step is not null
  union all
  select 'refund ' || id || ' is ' || status from refunds where status in ('pending', 'submitted')
  union all
  select 'key ' || key || ' is running' from idempotency_keys where state = 'running'
  union all
  select 'delivery ' || id || ' is ' || status from all_deliveries where status <> 'delivered'`;

/** The work that is still open. */
export async function unfinished(): Promise<string[]> {
  return (await rows<{ what: string }>(OPEN)).map(({ what }) => what);
}

/** One payment per order and no others; one outcome event per payment; one delivery per event and endpoint. */
export async function brokenPromises(
  orders: readonly Pick<Order, "key" | "paymentId">[],
): Promise<string[]> {
  const payments = await rows<{ id: string; order: string }>(
    `select id, metadata->>'order' as "order" from payments`,
  );
  const byOrder = Map.groupBy(payments, ({ order }) => order);
  const problems = orders
    .filter(({ key, paymentId }) => {
      const made = byOrder.get(key) ?? [];
      return made.length !== 1 || made[0]?.id !== paymentId;
    })
    .map(({ key }) => `${key} has ${byOrder.get(key)?.length ?? 0} payments, or another one`);
  if (payments.length !== orders.length) {
    problems.push(`${payments.length} payments for ${orders.length} orders`);
  }
  return [...problems, ...(await wrongEvents()), ...(await wrongDeliveries())];
}

const OUTCOMES = `
  select p.id, p.status,
         count(e.id) filter (where e.type = 'payment.succeeded') as succeeded,
         count(e.id) filter (where e.type = 'payment.failed') as failed,
         count(e.id) filter (where e.type = 'payment.canceled') as canceled,
         count(e.id) filter (where e.type = 'payment.captured') as captured,
         p.capture
    from payments p left join events e on e.account_id = p.account_id and e.object_id = p.id
   group by p.id, p.status, p.capture`;

async function wrongEvents(): Promise<string[]> {
  type Row = Record<"succeeded" | "failed" | "canceled" | "captured", bigint> & {
    id: string;
    status: string;
    capture: string;
  };
  const wrong = (await rows<Row>(OUTCOMES)).filter((row) => {
    const { status } = row;
    const outcomes = ["succeeded", "failed", "canceled"] as const;
    const asIs = outcomes.every((type) => row[type] === (status === type ? 1n : 0n));
    const wanted = row.capture === "manual" && status === "succeeded" ? 1n : 0n;
    return !asIs || row.captured !== wanted;
  });
  const refunds = await rows<{ what: string }>(`
    select r.id || ' is ' || r.status || ' with ' || count(e.id) || ' events of it' as what
      from refunds r left join events e on e.account_id = r.account_id and e.object_id = r.id
       and e.type = 'refund.' || r.status
     group by r.id, r.status
    having count(e.id) <> case when r.status in ('settled', 'failed') then 1 else 0 end`);
  return [
    ...wrong.map((row) => `${row.id} is ${row.status} with other outcome events than one of it`),
    ...refunds.map(({ what }) => what),
  ];
}

async function wrongDeliveries(): Promise<string[]> {
  const wrong = await rows<{ id: string; n: bigint }>(`
    select e.id, count(d.id) as n
      from events e
      join webhook_endpoints w on w.account_id = e.account_id and w.mode = e.mode
      left join all_deliveries d on d.account_id = e.account_id and d.event_id = e.id
       and d.endpoint_id = w.id
     group by e.id, w.id having count(d.id) <> 1`);
  return wrong.map(({ id, n }) => `${id} has ${n} deliveries to an endpoint`);
}

/** Subscribes to all events. */
export async function eventIds(): Promise<Set<string>> {
  return new Set((await rows<{ id: string }>("select id from events")).map(({ id }) => id));
}

/** The movements at a rail by the rail's reference: bank reversals by their payment, and incoming money without
 *  an account, because the rail does not know the account. */
const TRANSFERS = `
  select case t.kind when 'topup' then null else t.account_id end as account_id, t.currency,
         coalesce(d.payment_id, c.rail_reference, t.source_id) as source_id, t.kind, t.amount
    from ledger_transfers t
    left join disputes d on d.account_id = t.account_id and d.id = t.source_id
    left join funding_credits c on c.account_id = t.account_id and c.id = t.source_id
   where ($1::text is null or t.account_id = $1)
     and (t.kind in ('capture', 'refund', 'refund_reversal', 'payout_settled', 'payout_returned', 'dispute',
                     'dispute_reversal', 'payment_failure')
       or (t.kind = 'topup' and c.id is not null))`;

type Transfer = {
  account_id: string | null;
  currency: string;
  source_id: string;
  kind: string;
  amount: bigint;
};

export type Compared = {
  /** Restricts the comparison to one account. */
  accountId?: string;
  /** Payments and payouts with simulated outcomes, which the rail does not know. */
  without?: ReadonlySet<string>;
};

/** Compares our ledger with the rail's book: every movement by its id, and the totals per account and currency
 *  unless some movements are left out. */
export async function ledgerAgainst(
  statement: Statement,
  { accountId, without = new Set() }: Compared = {},
): Promise<string[]> {
  const transfers = (await rows<Transfer>(TRANSFERS, [accountId ?? null])).filter(
    ({ source_id: id }) => !without.has(id),
  );
  // Incoming money is not on an account yet. A rail may have money of other accounts: earlier runs continue in
  // their database.
  const isAsked = (line: { accountId: string | null }) =>
    !accountId || line.accountId === null || line.accountId === accountId;
  const theirs = statement.lines
    .filter((line) => isAsked(line) && !without.has(line.id))
    .map((line) => ({ line, kind: LEDGER_KINDS[line.kind] }))
    .filter(({ kind }) => kind !== null)
    .map(({ line, kind }) =>
      movement(line.accountId, line.currency, kind, line.id, line.amountMinor),
    );
  const ours = transfers.map((t) =>
    movement(t.account_id, t.currency, t.kind, t.source_id, t.amount),
  );
  return [
    ...difference(ours, theirs).map((one) => `only in our ledger: ${one}`),
    ...difference(theirs, ours).map((one) => `only in the rail's book: ${one}`),
    ...(without.size === 0 ? totalsAgainst(statement.totals.filter(isAsked), transfers) : []),
  ];
}

const LEDGER_KINDS: Record<StatementLine["kind"], string | null> = {
  charge: "capture",
  capture: "capture",
  charge_failure: "payment_failure",
  chargeback: "dispute",
  chargeback_reversal: "dispute_reversal",
  refund: "refund",
  refund_reversal: "refund_reversal",
  authorisation: null,
  cancel: null,
  refund_cancel: null,
  payout: "payout_settled",
  payout_return: "payout_returned",
  credit: "topup",
};

const movement = (...parts: unknown[]) => parts.join(" ");

/** Compares multisets: an entry that occurs twice on one side must occur twice on the other. */
function difference(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const n = left.get(one) ?? 0;
    left.set(one, n - 1);
    return n <= 0;
  });
}

function totalsAgainst(totals: Statement["totals"], transfers: readonly Transfer[]): string[] {
  const sum = (kind: string, accountId: string | null, currency: string) =>
    transfers
      .filter((t) => t.kind === kind && t.account_id === accountId && t.currency === currency)
      .reduce((total, { amount }) => total + amount, 0n);
  return totals.flatMap(({ accountId, currency, ...book }) => {
    const pairs = [
      ["capture", book.charges.amountMinor + book.captures.amountMinor],
      ["refund", book.refunds.amountMinor],
      ["refund_reversal", book.refundReversals.amountMinor],
    ] as const;
    return pairs
      .filter(([kind, amount]) => sum(kind, accountId, currency) !== amount)
      .map(([kind, amount]) => `${accountId} ${currency} ${kind}: the rail has ${amount}`);
  });
}

/** Checks the rail's book alone, without our database: an order is recognised by its amount. Exactly one charge
 *  (or authorisation) per order, none for a declined order. */
export function doubleCharges(statement: Statement, orders: readonly Order[]): string[] {
  const taken = Map.groupBy(
    statement.lines.filter(({ kind }) => kind === "charge" || kind === "authorisation"),
    ({ accountId, currency, amountMinor }) => movement(accountId, currency, amountMinor),
  );
  return orders
    .filter(({ kind }) => kind !== "challenge")
    .filter((order) => {
      const lines = taken.get(movement(order.accountId, order.currency, order.amountMinor)) ?? [];
      return lines.length !== (order.kind === "decline" ? 0 : 1);
    })
    .map(({ key, kind }) => `${key} (${kind}) was charged another number of times than once`);
}
