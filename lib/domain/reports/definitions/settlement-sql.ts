import { type Columns, day, utc } from "./column.ts";

/** The source id, for rows of the given types. */
const sourceOf = (...types: string[]) =>
  `case when b.type in (${types.map((type) => `'${type}'`).join(", ")}) then b.source_id end`;

const DISPUTE_REASON = `case when b.type in ('dispute', 'dispute_reversal') then (
  select d.reason from disputes d where d.account_id = :account and d.id = b.source_id) end`;

/**
 * Settlement: every balance transaction of a settlement (decisions §6). `b` is the balance transaction, `s` its
 * settlement, `p` its payment.
 */
export const SETTLEMENT: Columns = {
  settlement_id: { kind: "code", sql: "b.settlement_id", groups: true },
  settlement_effective_at: { kind: "code", sql: day("s.arrival_date"), groups: true },
  balance_transaction_id: { kind: "code", sql: "b.id" },
  created_utc: { kind: "code", sql: utc("b.created_at") },
  created: { kind: "code", sql: utc("b.created_at") },
  available_on: { kind: "code", sql: utc("b.available_on") },
  currency: { kind: "code", sql: "b.currency", groups: true },
  gross: { kind: "minor", sql: "b.amount", sum: "sum(b.amount)" },
  fee: { kind: "minor", sql: "b.fee", sum: "sum(b.fee)" },
  net: { kind: "minor", sql: "b.net", sum: "sum(b.net)" },
  reporting_category: { kind: "code", sql: "b.type", groups: true },
  source_id: { kind: "code", sql: "b.source_id" },
  description: { kind: "text", sql: "p.description" },
  customer_id: { kind: "code", sql: "p.customer_id", groups: true },
  payment_id: { kind: "code", sql: "b.payment_id" },
  refund_id: { kind: "code", sql: sourceOf("refund", "refund_failure") },
  dispute_id: { kind: "code", sql: sourceOf("dispute", "dispute_reversal") },
  invoice_id: { kind: "code", sql: "p.invoice_id" },
  subscription_id: { kind: "code", sql: "p.subscription_id", groups: true },
  payment_method_type: { kind: "code", sql: "p.method", groups: true },
  card_brand: { kind: "text", sql: "p.card_brand", groups: true },
  card_funding: { kind: "text", sql: "p.card_funding", groups: true },
  card_country: { kind: "text", sql: "p.card_country", groups: true },
  statement_descriptor: { kind: "text", sql: "p.statement_descriptor" },
  dispute_reason: { kind: "code", sql: DISPUTE_REASON, groups: true },
  settlement_status: { kind: "code", sql: "s.status", groups: true },
  paid_at: { kind: "code", sql: utc("s.paid_at"), groups: true },
  bank_reference: { kind: "text", sql: "s.bank_reference", groups: true },
  interchange: { kind: "minor", sql: "b.interchange", sum: "sum(b.interchange)" },
  scheme_fee: { kind: "minor", sql: "b.scheme_fee", sum: "sum(b.scheme_fee)" },
  markup: { kind: "minor", sql: "b.markup", sum: "sum(b.markup)" },
};
