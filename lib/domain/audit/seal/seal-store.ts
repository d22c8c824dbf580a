import { runPrepared } from "#db/client.ts";
import { exclusively } from "#db/prepared.ts";
import { type Head as ChainHead, isCommitted } from "#lib/domain/seal/index.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import type { EntryTexts, PeopleTexts, Seal } from "./hashes.ts";

/** Key of the advisory lock that the sealing process holds. */
const SEALING_LOCK = 7_340_006;

/** An entry as text, independent of session settings. */
const ENTRY = `e.id, e.mode, e.action, e.subject_id, e.actor_type, e.actor_id, e.request_id,
  e.before::text as before, e.after::text as after,
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as created_at`;
const PEOPLE = "p.salt, p.subject_name, p.actor_name, p.address, p.client";

export type Due = EntryTexts & PeopleTexts & { account_id: string };
export type Head = ChainHead & { account_id: string };
export type NewBlock = {
  accountId: string;
  number: number;
  sealedAt: Date;
  hash: Buffer;
  seals: readonly Seal[];
};

/** Unsealed entries that no earlier one can follow. */
const DUE = `
  with due as materialized (
    select u.account_id, u.id, u.tx_id from audit_unsealed u
     where ${isCommitted("u")}
     order by u.tx_id, u.account_id, u.id limit $1
  )
  select d.account_id, ${ENTRY}, ${PEOPLE}
    from due d
    join audit_entries e on e.account_id = d.account_id and e.id = d.id
    join audit_people p on p.account_id = d.account_id and p.id = d.id
   order by d.tx_id, d.account_id, d.id`;

const HEADS = `
  select distinct on (b.account_id) b.account_id, b.number::int as number, b.hash
    from unnest($1::text[]) wanted (account_id)
   cross join lateral (
     select * from audit_blocks b where b.account_id = wanted.account_id order by number desc limit 1
   ) b`;

const BLOCK_COLUMNS = [
  ["account_id", "text"],
  ["number", "int"],
  ["entries", "int"],
  ["hash", "bytea"],
  ["created_at", "timestamptz"],
] as const;
const SEAL_COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["block", "int"],
  ["place", "int"],
  ["entry_hash", "bytea"],
  ["people_hash", "bytea"],
] as const;

const ADD_BLOCKS = `
  insert into audit_blocks (account_id, number, entries, hash, created_at)
  select * from ${recordsSql(1, "b", BLOCK_COLUMNS)}`;
const ADD_SEALS = `
  with sealed as (
    insert into audit_seals (account_id, id, block, place, entry_hash, people_hash)
    select * from ${recordsSql(1, "s", SEAL_COLUMNS)}
    returning account_id, id
  )
  delete from audit_unsealed u using sealed s where u.account_id = s.account_id and u.id = s.id`;

/** Seals up to `limit` due entries: stores the blocks that `build` returns for them and the last block of each account.
 *  One process at a time. Returns the number of entries. */
export async function sealDue(
  limit: number,
  build: (due: readonly Due[], heads: readonly Head[]) => readonly NewBlock[],
): Promise<number> {
  return await exclusively(SEALING_LOCK, async (run) => {
    const due = await run<Due>("audit.due", DUE, [limit]);
    if (due.length === 0) return 0;
    const accounts = [...new Set(due.map((entry) => entry.account_id))];
    const heads = await run<Head>("audit.heads", HEADS, [accounts]);
    const blocks = build(due, heads);
    const rows = blocks.map((block) => ({
      ...{ account_id: block.accountId, number: block.number, entries: block.seals.length },
      ...{ hash: block.hash, created_at: block.sealedAt },
    }));
    await run("audit.add_blocks", ADD_BLOCKS, recordsValues(BLOCK_COLUMNS, rows));
    const seals = blocks.flatMap(({ accountId, number, seals }) =>
      seals.map((seal, place) => ({
        ...{ account_id: accountId, id: seal.id, block: number, place },
        ...{ entry_hash: seal.entryHash, people_hash: seal.peopleHash },
      })),
    );
    await run("audit.add_seals", ADD_SEALS, recordsValues(SEAL_COLUMNS, seals));
    return due.length;
  });
}

