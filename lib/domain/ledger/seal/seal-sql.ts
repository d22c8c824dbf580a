import { isCommitted } from "#lib/domain/seal/index.ts";
import { type Held, shardSql } from "#lib/kernel/shard-sql.ts";

/** The SHA-256 of everything in a transfer `t`, as text that no setting of the session changes. */
export const transferHash = (t: string) => `
  sha256(convert_to(concat_ws(chr(31), ${t}.account_id, ${t}.id, ${t}.mode, ${t}.kind, ${t}.debit, ${t}.credit, ${t}.amount,
    ${t}.currency, ${t}.source_id, to_char(${t}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')), 'UTF8'))`;

/** Stands for a transfer that is missing. */
export const MISSING_HASH = `'\\x${"00".repeat(32)}'::bytea`;

/** The next $1 rows of the queue that can be sealed, in the order of their transactions. */
export const DUE = `
  select u.account_id, u.mode, u.tx_id::text as tx_id, u.first_id, u.ids
    from ledger_unsealed u
   where ${isCommitted("u")}
   order by u.tx_id, u.first_id limit $1`;

export const SNAPSHOT = "select pg_current_snapshot()::text as snapshot";

/** `DUE` for Citus, by the coordinator's snapshot $2: transactions have its numbers. */
export const DUE_BY_SNAPSHOT = `
  select u.account_id, u.mode, u.tx_id::text as tx_id, u.first_id, u.ids
    from ledger_unsealed u
   where u.tx_id < pg_snapshot_xmin($2::pg_snapshot) or u.tx_id >= pg_snapshot_xmax($2::pg_snapshot)
   order by u.tx_id, u.first_id limit $1`;

const SENT =
  "unnest($1::text[], $2::text[], $3::text[]) with ordinality as sent(account_id, mode, id, place)";
const booked = (held: Held) => `${SENT}
    left join ledger_transfers t
      on t.account_id = sent.account_id${held.to("t")} and t.id = sent.id and t.mode = sent.mode`;

/** Ids and hashes of these transfers, per ledger in order. */
export const HASHED = shardSql(
  (held) => `
  select sent.account_id, sent.mode, array_agg(sent.id order by sent.place) as ids,
         string_agg(coalesce(${transferHash("t")}, ${MISSING_HASH}), ''::bytea order by sent.place) as hashes
    from ${booked(held)}
   group by sent.account_id, sent.mode`,
);

/** The last block of each of these ledgers. */
export const HEADS = shardSql(
  (held) => `
  select b.account_id, b.mode, b.number::int as number, b.hash
    from unnest($1::text[], $2::text[]) wanted (account_id, mode)
   cross join lateral (
     select * from ledger_blocks b
      where b.account_id = wanted.account_id${held.to("b")} and b.mode = wanted.mode order by number desc limit 1) b`,
);

/** Adds these transfers to the sums of their days. */
export const ADD_DAYS = shardSql(
  (held) => `
  insert into ledger_days as d (account_id, mode, account, currency, day, debits, credits)
  select t.account_id, t.mode, side.account, t.currency, (t.created_at at time zone 'UTC')::date,
         sum(side.debit), sum(side.credit)
    from ${booked(held)}
   cross join lateral (values (t.debit, t.amount, 0::bigint), (t.credit, 0::bigint, t.amount)) side(account, debit, credit)
   where t.id is not null
   group by 1, 2, 3, 4, 5
   order by 1, 2, 3, 4, 5
      on conflict (account_id, mode, account, currency, day) do update
     set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits`,
);

export const TAKE = shardSql(
  (held) => `
  delete from ledger_unsealed u
   using unnest($1::text[], $2::text[], $3::text[]) as taken(account_id, tx_id, first_id)
   where u.tx_id = taken.tx_id::xid8 and u.first_id = taken.first_id and u.account_id = taken.account_id${held.to("u")}`,
);

/** The next $4 blocks of a ledger after the number $3, with the hashes that their transfers have now. Finds each transfer by
 * its id: without statistics, a join would compare every id with every transfer. */
export const BLOCKS = `
  select b.number::int as number, b.entries, b.ids, b.hashes, b.hash, b.created_at as "sealedAt", now.hashes as "nowHashes"
    from (select * from ledger_blocks where account_id = $1 and mode = $2 and number > $3 order by number limit $4) b
   cross join lateral (
     select string_agg(coalesce(
         (select ${transferHash("t")} from ledger_transfers t
           where t.account_id = $1 and t.id = i.id and t.mode = $2),
         ${MISSING_HASH}), ''::bytea order by i.place) as hashes
       from unnest(b.ids) with ordinality as i(id, place)) now
   order by b.number`;

/** The block $3 of a ledger, or the last one for null. */
export const BLOCK = `
  select number::int as number, hash from ledger_blocks
   where account_id = $1 and mode = $2 and ($3::bigint is null or number = $3) order by number desc limit 1`;
