import type { NewTransfer } from "#lib/domain/ledger/index.ts";

/** What the entries of a settlement move outside our books. */
export type RailSums = {
  /** What the rails owe for them; less than zero if more went back than came. */
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
