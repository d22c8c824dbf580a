import { decimal } from "./decimal.ts";
import type { Row } from "./question.ts";

/** Types of movements in Adyen's settlement details report. */
const TYPES: Readonly<Record<string, string>> = {
  charge: "Settled",
  refund: "Refunded",
  refund_failure: "RefundedReversed",
  dispute: "Chargeback",
  dispute_reversal: "ChargebackReversed",
  // A debit that the payer's bank takes back.
  payment_failure: "Chargeback",
  settlement_failure: "MerchantPayoutReversed",
};

const METHODS: Readonly<Record<string, string>> = { mastercard: "mc" };

/** A row of the settlement report in Adyen's columns. The commission has the dispute's fee, so that gross less the four
 *  costs is net. */
export function adyenRow(row: Row): Row {
  const currency = row.currency!;
  const method = row.card_brand ?? row.payment_method_type ?? "";
  const side = (minor: string, isDebit: boolean) =>
    minor.startsWith("-") === isDebit ? decimal(minor.replace("-", ""), currency) : "";
  const cost = (minor: bigint) => decimal(String(minor), currency);
  return {
    "Merchant Account": row["~account"]!,
    // A returned settlement has no payment.
    "Psp Reference": row.payment_id ?? row.source_id!,
    "Payment Method": METHODS[method] ?? method,
    "Creation Date": row["~created"]!,
    Type: TYPES[row.reporting_category!] ?? "",
    "Modification Reference": row.source_id!,
    "Gross Currency": currency,
    "Gross Debit (GC)": side(row.gross!, true),
    "Gross Credit (GC)": side(row.gross!, false),
    "Exchange Rate": "1",
    "Net Currency": currency,
    "Net Debit (NC)": side(row.net!, true),
    "Net Credit (NC)": side(row.net!, false),
    "Commission (NC)": cost(BigInt(row["~commission"]!) + BigInt(row["~dispute_fee"]!)),
    "Markup (NC)": cost(BigInt(row.markup!)),
    "Scheme Fees (NC)": cost(BigInt(row.scheme_fee!)),
    "Interchange (NC)": cost(BigInt(row.interchange!)),
    "Batch Number": row.settlement_id ?? "",
  };
}

/** A movement: what moved the money, and how. */
export const adyenKey = (row: Row) => `${row["Modification Reference"]} ${row.Type}`;
