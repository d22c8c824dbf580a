import { getPool, runPrepared } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { groupCalls } from "#db/group.ts";
import type { paymentMethods } from "#db/schema/payment-methods.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import { OPEN, type Opening, openValues } from "./open-sql.ts";
import { chargedCardOf, PAYMENT_COLUMNS, type PaymentRow, toPayment } from "./read-store.ts";
import {
  SETTLE,
  SETTLE_OF_INVOICE,
  SETTLE_WITH_TOKENS,
  type Settlement,
  settleValues,
} from "./settle-sql.ts";
import type { Payment } from "./types.ts";

/** Maximum number of payments in one read statement. */
const MOST_READ_TOGETHER = 64;

/**
 * Maximum number of payments in one write statement. Small enough that concurrent requests under load form at least two
 * groups, so that this process prepares one while the database executes another.
 */
const MOST_WRITTEN_TOGETHER = 32;

/** The same on Citus, where each shard has a statement under way and what the coordinator spends on one is the cluster's limit. */
const MOST_WRITTEN_ON_SHARD = 128;

const openTogether = groupCalls<Opening, boolean>({
  accountOf: ({ ctx }) => ctx.accountId,
  most: MOST_WRITTEN_TOGETHER,
  mostOfShard: MOST_WRITTEN_ON_SHARD,
  inFlight: 1,
  identityOf: ({ ctx, request }) => `${ctx.accountId} ${ctx.mode} ${request.key}`,
  async work(openings, run) {
    const rows = await run<{ id: string }>("payments.open", textOf(OPEN), openValues(openings));
    const opened = new Set(rows.map(({ id }) => id));
    return openings.map(({ payment }) => opened.has(payment.id));
  },
});

/** Claims the idempotency key and inserts the payment with its new method, if any, in one statement that concurrent
 *  calls share. Returns false, and writes nothing, if another request has the key. Waits while another transaction is
 *  claiming the key. */
export async function open(opening: Opening): Promise<boolean> {
  return await openTogether(opening);
}

/** As `open`, in the caller's transaction. */
export async function openIn(tx: Tx, opening: Opening): Promise<boolean> {
  const { rows } = await tx.execute(withParams(textOf(OPEN), openValues([opening])));
  return rows.length === 1;
}

const settleTogether = groupCalls<Settlement, boolean>({
  accountOf: ({ to }) => to.accountId,
  most: MOST_WRITTEN_TOGETHER,
  mostOfShard: MOST_WRITTEN_ON_SHARD,
  inFlight: 1,
  identityOf: ({ to }) => `${to.accountId} ${to.id}`,
  async work(settlements, run) {
    const values = settleValues(settlements);
    const rows = settlements.some(({ networkToken }) => networkToken)
      ? await run<{ id: string }>("payments.settle_with_tokens", textOf(SETTLE_WITH_TOKENS), values)
      : await run<{ id: string }>("payments.settle", textOf(SETTLE), values);
    const moved = new Set(rows.map(({ id }) => id));
    return settlements.map(({ to }) => moved.has(to.id));
  },
});

/** Stores the guarded transition with its ledger transfers, event, deliveries and answer, if any: commits all of it, or
 *  returns false and writes nothing. Concurrent calls share the statement. Locks the payment's row for the statement. */
export async function settle(settlement: Settlement): Promise<boolean> {
  if (settlement.to.invoiceId === null) return await settleTogether(settlement);
  const values = settleValues([settlement]);
  const text = textOf(SETTLE_OF_INVOICE);
  return (await runPrepared("payments.settle_of_invoice", text, values)).length === 1;
}

const FIND = shardSql(
  (held) => `select ${PAYMENT_COLUMNS}
    from unnest($1::text[], $2::text[], $3::text[]) as wanted(account_id, id, mode)
    join payments p on p.account_id = wanted.account_id${held.to("p")} and p.id = wanted.id and p.mode = wanted.mode`,
);

const findTogether = groupCalls<{ ctx: Context; id: string }, Payment | null>({
  accountOf: ({ ctx }) => ctx.accountId,
  most: MOST_READ_TOGETHER,
  inFlight: 2,
  reads: true,
  async work(wanted, run) {
    const values = [
      wanted.map(({ ctx }) => ctx.accountId),
      wanted.map(({ id }) => id),
      wanted.map(({ ctx }) => ctx.mode),
    ];
    const rows = await run<PaymentRow>("payments.find", textOf(FIND), values);
    const found = new Map(rows.map((row) => [`${row.accountId} ${row.mode} ${row.id}`, row]));
    return wanted.map(({ ctx, id }) => {
      const row = found.get(`${ctx.accountId} ${ctx.mode} ${id}`);
      return row ? toPayment(row) : null;
    });
  },
});

