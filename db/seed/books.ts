import {
  cutOffAfter,
  type NewEntry,
  transfersOfEntry,
  WITHOUT_FEES,
} from "#lib/domain/balance/index.ts";
import { feesOf, type Priced } from "#lib/domain/fees/index.ts";
import { TRANSFER_KINDS } from "#lib/domain/ledger/index.ts";
import { arrivalOf, receiptsOf, sandboxReference } from "#lib/domain/settlements/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { schema } from "../client.ts";

/** The bookings of the history's payments, refunds and disputes, as the service would have written them: plain rows,
 * no database. */

export type Booking = { id: Id<"txn">; entry: NewEntry; settlementId: Id<"stl"> | null };
export type SettlementRow = Omit<
  (typeof schema.settlements)["$inferInsert"],
  "accountId" | "mode"
> & { id: Id<"stl">; net: bigint; periodEnd: Date };

type Moved = { atMs: number; amount: bigint; currency: string };

/** A capture with its costs. */
export function chargeEntry(
  payment: Moved & Pick<Priced, "method" | "card" | "merchantCountry"> & { id: Id<"pay"> },
): NewEntry {
  const { id, method, card, merchantCountry, amount: amountMinor, currency } = payment;
  const priced = feesOf({ method, card, merchantCountry, amountMinor, currency });
  const { pricing, ...fees } = priced;
  return {
    ...movement(payment, "charge", amountMinor),
    fees,
    pricing,
    sourceId: id,
    paymentId: id,
  };
}

export function refundEntry(
  refund: Moved & { id: Id<"re">; payment: { id: Id<"pay"> } },
): NewEntry {
  const { id, amount, payment } = refund;
  return { ...movement(refund, "refund", -amount), sourceId: id, paymentId: payment.id };
}

function movement({ atMs, currency }: Moved, type: NewEntry["type"], amountMinor: bigint) {
  const bookedAt = dateFromMs(atMs);
  return { type, amountMinor, currency, ...WITHOUT_FEES, bookedAt };
}

/** The entry's row. */
export function entryRow({ id, entry, settlementId }: Booking) {
  const { type, currency, fees, disputeFee, pricing, sourceId, paymentId, bookedAt } = entry;
  return {
    id,
    type,
    currency,
    amount: entry.amountMinor,
    ...fees,
    disputeFee,
    region: pricing?.region ?? null,
    cardProduct: pricing?.cardProduct ?? null,
    consumerOrCommercial: pricing?.consumerOrCommercial ?? null,
    interchangeRateBp: pricing?.rateBp ?? null,
    interchangeFixed: pricing?.fixed ?? null,
    sourceId,
    paymentId,
    availableOn: cutOffAfter(bookedAt),
    settlementId,
    createdAt: bookedAt,
  };
}

/** The entry's transfers, without ids. */
export function transferRows({ entry }: Pick<Booking, "entry">) {
  return transfersOfEntry(entry).map(({ kind, amountMinor, currency, sourceId }) => ({
    kind,
    ...TRANSFER_KINDS[kind],
    amount: amountMinor,
    currency,
    sourceId,
    createdAt: entry.bookedAt,
  }));
}

/** The transfers of a settlement itself: swept at its cut-off and, once arrived, paid in. */
export function settlementTransfers(settlement: SettlementRow) {
  const { id, net, currency, periodEnd, status } = settlement;
  const common = { amount: net, currency, sourceId: id };
  const swept = {
    ...common,
    ...{ kind: "settlement", ...TRANSFER_KINDS.settlement, createdAt: periodEnd },
  };
  if (status !== "paid") return [swept];
  const createdAt = arrivalOf(periodEnd);
  const { gross, refunds, chargebacks, disputeFees = 0n, adjustments } = settlement;
  const railMinor = gross - refunds - chargebacks + disputeFees + adjustments;
  const sums = {
    ...{ railMinor, interchangeMinor: settlement.interchange },
    schemeFeeMinor: settlement.schemeFee,
  };
  const received = receiptsOf(sums, { currency, sourceId: id }).map(({ amountMinor, ...row }) => ({
    ...row,
    ...TRANSFER_KINDS[row.kind],
    ...{ amount: amountMinor, createdAt },
  }));
  const paid = { kind: "settlement_paid", ...TRANSFER_KINDS.settlement_paid, createdAt };
  return [swept, ...received, { ...paid, ...common }];
}

/** Settles bookings of one currency at a cut-off: sets the settlement's id in each and returns its row. Null, with
 * nothing settled, if the sum is not above zero. */
export function settleBookings(
  bookings: readonly Booking[],
  args: { id: Id<"stl">; currency: string; periodStart: Date | null; cutOff: Date; nowMs: number },
): SettlementRow | null {
  const { id, currency, cutOff, nowMs } = args;
  const sums = {
    gross: 0n,
    interchange: 0n,
    schemeFee: 0n,
    markup: 0n,
    commission: 0n,
    refunds: 0n,
    chargebacks: 0n,
    disputeFees: 0n,
    adjustments: 0n,
    net: 0n,
  };
  for (const { entry } of bookings) addEntry(sums, entry);
  if (sums.net <= 0n) return null;
  for (const booking of bookings) booking.settlementId = id;
  const arrival = arrivalOf(cutOff);
  const isPaid = arrival.getTime() <= nowMs;
  return {
    ...sums,
    id,
    status: isPaid ? "paid" : "scheduled",
    currency,
    transactionCount: bookings.length,
    periodStart: args.periodStart ?? dateFromMs(cutOff.getTime() - DAY_MS),
    periodEnd: cutOff,
    arrivalDate: arrival.toISOString().slice(0, 10),
    paidAt: isPaid ? arrival : null,
    bankAccountLast4: "0000",
    bankReference: sandboxReference(id),
    railCheckAt: isPaid ? null : arrival,
    createdAt: cutOff,
    updatedAt: isPaid ? arrival : cutOff,
  };
}

type Sums = Record<
  | "gross"
  | "interchange"
  | "schemeFee"
  | "markup"
  | "commission"
  | "refunds"
  | "chargebacks"
  | "disputeFees"
  | "adjustments"
  | "net",
  bigint
>;

function addEntry(sums: Sums, { type, amountMinor, fees, disputeFee }: NewEntry): void {
  if (type === "charge") sums.gross += amountMinor;
  if (type === "refund") sums.refunds -= amountMinor;
  if (type === "dispute") sums.chargebacks += disputeFee - amountMinor;
  sums.disputeFees += disputeFee;
  if (type === "dispute_reversal") sums.adjustments += amountMinor;
  sums.net += amountMinor - disputeFee;
  for (const part of ["interchange", "schemeFee", "markup", "commission"] as const) {
    sums[part] += fees[part];
    sums.net -= fees[part];
  }
}
