import { AT, type Plant, row, sets } from "./plant.ts";

export const FUNDS: Record<string, Plant> = {
  ...Object.fromEntries(
    ["gross", "adjustments"].map((part) => [
      `a settlement's ${part} and net`,
      row("settlements", "true", sets("settlements", `${part} = ${part} + 1, net = net + 1`)),
    ]),
  ),
  ...Object.fromEntries(
    ["interchange", "scheme_fee", "markup", "commission", "refunds", "chargebacks"].map((part) => [
      `a settlement's ${part}`,
      row(
        "settlements",
        "true",
        sets("settlements", `${part} = ${part} + 1, adjustments = adjustments + 1`),
      ),
    ]),
  ),
  "a settlement's dispute fees": row(
    "settlements",
    "dispute_fees > 0",
    sets("settlements", "dispute_fees = dispute_fees - 1"),
  ),
  "a settlement's moment of arrival": row(
    "settlements",
    "status = 'paid'",
    sets("settlements", "paid_at = paid_at + interval '1 hour'"),
  ),
  "the day on which a paid settlement arrived": row(
    "settlements",
    "status = 'paid'",
    sets("settlements", "arrival_date = arrival_date + 5"),
  ),
  "the day on which a settlement is expected": row(
    "settlements",
    "status = 'scheduled'",
    sets("settlements", "arrival_date = arrival_date + 1"),
  ),
  "a settlement's bank reference": row(
    "settlements",
    "status = 'paid'",
    sets("settlements", "bank_reference = 'PDFORGED'"),
  ),
  "a settlement without its bank reference": row(
    "settlements",
    "status = 'paid'",
    sets("settlements", "bank_reference = null"),
  ),
  "a settlement's number of rows": row(
    "settlements",
    "true",
    sets("settlements", "transaction_count = transaction_count + 1"),
  ),
  "a paid settlement shown as scheduled": row(
    "settlements",
    "status = 'paid'",
    sets("settlements", "status = 'scheduled', paid_at = null"),
  ),
  "a failed settlement shown as paid": row(
    "settlements",
    "status = 'failed'",
    sets("settlements", "status = 'paid', paid_at = period_end + interval '2 days'"),
  ),
  "a scheduled settlement shown as paid": row(
    "settlements",
    "status = 'scheduled'",
    sets("settlements", "status = 'paid', paid_at = period_end + interval '2 days'"),
  ),
  "a settlement in the wrong currency": row(
    "settlements",
    "status = 'paid'",
    sets("settlements", "currency = 'USD'"),
  ),
  "a settlement that arrives before its cut-off": row(
    "settlements",
    "true",
    sets("settlements", "arrival_date = arrival_date - 10"),
  ),
  "a deleted settlement": {
    of: `select s.id, t.id as named from settlements s join ledger_transfers t on t.account_id = $1 and t.source_id = s.id
          where s.account_id = $1 limit 1`,
    does: [`delete from settlements where ${AT}`],
  },
  "a payout's amount": row("payouts", "status = 'settled'", sets("payouts", "amount = amount + 1")),
  "a payout's status": row("payouts", "status = 'settled'", sets("payouts", "status = 'failed'")),
  "a returned payout shown as settled": row(
    "payouts",
    "status = 'returned'",
    sets("payouts", "status = 'settled'"),
  ),
  "a deleted payout's row": {
    of: `select p.id, t.id as named from payouts p join ledger_transfers t on t.account_id = $1 and t.source_id = p.id
          where p.account_id = $1 limit 1`,
    does: [`delete from payouts where ${AT}`],
  },
  "a payout balance": {
    of: "select currency as id from payout_balances where account_id = $1",
    does: [
      "update payout_balances set amount = amount + 1 where account_id = $1 and currency = $2",
    ],
    names: "payout_balance EUR",
  },
  "a batch's counts": row(
    "payout_batches",
    "settled > 0",
    sets("payout_batches", "settled = settled - 1, failed = failed + 1"),
  ),
};
