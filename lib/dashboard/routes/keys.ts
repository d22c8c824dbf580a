import { z } from "zod";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  activityOf,
  adoptKey,
  callersOf,
  createKeyIn,
  flushKeyUse,
  getKey,
  limitAddresses,
  listKeys,
  longestPauses,
  minutesOf,
  narrowKey,
  revokeKey,
  rotateKeyIn,
  SCOPE_RESOURCES,
  usageOf,
  whyNotRevoked,
  whyNotRotated,
} from "#lib/domain/keys/index.ts";
import { browseRequests } from "#lib/domain/request-log/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { CALLER_PARTS, KEY_KINDS, USAGE_SLOTS } from "#lib/kernel/vocabulary/keys.ts";
import {
  grantableScopes,
  mayGrant,
  refuseBeyondGrant,
  refuseBeyondRole,
  whyBeyondGrant,
} from "../grantable-scopes.ts";
import { listConcerns } from "../key-concerns.ts";
import { readChoice } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { keyList } from "../lists/people.ts";
import { requestMarkers } from "../markers.ts";
import { requireConfirmed, requireRole } from "../middleware/require.ts";

import { attemptId, readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  type KeyView,
  keyActivityView,
  keyCallersView,
  keyView,
  lineageOf,
  newKeyView,
  watchedKeyView,
} from "../views/keys.ts";

export const keyRoutes = routesAt("/:mode/keys");

const SPARKLINE_HOURS = 24;
const WATCHED_MINUTES = 60;
const MAX_CHANGES = 50;

export const newKey = z.strictObject({
  attempt: attemptId,
  kind: z.enum(KEY_KINDS, { error: "Choose a secret or a publishable key." }),
  name: z.string().max(500),
  scopes: z.array(z.string().max(60)).max(100).nullish(),
  addresses: z.array(z.string().max(100)).max(1_000).nullish(),
  expiresAt: z.iso.datetime({ offset: true, error: "Enter a valid date." }).nullish(),
});
export const rotation = z.strictObject({
  attempt: attemptId,
  name: z.string().max(500).optional(),
});
export const addressLimit = z.strictObject({
  addresses: z.array(z.string().max(100)).max(1_000).nullable(),
});
export const revocation = z.strictObject({ name: z.string().max(500).optional() });

/** Writes the requests that this process has counted, so that the screen shows them. */
async function flushCounts(): Promise<void> {
  await flushKeyUse().catch((error) => log.warn("key counters are late", { error }));
}

async function listViews(ctx: Context) {
  await flushCounts();
  const keys = await listKeys(ctx);
  const ids = keys.map(({ id }) => id);
  const hours = await usageOf(ctx, ids, SPARKLINE_HOURS);
  return keys.map((key) => keyView(key, key.use, hours.get(key.id)));
}

/** Every key of the mode with its counters and the last 24 hours by hour. */
keyRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const [keys, concerns] = await Promise.all([listViews(ctx), listConcerns(ctx)]);
  return reply(c, {
    keys,
    scopeResources: SCOPE_RESOURCES,
    grantableScopes: grantableScopes(c.get("membership").role, ctx.mode),
    concerns: Object.fromEntries(concerns),
  });
});

addExport(keyRoutes, keyList);

/** One key and the keys of its rotation with the last hour by minute, to compare them until the old key is unused. */
keyRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const found = await getKey(ctx, c.req.param("id"));
  const { id } = found;
  const views = await listViews(ctx);
  const shown = rotationOf(views, id);
  const ids = shown.map((view) => view.id);
  const { role } = c.get("membership");
  const [minutes, pauses, concerns, markers] = await Promise.all([
    minutesOf(ctx, ids, WATCHED_MINUTES),
    longestPauses(ctx, ids),
    listConcerns(ctx),
    requestMarkers(ctx, { lastMs: DAY_MS }),
  ]);
  const watched = (view: KeyView) =>
    watchedKeyView(view, minutes.get(view.id) ?? [], pauses.get(view.id) ?? 0);
  const [key, ...others] = shown.map(watched);
  return reply(c, {
    key: key!,
    predecessor: others.find((view) => view.id === key!.rotatedFrom) ?? null,
    successors: others.filter((view) => view.rotatedFrom === id),
    lineage: lineageOf(views, id),
    withinRole: mayGrant(role, ctx.mode, key!),
    allowedActions: allowedActions("key", role, {
      rotate: whyBeyondGrant(role, ctx.mode, key!) ?? whyNotRotated(found),
      revoke: whyNotRevoked(found),
    }),
    concern: concerns.get(id) ?? null,
    scopeResources: SCOPE_RESOURCES,
    markers,
  });
});

