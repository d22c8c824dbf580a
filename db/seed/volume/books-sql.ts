import { NO_FEES, transfersOfEntry } from "#lib/domain/balance/index.ts";
import { queueSealSql, TRANSFER_KINDS } from "#lib/domain/ledger/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { idFor } from "./draws.ts";
import { DISPUTED_AFTER, REFUNDED_AFTER } from "./payments-sql.ts";

/** The bookings of payments as the service would have written them: $1 is the account. */

const dayOf = (moment: string) => `floor(date_part('epoch', ${moment}) / 86400)::int`;

export const WRITE_OUTCOMES = `
  insert into payment_outcomes (account_id, mode, payment_id, outcome, tx_id)
  select p.account_id, p.mode, p.id, p.outcome, d.tx_id
    from payments p join volume_days d on d.day = ${dayOf("p.created_at")}
   where p.account_id = $1`;

export const WRITE_REFUNDS = `
  insert into refunds (account_id, mode, id, payment_id, status, amount, currency, reason, settlement_id,
                       created_at, updated_at)
  select r.account_id, r.mode, ${idFor("re", "r.at", "r.id")}, r.id, 'settled', r.amount_refunded, r.currency,
         'requested_by_customer', s.id, r.at, r.at + interval '5 minutes'
    from (select p.*, p.created_at + ${REFUNDED_AFTER("p.id")} * interval '1 hour' as at
            from payments p where p.account_id = $1 and p.amount_refunded > 0 offset 0) r
    left join volume_settlements s on s.day = ${dayOf("r.at")} and s.currency = r.currency
   order by r.at`;

const ENTRY = "account_id, mode, id, type, currency, amount, source_id, payment_id";
const BOOKED = "available_on, settlement_id, created_at, tx_id";
const PRICED = ["interchange", "scheme_fee", "markup", "commission"] as const;

export const WRITE_CHARGES = `
  insert into balance_transactions (${ENTRY}, ${PRICED.join(", ")}, region, card_product,
    consumer_or_commercial, interchange_rate_bp, interchange_fixed, ${BOOKED})
  select p.account_id, p.mode, 'txn_' || substr(p.id, 5), 'charge', p.currency, p.amount, p.id, p.id,
         ${PRICED.map((part) => `(p.amount * x.${part}_bp + 5000) / 10000 + x.${part}_fixed`).join(",\n         ")},
         x.region, x.card_product, x.consumer_or_commercial, x.rate_bp, x.fixed,
         d.cut_off, p.settlement_id, p.created_at, d.tx_id
    from payments p
    join volume_prices x on x.method = p.method and x.bin = coalesce(p.card_bin, '') and x.currency = p.currency
    join volume_days d on d.day = ${dayOf("p.created_at")}
   where p.account_id = $1 and p.outcome = 'approved'`;

export const WRITE_RETURNS = `
  insert into balance_transactions (${ENTRY}, dispute_fee, ${BOOKED})
  select f.account_id, f.mode, ${idFor("txn", "f.at", "f.source_id")}, f.type, f.currency, -f.amount, f.source_id,
         f.payment_id, f.dispute_fee, d.cut_off, s.id, f.at, d.tx_id
    from (select account_id, mode, 'refund' as type, currency, amount, id as source_id, payment_id,
                 0::bigint as dispute_fee, created_at as at from refunds where account_id = $1
          union all
          select p.account_id, p.mode, 'dispute', p.currency, p.amount, 'dp_' || substr(p.id, 5), p.id, x.dispute_fee,
                 p.created_at + ${DISPUTED_AFTER("p.id")} * interval '1 hour'
            from payments p join volume_dispute_fees x on x.currency = p.currency
           where p.account_id = $1 and p.disputed) f
    join volume_days d on d.day = ${dayOf("f.at")}
    left join volume_settlements s on s.day = d.day and s.currency = f.currency
   order by f.at`;

/** The disputes of disputed payments: all lost. */
export const WRITE_DISPUTES = `
  insert into disputes (account_id, mode, id, payment_id, status, amount, currency, fee, reason, network_reason_code,
                        evidence_due_by, created_at, updated_at)
  select p.account_id, p.mode, 'dp_' || substr(p.id, 5), p.id, 'lost', p.amount, p.currency, x.dispute_fee, 'fraudulent',
         '10.4', d.at + interval '14 days', d.at, d.at + interval '14 days'
    from payments p
    join volume_dispute_fees x on x.currency = p.currency
   cross join lateral (select p.created_at + ${DISPUTED_AFTER("p.id")} * interval '1 hour' as at) d
   where p.account_id = $1 and p.disputed`;

