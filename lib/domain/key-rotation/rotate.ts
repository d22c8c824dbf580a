import {
  carriedKeysOf,
  newestCheck,
  newestKeyMark,
  reencrypted,
  useKeysOf,
} from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-values.ts";
import * as store from "./store.ts";

/** Files are up to some megabytes each. */
const BATCH = 20;

/** Result of the rotation for one column. */
export type RotatedColumn = { name: string; reencrypted: number; unreadable: number };

/**
 * Encrypts with the newest master key what the previous one encrypted, while processes that know both go on. Everything that
 * is done stays done if this process dies; the next call continues. The check value is replaced last, and only if nothing
 * is left that the newest key cannot open. Throws if the keys are not this database's, or another process rotates.
 */
export async function rotateMasterKey(): Promise<RotatedColumn[]> {
  if (!env.previousMasterKey) {
    throw new Error(
      "PAYDESK_MASTER_KEY_PREVIOUS is not set: it is the key until now, and PAYDESK_MASTER_KEY the new one.",
    );
  }
  return await store.alone(async () => {
    const record = await store.findRecord();
    if (!record || !useKeysOf(record)) {
      throw new Error(
        "Neither PAYDESK_MASTER_KEY nor PAYDESK_MASTER_KEY_PREVIOUS is this database's key.",
      );
    }
    const carried = carriedKeysOf(record);
    if (carried) await store.saveCarried(carried);
    const done = new Map<string, RotatedColumn>();
    // A process can write with the previous key, read before it was restarted, until its own restart: look again.
    while ((await rotateAll(done)) > 0);
    const columns = [...done.values()];
    if (columns.every(({ unreadable }) => unreadable === 0)) await store.saveCheck(newestCheck());
    return columns;
  });
}

/** Goes through all columns once; returns the number of values that were re-encrypted. */
async function rotateAll(done: Map<string, RotatedColumn>): Promise<number> {
  let changed = 0;
  for (const sealed of SEALED_COLUMNS) {
    const name = `${sealed.table}.${sealed.column}`;
    const { reencrypted, unreadable } = await rotateColumn(sealed);
    const before = done.get(name)?.reencrypted ?? 0;
    done.set(name, { name, reencrypted: before + reencrypted, unreadable });
    changed += reencrypted;
  }
  return changed;
}

async function rotateColumn(sealed: SealedColumn) {
  const counts = { reencrypted: 0, unreadable: 0 };
  const mark = newestKeyMark();
  let after: store.SealedValue["key"] | null = null;
  for (;;) {
    const values: store.SealedValue[] = await store.findOthers(sealed, {
      mark,
      after,
      limit: BATCH,
    });
    for (const value of values) {
      const fresh = freshOf(sealed, value);
      if (!fresh) counts.unreadable++;
      else if (await store.replace(sealed, value, fresh)) counts.reencrypted++;
    }
    if (values.length < BATCH) return counts;
    after = values.at(-1)!.key;
  }
}

function freshOf(sealed: SealedColumn, { key, stored }: store.SealedValue): Buffer | null {
  try {
    return reencrypted(sealed.kind, stored, sealed.boundTo(key));
  } catch {
    return null;
  }
}
