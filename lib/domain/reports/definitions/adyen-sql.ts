import { type Columns, majorUnits } from "./column.ts";

const major = (minor: string) => majorUnits(minor, "b.currency");

/** Debits and credits have separate columns; one of them is empty. */
const debit = (minor: string) => `case when ${minor} < 0 then ${major(`(-${minor})`)} end`;
const credit = (minor: string) => `case when ${minor} >= 0 then ${major(minor)} end`;

/** A zone abbreviation without letters (`+03`) would be read as a number. */
const ZONE = `case when to_char(b.created_at, 'TZ') ~ '^[A-Z]' then to_char(b.created_at, 'TZ')
  else 'GMT' || to_char(b.created_at, 'TZH:TZM') end`;

/**
 * The settlement report with the column names of Adyen's settlement details report, for tools that read it. Amounts are
 * decimal. The layout has no column for dispute fees; they are included in the commission, so that gross minus the
 * four costs is net.
 */
export const ADYEN: Columns = {
  "Company Account": {
    kind: "text",
    sql: "(select a.name from accounts a where a.id = :account)",
  },
  "Merchant Account": { kind: "code", sql: "b.account_id" },
  "Psp Reference": { kind: "code", sql: "coalesce(b.payment_id, b.source_id)" },
  "Merchant Reference": { kind: "text", sql: "p.description" },
  "Payment Method": {
    kind: "text",
    sql: "coalesce(case p.card_brand when 'mastercard' then 'mc' else p.card_brand end, p.method)",
  },
  "Creation Date": { kind: "code", sql: "to_char(b.created_at, 'YYYY-MM-DD HH24:MI:SS')" },
  TimeZone: { kind: "code", sql: ZONE },
  Type: {
    kind: "code",
    sql: `case b.type when 'charge' then 'Settled' when 'refund' then 'Refunded'
  when 'refund_failure' then 'RefundedReversed' when 'dispute' then 'Chargeback'
  when 'payment_failure' then 'Chargeback'
  when 'dispute_reversal' then 'ChargebackReversed'
  when 'settlement_failure' then 'MerchantPayoutReversed' else 'DepositCorrection' end`,
  },
  "Modification Reference": { kind: "code", sql: "b.source_id" },
  "Gross Currency": { kind: "code", sql: "b.currency" },
  "Gross Debit (GC)": { kind: "decimal", sql: debit("b.amount") },
  "Gross Credit (GC)": { kind: "decimal", sql: credit("b.amount") },
  "Exchange Rate": { kind: "integer", sql: "1" },
  "Net Currency": { kind: "code", sql: "b.currency" },
  "Net Debit (NC)": { kind: "decimal", sql: debit("b.net") },
  "Net Credit (NC)": { kind: "decimal", sql: credit("b.net") },
  "Commission (NC)": { kind: "decimal", sql: major("(b.commission + b.dispute_fee)") },
  "Markup (NC)": { kind: "decimal", sql: major("b.markup") },
  "Scheme Fees (NC)": { kind: "decimal", sql: major("b.scheme_fee") },
  "Interchange (NC)": { kind: "decimal", sql: major("b.interchange") },
  "Batch Number": { kind: "code", sql: "b.settlement_id" },
};