/** Callers of a key and of the other keys of its rotation, by time slot. */
keyRoutes.get("/:id/callers", async (c) => {
  const ctx = c.get("ctx");
  const per = readChoice(c, "per", USAGE_SLOTS);
  const params = { per, part: readChoice(c, "part", CALLER_PARTS) };
  const { id } = await getKey(ctx, c.req.param("id"));
  await flushCounts();
  const ids = rotationOf(await listKeys(ctx), id).map((key) => key.id);
  return reply(c, keyCallersView(params, await callersOf(ctx, ids, params)));
});

/** Activity of a key in the last 30 days, to check a leaked key. */
keyRoutes.get("/:id/activity", async (c) => {
  const ctx = c.get("ctx");
  const { id } = await getKey(ctx, c.req.param("id"));
  await flushCounts();
  const changes = { keyId: id, methods: ["POST", "DELETE"], answers: ["2xx"] } as const;
  const [activity, made] = await Promise.all([
    activityOf(ctx, id),
    browseRequests(ctx, changes, { after: null, before: null, limit: MAX_CHANGES }),
  ]);
  return reply(c, keyActivityView(activity, made));
});

/** A key, its predecessor and its successors. */
function rotationOf<K extends Pick<KeyView, "id" | "rotatedFrom">>(keys: K[], id: string): K[] {
  const key = keys.find((one) => one.id === id)!;
  const related = keys.filter((one) => one.id === key.rotatedFrom || one.rotatedFrom === id);
  return [key, ...related];
}

const NEW_KEY = { status: 201, sensitive: true, view: newKeyView } as const;

/** Creates a key once per attempt. Throws as `createKeyIn`. */
keyRoutes.post("/", requireRole("manage_keys"), requireConfirmed("in_live"), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...params } = await readBody(c, newKey);
  const { kind, scopes = null } = params;
  refuseBeyondRole(c.get("membership").role, ctx.mode, { kind, scopes });
  const expiresAt = params.expiresAt ? dateFromMs(Date.parse(params.expiresAt)) : null;
  return await replyOnce(c, { ...NEW_KEY, attempt, params }, (request, render) =>
    once(ctx, request, (tx) => createKeyIn(tx, ctx, { ...params, expiresAt }), render),
  );
});

keyRoutes.post(
  "/:id/rotate",
  requireRole(ACTIONS.key.rotate),
  requireConfirmed("in_live"),
  async (c) => {
    const ctx = c.get("ctx");
    const { attempt, ...params } = await readBody(c, rotation);
    const key = await getKey(ctx, c.req.param("id"));
    refuseBeyondGrant(c.get("membership").role, ctx.mode, key);
    return await replyOnce(c, { ...NEW_KEY, attempt, params }, (request, render) =>
      once(ctx, request, (tx) => rotateKeyIn(tx, ctx, key.id, params), render),
    );
  },
);

keyRoutes.post(
  "/:id/addresses",
  requireRole("manage_keys"),
  requireConfirmed("in_live"),
  async (c) => {
    const ctx = c.get("ctx");
    const { addresses } = await readBody(c, addressLimit);
    const key = await getKey(ctx, c.req.param("id"));
    refuseBeyondGrant(c.get("membership").role, ctx.mode, key);
    return reply(c, { key: keyView(await limitAddresses(ctx, key.id, addresses), key.use) });
  },
);

/** Throws as `adoptKey`. */
keyRoutes.post(
  "/:id/adopt",
  requireRole("manage_account"),
  requireConfirmed("in_live"),
  async (c) => {
    const ctx = c.get("ctx");
    const key = await getKey(ctx, c.req.param("id"));
    return reply(c, { key: keyView(await adoptKey(ctx, key.id), key.use) });
  },
);

export const narrower = z.strictObject({ scopes: z.array(z.string().max(60)).max(100) });

/** Throws as `narrowKey`. */
keyRoutes.post(
  "/:id/narrow",
  requireRole("manage_account"),
  requireConfirmed("in_live"),
  async (c) => {
    const ctx = c.get("ctx");
    const { scopes } = await readBody(c, narrower);
    const key = await getKey(ctx, c.req.param("id"));
    return reply(c, { key: keyView(await narrowKey(ctx, key.id, scopes), key.use) });
  },
);

/** In live mode the name must be typed, because a revocation cannot be undone. */
keyRoutes.post("/:id/revoke", requireRole(ACTIONS.key.revoke), async (c) => {
  const ctx = c.get("ctx");
  const { name } = await readBody(c, revocation);
  const key = await getKey(ctx, c.req.param("id"));
  if (ctx.mode === "live" && name?.trim() !== key.name) {
    throw invalid("name", `Type the key's name, ${key.name}, to revoke it.`);
  }
  return reply(c, { key: keyView(await revokeKey(ctx, key.id), key.use) });
});