/** Returns a payment of the account and mode, or null. Takes no lock. Concurrent calls share the statement. */
export async function find(ctx: Context, id: string): Promise<Payment | null> {
  return await findTogether({ ctx, id });
}

type MethodRow = typeof paymentMethods.$inferSelect;

/** The payment method of a new payment (null if it does not exist) and whether its customer exists. */
export type Chargeable = {
  method:
    | (Pick<MethodRow, "id" | "type" | "status" | "railToken" | "customerId"> & {
        card: Payment["card"];
      })
    | null;
  customerFound: boolean;
  /** Whether the method was charged before. */
  charged: boolean;
};

type ChargeableRow = Omit<MethodRow, "id"> & {
  id: MethodRow["id"] | null;
  customerFound: boolean;
  charged: boolean;
};

const CHARGEABLE = shardSql(
  (held) => `
  select m.id, m.type, m.status, m.rail_token as "railToken", m.customer_id as "customerId",
         m.card_brand as "cardBrand", m.card_last4 as "cardLast4", m.card_bin as "cardBin",
         m.card_issuer as "cardIssuer", m.card_country as "cardCountry",
         m.card_funding as "cardFunding", m.card_fingerprint as "cardFingerprint",
         c.id is not null as "customerFound",
         exists (select 1 from payments p
                  where p.account_id = asked.account_id${held.to("p")} and p.payment_method_id = m.id
                    and p.status in ('succeeded', 'requires_capture')) as charged
    from unnest($1::text[], $2::text[], $3::text[], $4::text[])
         with ordinality as asked(account_id, mode, method, customer, place)
    left join payment_methods m
      on m.account_id = asked.account_id${held.to("m")} and m.id = asked.method and m.mode = asked.mode
    left join customers c
      on c.account_id = asked.account_id${held.to("c")} and c.id = asked.customer and c.mode = asked.mode
     and not c.deleted
   order by asked.place`,
);

type Named = { paymentMethod: string | null; customer: string | null };

const findChargeableTogether = groupCalls<Named & { ctx: Context }, Chargeable>({
  accountOf: ({ ctx }) => ctx.accountId,
  most: MOST_READ_TOGETHER,
  inFlight: 2,
  reads: true,
  async work(asked, run) {
    const values = [
      asked.map(({ ctx }) => ctx.accountId),
      asked.map(({ ctx }) => ctx.mode),
      asked.map(({ paymentMethod }) => paymentMethod),
      asked.map(({ customer }) => customer),
    ];
    const rows = await run<ChargeableRow>("payments.chargeable", textOf(CHARGEABLE), values);
    return rows.map(toChargeable);
  },
});

function toChargeable(row: ChargeableRow): Chargeable {
  const { id, type, status, railToken, customerId } = row;
  return {
    method: id && { id, type, status, railToken, customerId, card: chargedCardOf(row) },
    customerFound: row.customerFound,
    charged: row.charged,
  };
}

/** Reads the payment method and the customer of a new payment. Concurrent calls share the statement. Takes no lock. */
export async function findChargeable(ctx: Context, named: Named): Promise<Chargeable> {
  return await findChargeableTogether({ ctx, ...named });
}

const RAIL_TOKEN = `select rail_token from payment_methods where account_id = $1 and id = $2`;

/** Returns the token that the rail charges: of the payment method, or the payment's own; empty if the payer is sent to
 *  their bank. */
export async function railTokenOf(payment: Payment): Promise<string> {
  if (payment.paymentMethodId === null) return payment.railToken ?? "";
  const values = [payment.accountId, payment.paymentMethodId];
  const [row] = await runPrepared<{ rail_token: string }>(
    "payments.rail_token",
    RAIL_TOKEN,
    values,
  );
  if (!row) throw new Error(`${payment.id} has no payment method`);
  return row.rail_token;
}

/** Payments whose rail must be asked now, by their account's clock. */
export const dueRows = dueQueue("payments", PAYMENT_COLUMNS, toPayment);

const POSTPONE = `update payments set rail_check_at = $4
  where account_id = $1 and id = $2 and status = $3 and rail_check_at = $6
    and step is not distinct from $5`;

/** Sets when the rail is asked next; null: never. Does nothing if the payment has moved or a step has begun since it was
 *  read, which was before the rail was asked: that step has its own time. Nor if it was made due since then: the answer
 *  can be older than the reason. */
export async function postpone(payment: Payment, checkAt: Date | null): Promise<void> {
  const { accountId, id, status, step, railCheckAt } = payment;
  const values = [accountId, id, status, checkAt, step, railCheckAt];
  await getPool().query(POSTPONE, values);
}
