import { AT, entry, type Plant, row, sets, settledCharge } from "./plant.ts";

export const ENTRIES: Record<string, Plant> = {
  "a changed charge": entry("charge", sets("balance_transactions", "amount = amount + 1")),
  "a changed refund": entry("refund", sets("balance_transactions", "amount = amount - 1")),
  "a changed interchange": row(
    "balance_transactions",
    "interchange > 0",
    sets("balance_transactions", "interchange = interchange + 1"),
  ),
  "a changed dispute fee": entry(
    "dispute",
    sets("balance_transactions", "dispute_fee = dispute_fee - 1"),
  ),
  "a fee moved from the scheme to the issuer": row(
    "balance_transactions",
    "scheme_fee > 0",
    sets("balance_transactions", "interchange = interchange + 1, scheme_fee = scheme_fee - 1"),
  ),
  "a deleted charge": {
    of: "select id, source_id as named from balance_transactions where account_id = $1 and type = 'charge' limit 1",
    does: [`delete from balance_transactions where ${AT}`],
  },
  "a deleted refund": {
    of: "select id, source_id as named from balance_transactions where account_id = $1 and type = 'refund' limit 1",
    does: [`delete from balance_transactions where ${AT}`],
  },
  "a deleted late failure": {
    of: "select id, source_id as named from balance_transactions where account_id = $1 and type = 'payment_failure' limit 1",
    does: [`delete from balance_transactions where ${AT}`],
  },
  "a charge of nothing": entry(
    "charge",
    sets("balance_transactions", "source_id = 'pay_00000000000000000000000000'"),
  ),
  "a charge in the wrong currency": entry(
    "charge",
    sets("balance_transactions", "currency = 'USD'"),
  ),
  "a charge moved to the other mode": {
    of: "select id, source_id as named from balance_transactions where account_id = $1 and type = 'charge' limit 1",
    does: [sets("balance_transactions", "mode = 'live'")],
  },
  "a charge moved to another merchant": {
    of: "select id, source_id as named from balance_transactions where account_id = $1 and type = 'charge' limit 1",
    does: ["update balance_transactions set account_id = $3 where account_id = $1 and id = $2"],
  },
  "a charge of another day": entry(
    "charge",
    sets("balance_transactions", "created_at = created_at - interval '2 hours'"),
  ),
  "a charge that is available later": entry(
    "charge",
    sets("balance_transactions", "available_on = available_on + interval '1 day'"),
  ),
  "a refund with the sign of a charge": entry(
    "refund",
    sets("balance_transactions", "amount = -amount"),
  ),
  "a charge taken out of its settlement": {
    of: `select id, settlement_id as named from balance_transactions where account_id = $1 and ${settledCharge} limit 1`,
    does: [sets("balance_transactions", "settlement_id = null")],
  },
  "a charge moved to a settlement that does not exist": row(
    "balance_transactions",
    settledCharge,
    sets("balance_transactions", "settlement_id = 'stl_00000000000000000000000000'"),
  ),
  ...Object.fromEntries(
    ["charge", "refund", "dispute", "payment_failure"].map((type) => [
      `a ${type} without its payment`,
      entry(type, sets("balance_transactions", "payment_id = null")),
    ]),
  ),
};

export const OBJECTS: Record<string, Plant> = {
  "a payment's captured amount": row(
    "payments",
    "amount_captured > 0 and amount_refunded = 0",
    sets("payments", "amount_captured = amount_captured - 1"),
  ),
  "the amount of a payment that was captured automatically": row(
    "payments",
    "capture = 'automatic' and amount_captured > 0",
    sets("payments", "amount = amount * 10"),
  ),
  "a payment's issuer": row(
    "payments",
    "card_issuer is not null and status = 'failed'",
    sets("payments", "card_issuer = 'Another Bank'"),
  ),
  "the issuer of a payment's card": {
    of: `select p.payment_method_id as id, p.id as named from payments p
          where p.account_id = $1 and p.card_issuer is not null order by p.id limit 1`,
    does: [sets("payment_methods", "card_issuer = 'Another Bank'")],
  },
  "a payment's refunded amount": row(
    "payments",
    "amount_captured > 0",
    sets("payments", "amount_refunded = amount_refunded + 1"),
  ),
  "a payment's settlement": {
    of: `select p.id, b.id as named from payments p join balance_transactions b on b.account_id = $1 and b.source_id = p.id
          where p.account_id = $1 and p.settlement_id is not null limit 1`,
    does: [sets("payments", "settlement_id = null")],
  },
  "a payment that was disputed": {
    of: "select payment_id as id, id as named from disputes where account_id = $1 limit 1",
    does: [sets("payments", "disputed = false")],
  },
  "a payment marked as disputed": row(
    "payments",
    "not disputed and amount_captured > 0 and amount_refunded = 0",
    sets("payments", "disputed = true"),
  ),
  "a late failure shown as success": {
    of: `select p.id, b.id as named from payments p join balance_transactions b on b.account_id = $1 and b.source_id = p.id
            and b.type = 'payment_failure' where p.account_id = $1 limit 1`,
    does: [sets("payments", "status = 'succeeded'")],
  },
  "a decline shown as success": row(
    "payments",
    "status = 'failed' and amount_captured = 0",
    sets("payments", "status = 'succeeded'"),
  ),
  "a payment of another amount": {
    ...row(
      "payments",
      "status = 'failed' and amount_captured = 0",
      sets("payments", "amount = amount + 500"),
    ),
    names: "all= EUR grain 0",
  },
  "a refund's amount": row("refunds", "status = 'settled'", sets("refunds", "amount = amount + 1")),
  "a refund's status": row("refunds", "status = 'settled'", sets("refunds", "status = 'canceled'")),
  "a failed refund shown as settled": row(
    "refunds",
    "status = 'failed'",
    sets("refunds", "status = 'settled'"),
  ),
  "a dispute's amount": row("disputes", "true", sets("disputes", "amount = amount - 1")),
  "a dispute's fee": {
    of: `select d.id, b.id as named from disputes d join balance_transactions b on b.account_id = $1 and b.source_id = d.id
            and b.type = 'dispute' where d.account_id = $1 limit 1`,
    does: [sets("disputes", "fee = fee + 1")],
  },
  "a won dispute shown as lost": row(
    "disputes",
    "status = 'won'",
    sets("disputes", "status = 'lost'"),
  ),
  "a lost dispute shown as won": row(
    "disputes",
    "status <> 'won'",
    sets("disputes", "status = 'won'"),
  ),
};
