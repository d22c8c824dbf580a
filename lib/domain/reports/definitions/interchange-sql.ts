import { type Columns, day } from "./column.ts";

/** A cost in basis points of an amount, to two decimals. */
const basisPoints = (cost: string, amount: string) =>
  `round(${cost} * 10000.0 / nullif(${amount}, 0), 2)`;

/**
 * Interchange++: the costs of every card charge and their basis (decisions §6). `b` is the charge, `p` its payment; the
 * acquirer's country is the account's.
 */
export const INTERCHANGE: Columns = {
  payment_id: { kind: "code", sql: "b.payment_id" },
  settlement_id: { kind: "code", sql: "b.settlement_id", groups: true },
  booking_date: { kind: "code", sql: day("b.created_at"), groups: true },
  type: { kind: "code", sql: "b.type", groups: true },
  scheme: { kind: "text", sql: "p.card_brand", groups: true },
  card_product: { kind: "text", sql: "b.card_product", groups: true },
  funding: { kind: "text", sql: "p.card_funding", groups: true },
  consumer_or_commercial: { kind: "code", sql: "b.consumer_or_commercial", groups: true },
  issuer_country: { kind: "text", sql: "p.card_country", groups: true },
  acquirer_country: {
    kind: "code",
    sql: "(select a.country from accounts a where a.id = :account)",
    groups: true,
  },
  region: { kind: "code", sql: "b.region", groups: true },
  amount: { kind: "minor", sql: "b.amount", sum: "sum(b.amount)" },
  currency: { kind: "code", sql: "b.currency", groups: true },
  interchange_rate_bp: { kind: "integer", sql: "b.interchange_rate_bp", groups: true },
  interchange_fixed: { kind: "minor", sql: "b.interchange_fixed" },
  interchange: { kind: "minor", sql: "b.interchange", sum: "sum(b.interchange)" },
  scheme_fee: { kind: "minor", sql: "b.scheme_fee", sum: "sum(b.scheme_fee)" },
  markup: { kind: "minor", sql: "b.markup", sum: "sum(b.markup)" },
  total_fee: { kind: "minor", sql: "b.fee", sum: "sum(b.fee)" },
  effective_bp: {
    kind: "decimal",
    sql: basisPoints("b.fee", "b.amount"),
    sum: basisPoints("sum(b.fee)", "sum(b.amount)"),
  },
};
