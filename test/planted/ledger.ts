import { AT, type Plant, sets } from "./plant.ts";

const transfer = (kind: string, ...does: string[]): Plant => ({
  of: `select id from ledger_transfers where account_id = $1 and kind = '${kind}' order by id limit 1`,
  does,
});
const more = (kind: string) =>
  transfer(kind, `update ledger_transfers set amount = amount + 1 where ${AT}`);
const namingEntry = (plant: Plant, type: string): Plant => ({
  ...plant,
  of: `select t.id, b.id as named from (${plant.of}) t join ledger_transfers l on l.account_id = $1 and l.id = t.id
         join balance_transactions b on b.account_id = $1 and b.source_id = l.source_id and b.type = '${type}'`,
});
const namingSource = (plant: Plant): Plant => ({
  ...plant,
  of: `select t.id, l.source_id as named from (${plant.of}) t join ledger_transfers l on l.account_id = $1 and l.id = t.id`,
});
const gone = (kind: string) => transfer(kind, `delete from ledger_transfers where ${AT}`);
const again = (kind: string) =>
  transfer(
    kind,
    `insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency, source_id, created_at)
     select account_id, overlay(id placing 'zzzz' from 25), mode, kind, debit, credit, amount, currency, source_id, created_at
       from ledger_transfers where ${AT}`,
  );
const twin = (plant: Plant): Plant => ({
  ...plant,
  of: `select id, overlay(id placing 'zzzz' from 25) as named from (${plant.of}) t`,
});

export const LEDGER: Record<string, Plant> = {
  ...Object.fromEntries(
    [
      ...[
        "capture",
        "interchange",
        "scheme_fee",
        "markup",
        "commission",
        "refund",
        "refund_reversal",
      ],
      ...["dispute", "dispute_fee", "dispute_reversal", "payment_failure", "settlement_paid"],
      ...[
        "settlement",
        "settlement_failure",
        "payout",
        "payout_settled",
        "payout_returned",
        "payout_released",
      ],
    ].map((kind) => [`a changed amount of a ${kind}`, more(kind)]),
  ),
  ...Object.fromEntries(
    ["acquirer_receipt", "interchange_paid", "scheme_fee_paid"].flatMap((kind) => [
      [`a changed amount of a ${kind}`, namingSource(more(kind))],
      [`a deleted ${kind}`, namingSource(gone(kind))],
    ]),
  ),
  "a doubled receipt of the acquirer": namingSource(again("acquirer_receipt")),
  "a changed amount of a topup": { ...more("topup"), names: "payout_balance EUR" },
  "a deleted capture": namingEntry(gone("capture"), "charge"),
  "a deleted markup": namingEntry(gone("markup"), "charge"),
  "a deleted dispute fee": namingEntry(gone("dispute_fee"), "dispute"),
  "a deleted arrival of a settlement": namingSource(gone("settlement_paid")),
  "a deleted sweep of a settlement": namingSource(gone("settlement")),
  "a deleted payout": namingSource(gone("payout")),
  "a deleted topup": { ...gone("topup"), names: "payout_balance EUR" },
  "a doubled capture": twin(again("capture")),
  "a doubled interchange": twin(again("interchange")),
  "a doubled sweep of a settlement": namingSource(again("settlement")),
  "a doubled arrival of a settlement": namingSource(again("settlement_paid")),
  "a doubled payout": namingSource(again("payout")),
  "a markup booked to the account of schemes": transfer(
    "markup",
    sets("ledger_transfers", "kind = 'scheme_fee', credit = 'scheme_fees'"),
  ),
  "a capture with the wrong sign": transfer(
    "capture",
    sets("ledger_transfers", "kind = 'refund', debit = credit, credit = debit"),
  ),
  "a transfer in the wrong currency": transfer(
    "capture",
    sets("ledger_transfers", "currency = 'USD'"),
  ),
  "a payout's transfer in the wrong currency": transfer(
    "payout_settled",
    sets("ledger_transfers", "currency = 'USD'"),
  ),
  "a transfer moved to the other mode": transfer(
    "capture",
    sets("ledger_transfers", "mode = 'live'"),
  ),
  "a transfer moved to another merchant": namingEntry(
    transfer(
      "capture",
      "update ledger_transfers set account_id = $3 where account_id = $1 and id = $2",
    ),
    "charge",
  ),
  "a transfer moved to another day": transfer(
    "capture",
    sets("ledger_transfers", "created_at = created_at - interval '1 day'"),
  ),
  "a transfer of nothing": transfer(
    "capture",
    sets("ledger_transfers", "source_id = 'pay_00000000000000000000000000'"),
  ),
  "a day's sum of a ledger account": {
    of: `select account || ' ' || currency || ' ' || day as id from ledger_days where account_id = $1 limit 1`,
    does: [
      "update ledger_days set debits = debits + 1 where account_id = $1 and account || ' ' || currency || ' ' || day = $2",
    ],
  },
  "a block's sum of a kind of transfer": {
    of: "select number::text as id from ledger_sums where account_id = $1 order by number limit 1",
    does: [
      "update ledger_sums set amounts[1] = amounts[1] + 1 where account_id = $1 and number = $2::int",
    ],
    names: "EUR",
  },
  "a settlement's transfer of nothing": transfer(
    "settlement",
    sets("ledger_transfers", "source_id = 'stl_00000000000000000000000000'"),
  ),
};