export type BlockRow = { number: number; entries: number; hash: Buffer; created_at: Date };
export type SealedRow = {
  sealed_id: string;
  block: number;
  entry_hash: Buffer;
  people_hash: Buffer;
  /** Null if the entry is missing. */
  id: string | null;
  /** Null if its personal values are erased. */
  salt: Buffer | null;
} & Omit<EntryTexts, "id"> &
  Omit<PeopleTexts, "salt">;

const BLOCKS = `
  select number::int as number, entries, hash, created_at from audit_blocks
   where account_id = $1 and number > $2 order by number limit $3`;
const SEALED = `
  select s.id as sealed_id, s.block::int as block, s.entry_hash, s.people_hash, ${ENTRY}, ${PEOPLE}
    from audit_seals s
    left join audit_entries e on e.account_id = s.account_id and e.id = s.id
    left join audit_people p on p.account_id = s.account_id and p.id = s.id
   where s.account_id = $1 and s.block > $2 and s.block <= $3 order by s.block, s.place`;

/** The next `limit` blocks of an account after `number`. Takes no lock. */
export async function blocksAfter(accountId: string, number: number, limit: number) {
  return await runPrepared<BlockRow>("audit.blocks", BLOCKS, [accountId, number, limit]);
}

/** The sealed entries of the blocks after `after` up to `last`, in order. Takes no lock. */
export async function sealedIn(accountId: string, after: number, last: number) {
  return await runPrepared<SealedRow>("audit.sealed", SEALED, [accountId, after, last]);
}

/** Seals without a block, entries that are neither sealed nor waiting, and waiting entries that are missing. */
const OUTSIDE = `
  select * from (
    select 'seal' as what, s.id from audit_seals s
     where s.account_id = $1
       and not exists (select 1 from audit_blocks b where b.account_id = $1 and b.number = s.block)
    union all
    select 'entry', e.id from audit_entries e
     where e.account_id = $1
       and not exists (select 1 from audit_seals s where s.account_id = $1 and s.id = e.id)
       and not exists (select 1 from audit_unsealed u where u.account_id = $1 and u.id = e.id)
    union all
    select 'waiting', u.id from audit_unsealed u
     where u.account_id = $1
       and not (exists (select 1 from audit_entries e where e.account_id = $1 and e.id = u.id)
                and exists (select 1 from audit_people p where p.account_id = $1 and p.id = u.id))
  ) outside order by id limit 1`;

/** The first of an account's entries that should be in a block and is not, or that is missing before it was sealed.
 *  One statement, so that concurrent sealing does not cause false results. Takes no lock. */
export async function firstOutside(accountId: string) {
  type Row = { what: "seal" | "entry" | "waiting"; id: string };
  return (await runPrepared<Row>("audit.outside", OUTSIDE, [accountId]))[0] ?? null;
}

/** The number of an account's entries that wait to be sealed. Takes no lock. */
export async function countWaiting(accountId: string): Promise<number> {
  const text = "select count(*)::int as n from audit_unsealed where account_id = $1";
  return (await runPrepared<{ n: number }>("audit.waiting", text, [accountId]))[0]!.n;
}

/** The entry that waits to be sealed for the longest; null without one. Takes no lock. */
export async function firstUnsealed(): Promise<string | null> {
  const text = "select id from audit_unsealed order by tx_id, account_id, id limit 1";
  return (await runPrepared<{ id: string }>("audit.first_unsealed", text, []))[0]?.id ?? null;
}

/** All accounts, oldest first. Takes no lock. */
export async function accountIds(): Promise<string[]> {
  const rows = await runPrepared<{ id: string }>(
    "audit.accounts",
    "select id from accounts order by id",
    [],
  );
  return rows.map((row) => row.id);
}