/** Days that do not pay out are left to the service. */
export const WRITE_SETTLEMENTS = `
  with sums as (
    select settlement_id as id, count(*) as transaction_count, sum(net) as net,
           ${["amount", ...PRICED].map((part) => `coalesce(sum(${part}) filter (where type = 'charge'), 0) as ${part}`).join(", ")},
           coalesce(-sum(net) filter (where type = 'refund'), 0) as refunds,
           coalesce(-sum(net) filter (where type = 'dispute'), 0) as chargebacks,
           coalesce(sum(dispute_fee) filter (where type = 'dispute'), 0) as dispute_fees
      from balance_transactions where account_id = $1 and settlement_id is not null
     group by settlement_id
  )
  insert into settlements (account_id, mode, id, status, currency, gross, ${PRICED.join(", ")}, refunds,
    chargebacks, dispute_fees, adjustments, net, transaction_count, period_start, period_end, arrival_date,
    paid_at, bank_account_last4, bank_reference, rail_check_at, created_at, updated_at)
  select $1, 'test', id, case when s.is_paid then 'paid' else 'scheduled' end, s.currency, amount,
         ${PRICED.join(", ")}, refunds, chargebacks, dispute_fees, 0, net, transaction_count, s.cut_off - interval '1 day',
         s.cut_off, s.arrival::date, case when s.is_paid then s.arrival end, '0000',
         'PD' || upper(right(id, 16)), case when not s.is_paid then s.arrival end, s.cut_off,
         case when s.is_paid then s.arrival else s.cut_off end
    from sums join volume_settlements s using (id)
   where net > 0`;

/** Whether there are such days, so that the assignment to their settlements must be undone. */
export const FIND_UNPAID = `
  select coalesce(array_agg(distinct b.settlement_id), '{}') as ids from balance_transactions b
    left join settlements s on s.account_id = b.account_id and s.id = b.settlement_id
   where b.account_id = $1 and b.settlement_id is not null and s.id is null`;

export const SETTLED_TABLES = ["payments", "refunds", "balance_transactions"];
export const leaveUnsettled = (table: string) =>
  `update ${table} set settlement_id = null where account_id = $1 and settlement_id = any ($2)`;

/** The parts of an entry that can become transfers, with an amount that identifies each. */
const PARTS = [
  "amount",
  "interchange",
  "scheme_fee",
  "markup",
  "commission",
  "dispute_fee",
] as const;

/** The transfers of each type of entry, as the ledger defines them: type, part, kind and accounts. */
const FEES = { interchange: 2n, schemeFee: 3n, markup: 4n, commission: 5n };
const TRANSFERS = (
  [
    ["charge", FEES, 0n],
    ["refund", NO_FEES, 0n],
    ["dispute", NO_FEES, 6n],
  ] as const
).flatMap(([type, fees, disputeFee]) =>
  transfersOfEntry({
    type,
    amountMinor: 1n,
    currency: "EUR",
    fees,
    disputeFee,
    pricing: null,
    sourceId: "",
    paymentId: null,
    bookedAt: dateFromMs(0),
  }).map(({ kind, amountMinor }) => {
    const number = Number(amountMinor) - 1;
    const { debit, credit } = TRANSFER_KINDS[kind];
    const amount = number === 0 ? "abs(b.amount)" : `b.${PARTS[number]}`;
    return `('${type}', '${number}', '${kind}', '${debit}', '${credit}', ${amount})`;
  }),
);

const TRANSFER =
  "account_id, id, mode, kind, debit, credit, amount, currency, source_id, created_at";

export const WRITE_TRANSFERS = `
  with written as (insert into ledger_transfers (${TRANSFER})
  select b.account_id, 'ltr_' || substr(b.id, 5, 23) || k.number, b.mode, k.kind, k.debit, k.credit,
         k.amount, b.currency, b.source_id, b.created_at
    from balance_transactions b
   cross join lateral (values ${TRANSFERS.join(", ")}) k(type, number, kind, debit, credit, amount)
   where b.account_id = $1 and k.type = b.type and k.amount > 0
  returning account_id, mode, id) ${queueSealSql("written")}`;

/** The transfers of a settlement `s`: swept at its cut-off; once arrived, received from the acquirer and paid. */
const RAIL = "s.gross - s.refunds - s.chargebacks + s.dispute_fees + s.adjustments";
const OF_SETTLEMENT = (
  [
    ["settlement", "s.net", "s.period_end"],
    ["acquirer_receipt", RAIL, "v.arrival"],
    ["acquirer_payment", `-(${RAIL})`, "v.arrival"],
    ["interchange_paid", "s.interchange", "v.arrival"],
    ["scheme_fee_paid", "s.scheme_fee", "v.arrival"],
    ["settlement_paid", "s.net", "v.arrival"],
  ] as const
).map(([kind, amount, at]) => {
  const { debit, credit } = TRANSFER_KINDS[kind];
  return `('${kind}', '${debit}', '${credit}', ${amount}, ${at})`;
});

export const WRITE_SETTLEMENT_TRANSFERS = `
  with written as (insert into ledger_transfers (${TRANSFER})
  select s.account_id, ${idFor("ltr", "k.at", "s.id || k.kind")}, s.mode, k.kind, k.debit, k.credit, k.amount, s.currency, s.id, k.at
    from settlements s join volume_settlements v using (id)
   cross join lateral (values ${OF_SETTLEMENT.join(", ")}) k(kind, debit, credit, amount, at)
   where s.account_id = $1 and k.amount > 0 and (k.kind = 'settlement' or v.is_paid)
  returning account_id, mode, id) ${queueSealSql("written")}`;
