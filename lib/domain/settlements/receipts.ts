import type { NewTransfer } from "#lib/domain/ledger/index.ts";

/** Sums of a settlement's entries that the acquirer pays or passes on. */
export type RailSums = {
  /** The amount that the rails owe for them; negative if more was refunded than captured. */
  railMinor: bigint;
  interchangeMinor: bigint;
  schemeFeeMinor: bigint;
};

/**
 * The transfers of the day on which a settlement's money arrives: the acquirer pays what the rails owe for its entries,
 * and interchange and scheme fees are paid on. The rails clear, and the bank account keeps the acquirer's own fees.
 */
export function receiptsOf(
  { railMinor, interchangeMinor, schemeFeeMinor }: RailSums,
  { currency, sourceId }: Pick<NewTransfer, "currency" | "sourceId">,
): NewTransfer[] {
  const amounts = [
    ["acquirer_receipt", railMinor],
    ["acquirer_payment", -railMinor],
    ["interchange_paid", interchangeMinor],
    ["scheme_fee_paid", schemeFeeMinor],
  ] as const;
  return amounts
    .filter(([, amountMinor]) => amountMinor > 0n)
    .map(([kind, amountMinor]) => ({ kind, amountMinor, currency, sourceId }));
}
