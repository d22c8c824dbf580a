import {
  type ApiKey,
  type Caller,
  type CallerPart,
  type CallerSeries,
  type KeyCall,
  type KeyUse,
  keyStatus,
  type NewKey,
  sumOf,
  type UseSlice,
} from "#lib/domain/keys/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** A key as a screen may see it: what is needed to tell it from others, never its secret. */
export function keyView(key: ApiKey, use: KeyUse | null, hours: readonly UseSlice[] = []) {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    hint: key.hint,
    /** The whole key, of publishable ones only. */
    value: key.publishableValue,
    scopes: key.scopes,
    addresses: key.addresses,
    status: keyStatus(key),
    rotatedFrom: key.rotatedFrom,
    createdAt: key.createdAt.toISOString(),
    expiresAt: iso(key.expiresAt),
    revokedAt: iso(key.revokedAt),
    use: {
      requests: use?.requests ?? 0,
      errors: use?.errors ?? 0,
      lastUsedAt: iso(use?.lastUsedAt ?? null),
      lastAddress: use?.lastAddress ?? null,
      lastVersion: use?.lastVersion ?? null,
    },
    hours: hours.map(sliceView),
  };
}

export type KeyView = ReturnType<typeof keyView>;

/** Why an admin has to decide about a key, which works on meanwhile: whoever answers for it has left the account, or
 *  may do less than the key. */
export type KeyConcernView = { reason: "left" | "demoted"; person: string | null };

/** A key that is affected by a change of somebody's role, or by their leaving. */
export type AffectedKeyView = { id: string; mode: "test" | "live"; name: string };

function sliceView(slice: UseSlice) {
  return { from: slice.from.toISOString(), requests: slice.requests, errors: slice.errors };
}

/** A key under observation: the last hour minute by minute, its sum, and how long the key has been silent
 *  before and yet come back. */
export function watchedKeyView(view: KeyView, minutes: readonly UseSlice[], longestPauseMs = 0) {
  return { ...view, lastHour: sumOf(minutes), minutes: minutes.map(sliceView), longestPauseMs };
}

export type WatchedKeyView = ReturnType<typeof watchedKeyView>;

/** `GET /internal/:mode/keys` */
export type KeysView = {
  keys: KeyView[];
  scopeResources: readonly string[];
  /** What the viewer may give to a key; null: everything, and a key without limits. */
  grantableScopes: readonly string[] | null;
  /** Of the keys about which an admin has to decide, by their ids. */
  concerns: Readonly<Record<string, KeyConcernView>>;
};

/** `GET /internal/:mode/keys/:id`: the key, what it replaces, and what replaces it. */
export type KeyDetailView = {
  key: WatchedKeyView;
  predecessor: WatchedKeyView | null;
  successors: WatchedKeyView[];
  /** Every key that its rotations have made, oldest first; the key alone when there were none. */
  lineage: KeyView[];
  /** False where the key may do more than the viewer may give to one: then they can only revoke it. */
  withinRole: boolean;
  /** Null where nobody has to decide anything. */
  concern: KeyConcernView | null;
  /** Every scope that it could be narrowed to has one of these resources. */
  scopeResources: readonly string[];
};

/** The rotations a key comes from and leads to: its first ancestor and all that came of that, oldest
 *  first. */
export function lineageOf(keys: readonly KeyView[], id: string): KeyView[] {
  const byId = new Map(keys.map((key) => [key.id as string, key]));
  let first = byId.get(id)!;
  while (first.rotatedFrom && byId.has(first.rotatedFrom)) first = byId.get(first.rotatedFrom)!;
  const line = new Set<string>([first.id]);
  // Ids sort by the moment of their making, so whoever was rotated stands before what replaced it.
  const inOrder = [...keys].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const key of inOrder) if (key.rotatedFrom && line.has(key.rotatedFrom)) line.add(key.id);
  return inOrder.filter((key) => line.has(key.id));
}

/** Who uses the keys of a rotation, by one part of who asked. */
export function keyCallersView(
  { per, part }: { per: "minute" | "hour"; part: CallerPart },
  callers: ReadonlyMap<string, readonly CallerSeries[]>,
) {
  const keys = [...callers].map(([id, series]) => ({
    id,
    callers: series.map((one) => ({ ...one, lastAt: one.lastAt.toISOString() })),
  }));
  return { per, part, keys };
}

/** `GET /internal/:mode/keys/:id/callers` */
export type KeyCallersView = ReturnType<typeof keyCallersView>;

/** Who used a key, for which calls, and what it changed. Of calls and first uses only the hour is known. */
export function keyActivityView(
  activity: { since: Date; callers: Caller[]; calls: KeyCall[] },
  made: { rows: readonly RequestListItem[]; total: number; uncounted: boolean },
) {
  const moments = (one: { firstAt: Date; lastAt: Date }) => ({
    firstAt: one.firstAt.toISOString(),
    lastAt: one.lastAt.toISOString(),
  });
  return {
    since: activity.since.toISOString(),
    callers: activity.callers.map((caller) => ({ ...caller, ...moments(caller) })),
    calls: activity.calls.map((call) => ({ ...call, ...moments(call) })),
    /** The newest requests that changed something; `changesMade` of them there are, or more. */
    changes: made.rows.map(({ id, method, path, objectId, createdAt }) => ({
      id,
      method,
      path,
      objectId,
      createdAt: createdAt.toISOString(),
    })),
    changesMade: made.total,
    isMore: made.uncounted,
  };
}

/** `GET /internal/:mode/keys/:id/activity` */
export type KeyActivityView = ReturnType<typeof keyActivityView>;

/** The one answer that ever holds a secret. */
export function newKeyView({ key, plaintext }: NewKey) {
  return { key: keyView(key, null), secret: plaintext };
}

export type NewKeyView = ReturnType<typeof newKeyView>;
