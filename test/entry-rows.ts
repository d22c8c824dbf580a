import { and, eq, inArray } from "drizzle-orm";
import { db, getPool, schema } from "#db/client.ts";
import { sandboxReference } from "#lib/domain/settlements/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { askOwner } from "#test/as-owner.ts";
import type { Merchant } from "./merchant.ts";

/** Past movements and settlements, for reports. */

type Entry = typeof schema.balanceTransactions.$inferInsert;
type Params<T> = Partial<T> & { mode?: Mode };

/** One movement: a card charge of 10.00 EUR by default. */
export async function entryRow(merchant: Merchant, params: Params<Entry> = {}): Promise<Id<"txn">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = newId("txn");
  const sourceId = params.sourceId ?? params.paymentId ?? newId("pay");
  await db()
    .insert(schema.balanceTransactions)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      type: "charge",
      currency: "EUR",
      amount: 1_000n,
      availableOn: dateFromMs((Math.floor(createdAt.getTime() / DAY_MS) + 1) * DAY_MS),
      paymentId: sourceId.startsWith("pay_") ? (sourceId as Id<"pay">) : null,
      ...params,
      sourceId,
      createdAt,
    });
  return params.id ?? id;
}

type Settlement = typeof schema.settlements.$inferInsert;

/** Puts movements into one settlement with their sums. Their net must be positive. */
export async function settlementRow(
  merchant: Merchant,
  entries: readonly Id<"txn">[],
  params: Params<Settlement> & { arrivalDate: string },
): Promise<Id<"stl">> {
  const id = newId("stl");
  const mode = params.mode ?? "test";
  const t = schema.balanceTransactions;
  const swept = and(
    eq(t.accountId, merchant.account.id),
    eq(t.mode, mode),
    inArray(t.id, [...entries]),
  );
  const rows = await db().select().from(t).where(swept);
  const charges = rows.filter(({ type }) => type === "charge");
  const sum = <T>(list: readonly T[], read: (row: T) => bigint) =>
    list.reduce((total, row) => total + read(row), 0n);
  const ofType = (type: string) => rows.filter((row) => row.type === type);
  const others = rows.filter(({ type }) => !["charge", "refund", "dispute"].includes(type));
  const periodEnd =
    params.periodEnd ?? dateFromMs(Date.parse(`${params.arrivalDate}T00:00:00Z`) - 2 * DAY_MS);
  await db()
    .insert(schema.settlements)
    .values({
      accountId: merchant.account.id,
      id,
      mode,
      status: "paid",
      currency: rows[0]?.currency ?? "EUR",
      gross: sum(charges, (row) => row.amount),
      interchange: sum(charges, (row) => row.interchange),
      schemeFee: sum(charges, (row) => row.schemeFee),
      markup: sum(charges, (row) => row.markup),
      commission: sum(charges, (row) => row.commission),
      refunds: -sum(ofType("refund"), (row) => row.amount),
      chargebacks: -sum(ofType("dispute"), (row) => row.net),
      disputeFees: sum(ofType("dispute"), (row) => row.disputeFee),
      adjustments: sum(others, (row) => row.net),
      net: sum(rows, (row) => row.net),
      transactionCount: rows.length,
      periodStart: dateFromMs(periodEnd.getTime() - DAY_MS),
      periodEnd,
      paidAt:
        (params.status ?? "paid") === "paid" ? dateFromMs(Date.parse(params.arrivalDate)) : null,
      bankAccountLast4: "3000",
      bankReference: sandboxReference(id),
      createdAt: periodEnd,
      ...params,
    });
  await db().update(t).set({ settlementId: id }).where(swept);
  return id;
}

const AT_ONCE = 20_000;

/** Many charges with their payments in one settlement that arrived on 14 April 2026. The database creates them,
 *  because tests need a million. */
export async function manyRows(merchant: Merchant, count: number): Promise<Id<"stl">> {
  const settlement = newId("stl");
  const account = merchant.account.id;
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE - 1);
    for (const insert of [PAYMENTS, ENTRIES]) {
      await getPool().query(insert, [account, from, to, settlement]);
    }
  }
  await getPool().query(SETTLEMENT, [account, settlement]);
  await askOwner("analyze payments, balance_transactions, settlements");
  return settlement;
}

const idOf = (prefix: string) => `'${prefix}_01kp' || lpad(n::text, 9, '0') || right($1, 11)`;
const NUMBERED = "from generate_series($2::int, $3::int) n";
const MOMENT = "'2026-04-12T00:00:00Z'::timestamptz + n * interval '50 ms'";

const PAYMENTS = `
  insert into payments (account_id, id, mode, status, outcome, amount, currency, method, amount_captured,
    description, statement_descriptor, sca, card_brand, card_last4, card_bin, card_issuer, card_country,
    card_funding, settlement_id, created_at)
  select $1, ${idOf("pay")}, 'test', 'succeeded', 'approved', 1000 + n % 5000, 'EUR', 'card',
    1000 + n % 5000, 'Order ' || n, 'LINDQVIST DESIGN', 'frictionless', 'visa', '4242', '424242',
    'Harbour & Vale Bank', 'DE', 'credit', $4, ${MOMENT} ${NUMBERED}`;

const ENTRIES = `
  insert into balance_transactions (account_id, id, mode, type, currency, amount, interchange,
    scheme_fee, markup, region, card_product, consumer_or_commercial, interchange_rate_bp,
    interchange_fixed, source_id, payment_id, available_on, settlement_id, created_at)
  select $1, ${idOf("txn")}, 'test', 'charge', 'EUR', 1000 + n % 5000, 3 + n % 12, 1, 12, 'domestic',
    'classic', 'consumer', 30, 0, ${idOf("pay")}, ${idOf("pay")}, '2026-04-13', $4,
    ${MOMENT} ${NUMBERED}`;

const SETTLEMENT = `
  insert into settlements (account_id, id, mode, status, currency, gross, interchange, scheme_fee,
    markup, commission, refunds, chargebacks, adjustments, net, transaction_count, period_start,
    period_end, arrival_date, paid_at, bank_account_last4)
  select $1, $2, 'test', 'paid', 'EUR', sum(amount), sum(interchange), sum(scheme_fee), sum(markup), 0,
    0, 0, 0, sum(net), count(*), '2026-04-12', '2026-04-13', '2026-04-14', '2026-04-14T00:00Z', '0000'
    from balance_transactions where account_id = $1 and settlement_id = $2`;
