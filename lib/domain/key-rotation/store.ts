import { getOwnerPool } from "#db/owner.ts";
import type { KeyRecord } from "#lib/kernel/crypto.ts";
import type { SealedColumn } from "./sealed-values.ts";

/** Any number: its holder rotates the master key. */
const ROTATING_LOCK = 7_340_022;

/** Runs `work` while no other process does; throws if one does. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  // The pool has one connection, so the lock is this process's until it is given back.
  const { rows } = await getOwnerPool().query("select pg_try_advisory_lock($1) as mine", [
    ROTATING_LOCK,
  ]);
  if (!rows[0].mine) throw new Error("Another process rotates the master key. Wait until it ends.");
  try {
    return await work();
  } finally {
    await getOwnerPool().query("select pg_advisory_unlock($1)", [ROTATING_LOCK]);
  }
}

/** The database's record of its master key; undefined if no process has served it yet. */
export async function findRecord(): Promise<KeyRecord | undefined> {
  const { rows } = await getOwnerPool().query(
    `select key_check as "keyCheck", carried_keys as "carriedKeys" from installation`,
  );
  return rows[0];
}

/** Stores the carried keys. */
export async function saveCarried(carriedKeys: Buffer): Promise<void> {
  await getOwnerPool().query("update installation set carried_keys = $1", [carriedKeys]);
}

/** Replaces the check value of the master key. */
export async function saveCheck(keyCheck: Buffer): Promise<void> {
  await getOwnerPool().query("update installation set key_check = $1", [keyCheck]);
}

/** The ciphertext of a column, as bytes. */
function bytesOf({ column, prefix }: SealedColumn): string {
  if (prefix === undefined) return column;
  const text = `substring(${column} from ${prefix.length + 1})`;
  return `case when starts_with(${column}, '${prefix}') then decode(${text}, 'base64') end`;
}

export type SealedValue = { key: Readonly<Record<string, string>>; stored: Buffer };

/** The next ciphertexts after `after` that do not begin with `mark`, in the order of the primary key. */
export async function findOthers(
  sealed: SealedColumn,
  { mark, after, limit }: { mark: Buffer; after: SealedValue["key"] | null; limit: number },
): Promise<SealedValue[]> {
  const { table, key } = sealed;
  const columns = key.map((name) => `${name}::text as ${name}`).join(", ");
  const beyond = after
    ? `and (${key.join(", ")}) > (${key.map((_, n) => `$${n + 2}`).join(", ")})`
    : "";
  const { rows } = await getOwnerPool().query(
    `select ${columns}, stored from (select ${key.join(", ")}, ${bytesOf(sealed)} as stored from ${table}) t
      where stored is not null and substring(stored from 1 for ${mark.length}) <> $1 ${beyond}
      order by ${key.map((name) => `t.${name}`).join(", ")} limit ${limit}`,
    [mark, ...(after ? key.map((name) => after[name]) : [])],
  );
  return rows.map(({ stored, ...row }) => ({ key: row, stored }));
}

/** Replaces one ciphertext, unless it has changed since it was read. */
export async function replace(
  sealed: SealedColumn,
  value: SealedValue,
  fresh: Buffer,
): Promise<boolean> {
  const { table, column, key, prefix } = sealed;
  const isRow = key.map((name, n) => `${name} = $${n + 3}`).join(" and ");
  const written = prefix === undefined ? fresh : prefix + fresh.toString("base64");
  const { rowCount } = await getOwnerPool().query(
    `update ${table} set ${column} = $2 where ${bytesOf(sealed)} = $1 and ${isRow}`,
    [value.stored, written, ...key.map((name) => value.key[name])],
  );
  return rowCount === 1;
}
