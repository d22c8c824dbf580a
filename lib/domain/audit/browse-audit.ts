import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { KeysetPage } from "#lib/kernel/page.ts";
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

/** One page of the same, and nothing beside it. */
export function listAudit({ accountId }: Owner, filter: AuditFilter, page: KeysetPage) {
  return store.list(accountId, filter, page);
}

/** One change. Throws `resource_missing`. */
export async function getAuditEntry({ accountId }: Owner, id: string): Promise<AuditEntry> {
  const entry = await store.find(accountId, id);
  if (!entry) throw missing("audit entry", id);
  return entry;
}
