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
  /** Subjects of actions, such as `key` or `endpoint`. */
  subjects?: readonly string[] | undefined;
  modes?: readonly Mode[] | undefined;
  created?: Period | undefined;
  /** The id of the changed object or of a request, a part of a name, or the beginning of an IP address. */
  search?: string | undefined;
};

/** One page of the entries that match a filter, of both modes, newest first, with their exact total and all actors of the
 *  account. */
export async function browseAudit({ accountId }: Owner, filter: AuditFilter, page: KeysetPage) {
  const [slice, total, actors] = await Promise.all([
    store.list(accountId, filter, page),
    store.count(accountId, filter),
    store.actors(accountId),
  ]);
  return { ...slice, total, actors };
}

/** The page alone. */
export function listAudit({ accountId }: Owner, filter: AuditFilter, page: KeysetPage) {
  return store.list(accountId, filter, page);
}

/** Throws `resource_missing`. */
export async function getAuditEntry({ accountId }: Owner, id: string): Promise<AuditEntry> {
  const entry = await store.find(accountId, id);
  if (!entry) throw missing("audit entry", id);
  return entry;
}
