import {
  type ApiKey,
  type Caller,
  type CallerSeries,
  type KeyCall,
  type KeyUse,
  keyStatus,
  type NewKey,
  sumOf,
  type UseSlice,
} from "#lib/domain/keys/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { CallerPart, UsageSlot } from "#lib/kernel/vocabulary/keys.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import type { ActionsView } from "./actions.ts";
import type { RequestMarkerView } from "./markers.ts";

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** A key without its secret. */
export function keyView(key: ApiKey, use: KeyUse | null, hours: readonly UseSlice[] = []) {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    hint: key.hint,
    /** The key itself, of publishable keys only. */
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

/** Why a key needs a decision of an admin: the member responsible for it left, or may do less than the key. The key
 *  keeps working. */
export type KeyConcernView = { reason: "left" | "demoted"; person: string | null };

/** A key that a change of a member's role, or their removal, would affect. */
export type AffectedKeyView = { id: string; mode: Mode; name: string };

function sliceView(slice: UseSlice) {
  return { from: slice.from.toISOString(), requests: slice.requests, errors: slice.errors };
}

/** A key with its last hour by minute, and the longest pause after which it was used again. */
export function watchedKeyView(view: KeyView, minutes: readonly UseSlice[], longestPauseMs = 0) {
  return { ...view, lastHour: sumOf(minutes), minutes: minutes.map(sliceView), longestPauseMs };
}

export type WatchedKeyView = ReturnType<typeof watchedKeyView>;

/** `GET /internal/:mode/keys` */
export type KeysView = {
  keys: KeyView[];
  scopeResources: readonly string[];
  /** Scopes that the viewer may grant; null: all, and a key without scopes. */
  grantableScopes: readonly string[] | null;
  /** By id of the key that needs a decision. */
  concerns: Readonly<Record<string, KeyConcernView>>;
};

/** `GET /internal/:mode/keys/:id`: the key, its predecessor and its successors. */
export type KeyDetailView = {
  key: WatchedKeyView;
  predecessor: WatchedKeyView | null;
  successors: WatchedKeyView[];
  /** Every key of its rotations, oldest first. */
  lineage: KeyView[];
  /** False if the key may do more than the viewer may grant: then they can only revoke it. */
  withinRole: boolean;
  allowedActions: ActionsView<"key">;
  /** Null if no decision is needed. */
  concern: KeyConcernView | null;
  /** Resources of all scopes to which it can be narrowed. */
  scopeResources: readonly string[];
  markers: RequestMarkerView[];
};

/** The first ancestor of a key and all keys rotated from it, oldest first. */
export function lineageOf(keys: readonly KeyView[], id: string): KeyView[] {
  const byId = new Map(keys.map((key) => [key.id as string, key]));
  let first = byId.get(id)!;
  while (first.rotatedFrom && byId.has(first.rotatedFrom)) first = byId.get(first.rotatedFrom)!;
  const kept = new Set<string>([first.id]);
  // Ids sort by creation, so a key precedes its successors.
  const inOrder = [...keys].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const key of inOrder) if (key.rotatedFrom && kept.has(key.rotatedFrom)) kept.add(key.id);
  return inOrder.filter((key) => kept.has(key.id));
}

/** Callers of the keys of a rotation, by one part of the caller. */
export function keyCallersView(
  { per, part }: { per: UsageSlot; part: CallerPart },
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

/** Callers, calls and changes of a key. Only the hour of callers and calls is known. */
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
    /** The newest requests that changed something; `changesMade` counts them, and `isMore` says that there are more. */
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

/** The only response with the secret of a key. */
export function newKeyView({ key, plaintext }: NewKey) {
  return { key: keyView(key, null), secret: plaintext };
}

export type NewKeyView = ReturnType<typeof newKeyView>;
