import type { Plant } from "./plant.ts";

/** The last charge that is not settled, with its capture. */
const LAST = `select p.id, t.id as named from payments p join ledger_transfers t
    on t.account_id = p.account_id and t.source_id = p.id and t.kind = 'capture'
   where p.account_id = $1 and p.settlement_id is null and p.card_brand = 'amex' order by p.id desc limit 1`;

const RAISED = 100;
const block = (named: string, ...does: string[]): Plant => ({
  of: "select number::text as id from ledger_blocks where account_id = $1 order by number limit 1",
  does,
  names: named,
  onlySeal: true,
});

/** Corruptions that only the chain of blocks shows. */
export const SEALED: Record<string, Plant> = {
  "a charge raised everywhere: payment, balance, ledger, its sums and every figure": {
    of: LAST,
    onlySeal: true,
    rebuilds: true,
    does: [
      `update payments set amount = amount + ${RAISED}, amount_captured = amount_captured + ${RAISED} where account_id = $1 and id = $2`,
      `update balance_transactions set amount = amount + ${RAISED} where account_id = $1 and source_id = $2 and type = 'charge'`,
      `update ledger_transfers set amount = amount + ${RAISED} where account_id = $1 and source_id = $2 and kind = 'capture'`,
      `update ledger_days d set debits = debits + case when account = 'rail_clearing' then ${RAISED} else 0 end,
              credits = credits + case when account = 'merchant_balance' then ${RAISED} else 0 end
         from ledger_transfers t
        where t.account_id = $1 and t.source_id = $2 and t.kind = 'capture' and d.account_id = $1 and d.mode = t.mode
          and d.currency = t.currency and d.day = (t.created_at at time zone 'UTC')::date
          and d.account in ('rail_clearing', 'merchant_balance')`,
      `update ledger_sums s set amounts = (
          select array_agg(k.amount + case when k.kind = 'capture' and k.currency = t.currency then ${RAISED} else 0 end order by k.place)
            from unnest(s.kinds, s.currencies, s.amounts) with ordinality k(kind, currency, amount, place))
         from ledger_transfers t join ledger_blocks b on b.account_id = t.account_id and b.mode = t.mode and t.id = any (b.ids)
        where t.account_id = $1 and t.source_id = $2 and t.kind = 'capture' and s.account_id = $1 and s.mode = t.mode
          and s.number = b.number and s.day = (t.created_at at time zone 'UTC')::date`,
    ],
  },
  "a deleted block": {
    of: "select number::text as id, ids[1] as named from ledger_blocks where account_id = $1 order by number limit 1",
    does: ["delete from ledger_blocks where account_id = $1 and number = $2::int"],
  },
  "a block of another time": block(
    "block 1",
    "update ledger_blocks set created_at = created_at - interval '1 ms' where account_id = $1 and number = $2::int",
  ),
  "a block with another hash of a transfer": {
    of: "select number::text as id, ids[1] as named from ledger_blocks where account_id = $1 order by number limit 1",
    does: [
      "update ledger_blocks set hashes = set_byte(hashes, 0, (get_byte(hashes, 0) + 1) % 256) where account_id = $1 and number = $2::int",
    ],
    onlySeal: true,
  },
};
