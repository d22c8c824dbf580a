import {
  type ApiKey,
  type KeyUse,
  keyStatus,
  type NewKey,
  sumOf,
  type UseSlice,
} from "#lib/domain/keys/index.ts";

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

function sliceView(slice: UseSlice) {
  return { from: slice.from.toISOString(), requests: slice.requests, errors: slice.errors };
}

/** A key under observation: the last hour minute by minute, and its sum. */
export function watchedKeyView(view: KeyView, minutes: readonly UseSlice[]) {
  return { ...view, lastHour: sumOf(minutes), minutes: minutes.map(sliceView) };
}

export type WatchedKeyView = ReturnType<typeof watchedKeyView>;

/** `GET /internal/:mode/keys` */
export type KeysView = { keys: KeyView[]; scopeResources: readonly string[] };

/** `GET /internal/:mode/keys/:id`: the key, what it replaces, and what replaces it. */
export type KeyDetailView = {
  key: WatchedKeyView;
  predecessor: WatchedKeyView | null;
  successors: WatchedKeyView[];
};

/** The one answer that ever holds a secret. */
export function newKeyView({ key, plaintext }: NewKey) {
  return { key: keyView(key, null), secret: plaintext };
}

export type NewKeyView = ReturnType<typeof newKeyView>;
