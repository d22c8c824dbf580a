import type pg from "pg";
import { getPool } from "#db/client.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { freshSuccess } from "#lib/domain/analytics/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { SubscriptionStatus } from "#lib/kernel/vocabulary/billing.ts";
import type {
  AdviceCode,
  PaymentOutcomeName,
  PaymentStatus,
} from "#lib/kernel/vocabulary/payments.ts";
import type { RetryFacts } from "./types.ts";

/** A later payment of the same sale: same amount and currency, of the same customer or payment method, and of the same
 *  invoice or none. A canceled one counts only if it is the payment's retry, of which there is one. Each has its index; the
 *  expressions keep the planner from the index of the list, which would read all newer payments. */
const laterBy = (same: string) => `
  select y.id, y.status from payments y
   where y.account_id = $1 and y.${same} = p.${same} and y.id || '' > p.id and y.mode || '' = p.mode
     and y.amount = p.amount and y.currency = p.currency and (y.status <> 'canceled' or y.retry_of = p.id)
     and y.invoice_id is not distinct from p.invoice_id`;

/** Both drivers return a number for it, but not the same for times. */
const msOf = (time: string) => `extract(epoch from ${time})::float8 * 1000`;

/** Declined tries of the last 30 days, and their retries that are under way; the partial index of declined payments serves
 *  cards. */
const triesBy = (same: string, recent: string, also: string) => `
  select ${msOf("tried.at")} from payments y
   cross join lateral (
     select y.created_at as at
     union all
     select r.created_at from payments r
      where r.account_id = $1 and r.retry_of = y.id and r.status in ('processing', 'requires_action')) tried
   where y.account_id = $1 and y.outcome = 'declined'
     and y.${same} = p.${same} and ${recent} > $4::timestamptz - interval '30 days'
     and y.amount = p.amount and y.currency = p.currency and ${also}`;

const FRESH = freshSuccess("$1", "$2", "$5");

/** The rollups' retry chain knows later successes of the same card without a customer, and facts those of the last seconds. */
const IS_RECOVERED = `
  ${FRESH.holds} or coalesce((select true from payment_retries d, payment_retries o
    where d.account_id = $1 and d.payment_id = p.id
      and o.account_id = $1 and o.chain = d.chain and o.recovered
      and (o.created_at, o.payment_id) > (d.created_at, d.payment_id) limit 1), false)`;

/** $1 account (each subquery names it: Citus does not derive it there), $2 mode, $3 payments, $4 the account's time, $5 where facts
 *  begin that are not rolled up. */
const FACTS = `
  select p.id, p.status, p.outcome, p.amount, p.amount_captured as "amountCaptured", p.currency,
         p.decline_code as "declineCode", p.network_decline_code as "networkCode",
         p.advice_code as "adviceCode", p.card_brand as "cardBrand", ${msOf("p.created_at")} as "createdAtMs",
         m.status = 'active' and m.reusable and c.deleted is not true
           and (s.id is null or s.payment_method_id = p.payment_method_id) as "methodIsActive",
         (select a.id from mandates a
           where a.account_id = $1 and a.payment_method_id = p.payment_method_id
             and a.status in ('pending', 'active')
             and a.scheme = case p.method when 'sepa_debit' then 'sepa_core' when 'bacs_debit' then 'bacs' else 'card' end
           limit 1) as "mandateId",
         i.id as "invoiceId", i.status = 'open' as "isOpen", i.collecting as "isCollecting",
         i.payment_id = p.id as "isLatestTry", s.status as subscription,
         later.id as "laterId", later.status as "laterStatus",
         p.invoice_id is null and (${IS_RECOVERED}) as "isRecovered",
         coalesce(p.card_fingerprint, p.payment_method_id) as "triedWith",
         array(${triesBy("card_fingerprint", "y.created_at", "y.mode = p.mode")}
               union all ${triesBy("payment_method_id", "y.created_at + interval '0'", "y.mode || '' = p.mode and p.card_fingerprint is null")}) as "triedAtMs"
    from payments p
    left join payment_methods m on m.account_id = p.account_id and m.id = p.payment_method_id
    left join customers c on c.account_id = p.account_id and c.id = p.customer_id
    left join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
    left join subscriptions s on s.account_id = p.account_id and s.id = p.subscription_id
    left join lateral (
      select * from (${laterBy("customer_id")} union all ${laterBy("payment_method_id")}) y
       order by case when status in ('succeeded', 'requires_capture') then 0
                     when status in ('processing', 'requires_action') then 1 else 2 end, id desc
       limit 1) later on true
   where p.account_id = $1 and p.mode = $2 and p.id = any($3::text[])
   order by p.id desc`;

type Row = Pick<
  RetryFacts,
  "id" | "currency" | "declineCode" | "networkCode" | "cardBrand" | "triedWith"
> & {
  status: PaymentStatus;
  outcome: PaymentOutcomeName | null;
  amount: bigint;
  amountCaptured: bigint;
  adviceCode: AdviceCode | null;
  createdAtMs: number;
  methodIsActive: boolean | null;
  mandateId: RetryFacts["mandateId"];
  invoiceId: string | null;
  isOpen: boolean;
  isCollecting: boolean;
  isLatestTry: boolean | null;
  subscription: SubscriptionStatus;
  laterId: RetryFacts["id"] | null;
  laterStatus: PaymentStatus;
  isRecovered: boolean;
  triedAtMs: number[];
};

/** The facts that decide whether each payment can be retried, newest first. In a transaction, as it sees them. Takes no lock. */
export async function readFacts(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<RetryFacts[]> {
  const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    tx ? await tx.execute<R>(withParams(text, values)) : await getPool().query<R>(text, values);
  const rolled = await ask<{ at: string }>(FRESH.since, []);
  const values = [ctx.accountId, ctx.mode, ids, businessNow(ctx), rolled.rows[0]!.at];
  return (await ask<Row>(FACTS, values)).rows.map(toFacts);
}

function toFacts(row: Row): RetryFacts {
  const { invoiceId, isOpen, isCollecting, isLatestTry, subscription, ...columns } = row;
  const { amount, amountCaptured, createdAtMs, triedAtMs, ...others } = columns;
  const { laterId, laterStatus, ...facts } = others;
  return {
    ...facts,
    amountMinor: amount,
    amountCapturedMinor: amountCaptured,
    createdAt: dateFromMs(createdAtMs),
    triedAt: triedAtMs.map(dateFromMs),
    invoice:
      invoiceId === null
        ? null
        : { isOpen, isCollecting, isLatestTry: isLatestTry === true, subscription },
    later: laterId === null ? null : { id: laterId, status: laterStatus },
  };
}
