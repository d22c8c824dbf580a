import { getPool, runPrepared } from "#db/client.ts";
import type { paymentMethods } from "#db/schema/payment-methods.ts";
import type { IdempotentRequest } from "#lib/domain/idempotency/index.ts";
import type { PaymentMethod } from "#lib/domain/payment-methods/index.ts";
import { at } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { OPEN, OPEN_WITH_METHOD, openValues } from "./open-sql.ts";
import { chargedCardOf, PAYMENT_COLUMNS, type PaymentRow, toPayment } from "./row-store.ts";
import { type KeptAnswer, type Settlement, settleStatement } from "./settle-sql.ts";
import type { Payment } from "./types.ts";

/** Claims the idempotency key and inserts the payment (and the method it brings) in one statement;
 *  false, and nothing written, when the key belongs to another call. Waits for a rival that is
 *  claiming the same key at this moment. */
export async function open(
  ctx: Context,
  request: IdempotentRequest,
  payment: Payment,
  args: { lockMs: number; newMethod: PaymentMethod | null },
): Promise<boolean> {
  const values = openValues(ctx, request, payment, args);
  const rows = args.newMethod
    ? await runPrepared("payments.open_with_method", OPEN_WITH_METHOD, values)
    : await runPrepared("payments.open", OPEN, values);
  return rows.length === 1;
}

/** The guarded move with its transfer, event, deliveries and, when `answer` is given, the kept
 *  response: all of it commits, or (false) none. Locks the payment's row for the statement. */
export async function settle(
  ctx: Context,
  settlement: Settlement,
  answer: KeptAnswer | null,
): Promise<boolean> {
  const { name, text, values } = settleStatement(ctx, settlement, answer);
  return (await runPrepared(name, text, values)).length === 1;
}

const FIND = `select ${PAYMENT_COLUMNS} from payments p
  where p.account_id = $1 and p.id = $2 and p.mode = $3`;

/** One payment of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Payment | null> {
  const rows = await runPrepared<PaymentRow>("payments.find", FIND, [ctx.accountId, id, ctx.mode]);
  return rows[0] ? toPayment(rows[0]) : null;
}

type MethodRow = typeof paymentMethods.$inferSelect;

/** What a payment names: its method (null when there is none), and whether its customer exists. */
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

const CHARGEABLE = `
  select m.id, m.type, m.status, m.rail_token as "railToken", m.customer_id as "customerId",
         m.card_brand as "cardBrand", m.card_last4 as "cardLast4", m.card_bin as "cardBin",
         m.card_issuer as "cardIssuer", m.card_country as "cardCountry",
         m.card_funding as "cardFunding", m.card_fingerprint as "cardFingerprint",
         c.id is not null as "customerFound",
         exists (select 1 from payments p
                  where p.account_id = asked.account_id and p.payment_method_id = m.id
                    and p.status in ('succeeded', 'requires_capture')) as charged
    from (select $1::text as account_id, $2::text as mode, $3::text as method, $4::text as customer) asked
    left join payment_methods m
      on m.account_id = asked.account_id and m.id = asked.method and m.mode = asked.mode
    left join customers c
      on c.account_id = asked.account_id and c.id = asked.customer and c.mode = asked.mode
     and not c.deleted`;

/** Everything a charge needs to know of what it names, in one read. Takes no lock. */
export async function findChargeable(
  ctx: Context,
  named: { paymentMethod: string | null; customer: string | null },
): Promise<Chargeable> {
  const values = [ctx.accountId, ctx.mode, named.paymentMethod, named.customer];
  const [row] = await runPrepared<ChargeableRow>("payments.chargeable", CHARGEABLE, values);
  if (!row) throw new Error("a select without a source always has one row");
  const { id, type, status, railToken, customerId } = row;
  return {
    method: id && { id, type, status, railToken, customerId, card: chargedCardOf(row) },
    customerFound: row.customerFound,
    charged: row.charged,
  };
}

const RAIL_TOKEN = `select rail_token from payment_methods where account_id = $1 and id = $2`;

/** The rail's token of the method a payment was charged to. Throws when the payment has none. */
export async function railTokenOf(payment: Payment): Promise<string> {
  const values = [payment.accountId, payment.paymentMethodId];
  const [row] = await runPrepared<{ rail_token: string }>(
    "payments.rail_token",
    RAIL_TOKEN,
    values,
  );
  if (!row) throw new Error(`${payment.id} has no payment method`);
  return row.rail_token;
}

const CLAIM_DUE = `
  update payments p set rail_check_at = $2
   where (p.account_id, p.id) in (
     select account_id, id from payments where rail_check_at <= $1
      order by rail_check_at limit $3 for update skip locked)
  returning ${PAYMENT_COLUMNS}`;

/** Takes up to `limit` payments whose rail is to be asked now, oldest first, and moves their next
 *  check to `leaseMs` from now, so that no other worker asks about them meanwhile. */
export async function claimDue(args: {
  nowMs: number;
  leaseMs: number;
  limit: number;
}): Promise<Payment[]> {
  const values = [at(args.nowMs), at(args.nowMs + args.leaseMs), args.limit];
  const rows = await runPrepared<PaymentRow>("payments.claim_due", CLAIM_DUE, values);
  return rows.map(toPayment);
}

const POSTPONE = `update payments set rail_check_at = $4
  where account_id = $1 and id = $2 and status = $3 and rail_check_at is not null`;

/** Asks again later. Does nothing to a payment that has moved meanwhile. */
export async function postpone(payment: Payment, checkAt: Date): Promise<void> {
  const values = [payment.accountId, payment.id, payment.status, checkAt];
  await getPool().query(POSTPONE, values);
}
