import { dateFromMs } from "#lib/kernel/clock.ts";
import { entryRow, settlementRow } from "./entry-rows.ts";
import type { Merchant } from "./merchant.ts";
import { customerRow, paymentRow, refundRow } from "./money-rows.ts";

/** The cost of a charge with a domestic consumer card. */
export const CHARGE = {
  interchange: 6n,
  schemeFee: 2n,
  markup: 12n,
  region: "domestic",
  cardProduct: "classic",
  consumerOrCommercial: "consumer",
  interchangeRateBp: 30,
  interchangeFixed: 0n,
} as const;

/** A charge of 19.99 with a refund of 5.00, in one batch that arrived on 14 April. */
export async function oneBatch(merchant: Merchant) {
  const customerId = await customerRow(merchant);
  const createdAt = dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7));
  const payment = await paymentRow(merchant, {
    createdAt,
    amount: 1_999n,
    customerId,
    description: "Order 6735",
    statementDescriptor: "LINDQVIST",
    cardCountry: "DE",
    cardFunding: "credit",
  });
  const refund = await refundRow(merchant, payment, { createdAt });
  const entries = [
    await entryRow(merchant, { ...CHARGE, amount: 1_999n, paymentId: payment, createdAt }),
    await entryRow(merchant, {
      type: "refund",
      amount: -500n,
      sourceId: refund,
      paymentId: payment,
      createdAt: dateFromMs(createdAt.getTime() + 1_000),
    }),
  ];
  const settlement = await settlementRow(merchant, entries, { arrivalDate: "2026-04-14" });
  return { customerId, payment, refund, entries, settlement };
}
