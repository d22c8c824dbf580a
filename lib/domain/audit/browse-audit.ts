import type { Context } from "#lib/kernel/context.ts";
import { csvLine } from "#lib/kernel/csv.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage } from "#lib/kernel/keyset.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { Action } from "./actions.ts";
import * as store from "./store.ts";
import type { AuditEntry } from "./types.ts";

type Owner = Pick<Context, "accountId">;

export type AuditFilter = {
  /** Ids of people and keys. */
  actors?: readonly string[] | undefined;
  actions?: readonly Action[] | undefined;
  /** Parts of the account: `key`, `endpoint`. */
  subjects?: readonly string[] | undefined;
  modes?: readonly Mode[] | undefined;
  created?: Period | undefined;
  /** An id of what was changed or of a request, a part of a name, the beginning of an address. */
  search?: string | undefined;
};

/** The changes that a filter leaves, of both modes, newest first, with their exact number and everybody
 *  who ever made one. */
export async function browseAudit({ accountId }: Owner, filter: AuditFilter, page: KeysetPage) {
  const [slice, total, actors] = await Promise.all([
    store.list(accountId, filter, page),
    store.count(accountId, filter),
    store.actors(accountId),
  ]);
  return { ...slice, total, actors };
}

/** One change. Throws `resource_missing`. */
export async function getAuditEntry({ accountId }: Owner, id: string): Promise<AuditEntry> {
  const entry = await store.find(accountId, id);
  if (!entry) throw missing("audit entry", id);
  return entry;
}

const ROWS_AT_ONCE = 1_000;
const COLUMNS = [
  "id",
  "created_at",
  "mode",
  "action",
  "subject_id",
  "subject_name",
  "actor_type",
  "actor_id",
  "actor_name",
  "address",
  "client",
  "request_id",
  "before",
  "after",
] as const;

/** All changes that a filter leaves as CSV, newest first, some rows at a time: memory does not grow
 *  with them. */
export async function* auditCsv({ accountId }: Owner, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let after: string | null = null;
  do {
    const page: KeysetPage = { after, before: null, limit: ROWS_AT_ONCE };
    const { rows, older } = await store.list(accountId, filter, page);
    if (rows.length > 0) yield rows.map(toLine).join("");
    after = older;
  } while (after !== null);
}

function toLine(entry: AuditEntry): string {
  return csvLine([
    entry.id,
    entry.createdAt.toISOString(),
    entry.mode,
    entry.action,
    entry.subjectId,
    entry.subjectName,
    entry.actorType,
    entry.actorId,
    entry.actorName,
    entry.address,
    entry.client,
    entry.requestId,
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
  ]);
}
