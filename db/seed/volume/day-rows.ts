import { cutOffAfter } from "#lib/domain/balance/index.ts";
import { at, DAY_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { copyLines, type Value } from "../../copy-in.ts";
import {
  type Booking,
  chargeEntry,
  disputeEntry,
  refundEntry,
  type SettlementRow,
  settleBookings,
  settlementTransfers,
  transferRows,
} from "../books.ts";
import type { Random } from "../random.ts";
import type { VolumePayment } from "./plan-day.ts";

/** A day as text for `copyIn`, by table, in an order that keeps every reference. */

export type Owner = { accountId: Id<"acct">; merchantCountry: string; nowMs: number };
type LaterRow = { payment: VolumePayment; atMs: number; amount: bigint };
/** What payments of earlier days lead to on this one. */
export type Followers = { refunds: LaterRow[]; disputes: LaterRow[] };
export type Copy = { table: string; columns: readonly string[]; lines: Buffer[] };

const STATUSES = {
  approved: "succeeded",
  declined: "failed",
  authentication_failed: "failed",
  abandoned: "canceled",
} as const;

/** The settlement that a currency's bookings of the day went into. */
type SettledIn = ReadonlyMap<string, Id<"stl">>;
type RefundRow = LaterRow & { id: Id<"re"> };

/** A table's columns, and what a row of it is made from. The owner's come first, in every table. */
type Shape<Row> = readonly (readonly [
  column: string,
  value: (row: Row, settled: SettledIn) => Value,
])[];

const PAYMENTS: Shape<VolumePayment> = [
  ["id", (p) => p.id],
  ["status", (p) => STATUSES[p.outcome]],
  ["outcome", (p) => p.outcome],
  ["amount", (p) => p.amount],
  ["currency", (p) => p.currency],
  ["method", (p) => p.method],
  ["amount_captured", (p) => (p.outcome === "approved" ? p.amount : 0n)],
  ["amount_refunded", (p) => p.refund?.amount ?? 0n],
  ["description", (p) => `Order ${p.id.slice(-8)}`],
  ["sca", (p) => p.sca],
  ["exemption", (p) => p.exemption],
  ["exemption_outcome", (p) => p.exemptionOutcome],
  ["decline_code", (p) => p.decline?.code],
  ["network_decline_code", (p) => p.decline?.network],
  ["advice_code", (p) => p.decline?.advice],
  ["card_brand", (p) => p.card?.brand],
  ["card_last4", (p) => p.card?.last4],
  ["card_bin", (p) => p.card?.bin],
  ["card_issuer", (p) => p.card?.issuer],
  ["card_country", (p) => p.card?.country],
  ["card_funding", (p) => p.card?.funding],
  ["card_fingerprint", (p) => p.card?.fingerprint],
  ["disputed", (p) => p.dispute !== null],
  ["settlement_id", (p, settled) => (p.outcome === "approved" ? settled.get(p.currency) : null)],
  ["created_at", (p) => at(p.atMs)],
  ["updated_at", (p) => at(p.atMs)],
];

const OUTCOMES: Shape<VolumePayment> = [
  ["payment_id", (p) => p.id],
  ["outcome", (p) => p.outcome],
];

const REFUNDS: Shape<RefundRow> = [
  ["id", (r) => r.id],
  ["payment_id", (r) => r.payment.id],
  ["status", () => "settled"],
  ["amount", (r) => r.amount],
  ["currency", (r) => r.payment.currency],
  ["reason", () => "requested_by_customer"],
  ["settlement_id", (r, settled) => settled.get(r.payment.currency)],
  ["created_at", (r) => at(r.atMs)],
  ["updated_at", (r) => at(r.atMs + 5 * MINUTE_MS)],
];

const ENTRIES: Shape<Booking> = [
  ["id", (b) => b.id],
  ["type", (b) => b.entry.type],
  ["currency", (b) => b.entry.currency],
  ["amount", (b) => b.entry.amountMinor],
  ["interchange", (b) => b.entry.fees.interchange],
  ["scheme_fee", (b) => b.entry.fees.schemeFee],
  ["markup", (b) => b.entry.fees.markup],
  ["commission", (b) => b.entry.fees.commission],
  ["dispute_fee", (b) => b.entry.disputeFee],
  ["region", (b) => b.entry.pricing?.region],
  ["card_product", (b) => b.entry.pricing?.cardProduct],
  ["consumer_or_commercial", (b) => b.entry.pricing?.consumerOrCommercial],
  ["interchange_rate_bp", (b) => b.entry.pricing?.rateBp],
  ["interchange_fixed", (b) => b.entry.pricing?.fixed],
  ["source_id", (b) => b.entry.sourceId],
  ["payment_id", (b) => b.entry.paymentId],
  ["available_on", (b) => cutOffAfter(b.entry.bookedAt)],
  ["settlement_id", (b) => b.settlementId],
  ["created_at", (b) => b.entry.bookedAt],
];

const SETTLEMENTS: Shape<SettlementRow> = [
  ["id", (s) => s.id],
  ["status", (s) => s.status],
  ["currency", (s) => s.currency],
  ["gross", (s) => s.gross],
  ["interchange", (s) => s.interchange],
  ["scheme_fee", (s) => s.schemeFee],
  ["markup", (s) => s.markup],
  ["commission", (s) => s.commission],
  ["refunds", (s) => s.refunds],
  ["chargebacks", (s) => s.chargebacks],
  ["adjustments", (s) => s.adjustments],
  ["net", (s) => s.net],
  ["transaction_count", (s) => s.transactionCount],
  ["period_start", (s) => s.periodStart],
  ["period_end", (s) => s.periodEnd],
  ["arrival_date", (s) => s.arrivalDate],
  ["bank_account_last4", (s) => s.bankAccountLast4],
  ["rail_check_at", (s) => s.railCheckAt],
  ["created_at", (s) => s.createdAt],
  ["updated_at", (s) => s.updatedAt],
];

type TransferRow = ReturnType<typeof transferRows>[number] & { id: Id<"ltr"> };

const TRANSFERS: Shape<TransferRow> = [
  ["id", (t) => t.id],
  ["kind", (t) => t.kind],
  ["debit", (t) => t.debit],
  ["credit", (t) => t.credit],
  ["amount", (t) => t.amount],
  ["currency", (t) => t.currency],
  ["source_id", (t) => t.sourceId],
  ["created_at", (t) => t.createdAt],
];

/** Everything that is written of one day: its payments, what earlier ones lead to, what it cost, its
 *  settlements, and the same in the ledger unless that is left out. */
export function dayRows(
  random: Random,
  owner: Owner,
  day: { dayMs: number; payments: readonly VolumePayment[]; followers: Followers },
  { withLedger }: { withLedger: boolean },
): { money: Copy[]; books: Copy[] } {
  const refunds = day.followers.refunds.map((one) => ({ ...one, id: random.id("re", one.atMs) }));
  const bookings = bookingsOf(random, owner, day, refunds);
  const settlements = settleDay(random, bookings, day.dayMs, owner.nowMs);
  const settled = new Map(settlements.map(({ currency, id }) => [currency, id]));
  const transfers = withLedger
    ? [...bookings.flatMap(transferRows), ...settlements.flatMap(settlementTransfers)]
    : [];
  const copyOf = <Row>(table: string, shape: Shape<Row>, rows: readonly Row[]): Copy => ({
    table,
    columns: ["account_id", "mode", ...shape.map(([column]) => column)],
    lines: copyLines(rows, (row) => [
      owner.accountId,
      "test",
      ...shape.map(([, value]) => value(row, settled)),
    ]),
  });
  const numbered = transfers.map((transfer) => {
    const id = random.id("ltr", transfer.createdAt.getTime());
    return Object.assign(transfer, { id }) as TransferRow;
  });
  return {
    money: [
      copyOf("payments", PAYMENTS, day.payments),
      copyOf("payment_outcomes", OUTCOMES, day.payments),
      copyOf("refunds", REFUNDS, refunds),
    ],
    books: [
      copyOf("balance_transactions", ENTRIES, bookings),
      copyOf("settlements", SETTLEMENTS, settlements),
      copyOf("ledger_transfers", TRANSFERS, numbered),
    ],
  };
}

function bookingsOf(
  random: Random,
  owner: Owner,
  day: { payments: readonly VolumePayment[]; followers: Followers },
  refunds: readonly RefundRow[],
): Booking[] {
  const { merchantCountry } = owner;
  const entries = [
    ...day.payments
      .filter(({ outcome }) => outcome === "approved")
      .map((payment) => chargeEntry({ ...payment, merchantCountry })),
    ...refunds.map((refund) => refundEntry({ ...refund, currency: refund.payment.currency })),
    ...day.followers.disputes.map((dispute) => {
      const id = dispute.payment.id.replace("pay_", "dp_");
      return disputeEntry({ ...dispute, id, currency: dispute.payment.currency });
    }),
  ];
  return entries.map((entry) => ({
    id: random.id("txn", entry.bookedAt.getTime()),
    entry,
    settlementId: null,
  }));
}

/** What a day booked is settled at its end, if that is past; a day that does not pay out is left to the
 *  service itself. */
function settleDay(random: Random, bookings: Booking[], dayMs: number, nowMs: number) {
  const cutOff = at(dayMs + DAY_MS);
  if (cutOff.getTime() > nowMs) return [];
  const made: SettlementRow[] = [];
  for (const [currency, own] of Map.groupBy(bookings, ({ entry }) => entry.currency)) {
    const id = random.id("stl", cutOff.getTime());
    const settlement = settleBookings(own, { id, currency, periodStart: null, cutOff, nowMs });
    if (settlement) made.push(settlement);
  }
  return made;
}
