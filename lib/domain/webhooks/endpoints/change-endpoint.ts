import { inTransaction, type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { dateFromMs, HOUR_MS, now, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import type { EndpointStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import type { Endpoint } from "../types.ts";
import { type CheckedUrl, checkReceiver } from "./check-receiver.ts";
import {
  checkEndpointRequest,
  type EndpointRequest,
  type EndpointWithSecret,
  endpointFacts,
  parseSubscriptions,
} from "./create-endpoint.ts";
import { mergeHeaders } from "./headers.ts";
import { getEndpoint } from "./read-endpoints.ts";
import { newSecret } from "./secrets.ts";
import * as store from "./store.ts";

export type EndpointChanges = Partial<EndpointRequest> & {
  status?: EndpointStatus | undefined;
  /** With `status: "enabled"`: send the deliveries held while it was disabled. */
  sendHeld?: boolean | undefined;
  /** With `version`: the version that the caller saw; another one by now is refused. */
  fromVersion?: string | undefined;
};

const DISABLED_BY_HAND = "Disabled by the merchant.";
const NOT_FAILING = { failingSince: null, lastFailureAt: null, warnedHours: 0 };

/** Changes the given fields. Probes a new address first, outside the transaction. Throws as `checkChanges`
 *  and `updateEndpointIn`. */
export async function updateEndpoint(
  ctx: Context,
  id: string,
  changes: EndpointChanges,
): Promise<{ endpoint: Endpoint; note: string | null }> {
  const checked = await checkChanges(ctx, id, changes);
  const endpoint = await transact((tx) => updateEndpointIn(tx, ctx, id, changes, checked));
  return { endpoint, note: checked?.note ?? null };
}

/** Validates changes and, for a new address or an endpoint that is enabled again, probes the address.
 *  Throws `resource_missing` and `parameter_invalid`. */
export async function checkChanges(
  ctx: Context,
  id: string,
  changes: EndpointChanges,
): Promise<CheckedUrl | null> {
  checkEndpointRequest(changes);
  const endpoint = await getEndpoint(ctx, id);
  const isEnabledAgain = changes.status === "enabled" && endpoint.status === "disabled";
  if (changes.url === undefined && !isEnabledAgain) return null;
  return await checkReceiver(ctx.mode, changes.url ?? endpoint.url);
}

/**
 * The part of `updateEndpoint` that writes. Disabling holds the deliveries that are not sent yet; enabling
 * or changing the address resets the failure count; `sendHeld` sends held deliveries. Locks the endpoint.
 * Throws `resource_missing`, and `state_invalid` when its version is no longer `fromVersion`.
 */
export async function updateEndpointIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: EndpointChanges,
  checked: CheckedUrl | null,
): Promise<Endpoint> {
  const releases = changes.sendHeld && changes.status === "enabled";
  // Most are released before the lock, for which new events to the endpoint wait.
  if (releases) await store.releaseHeld(tx, ctx, id, now());
  const current = await store.lock(tx, ctx, id);
  if (!current) throw missing("webhook endpoint", id);
  if (changes.fromVersion !== undefined && changes.fromVersion !== current.version) {
    const message = `The endpoint is now pinned to ${current.version}. Review that version first.`;
    throw new ApiError("state_invalid", message);
  }
  const status = changes.status ?? current.status;
  const statusChanges = status !== current.status;
  const urlChanges = checked !== null && changes.url !== undefined && checked.url !== current.url;
  if (changes.sendHeld && status === "enabled") await store.releaseHeld(tx, ctx, id, now());
  const headers = changes.headers
    ? mergeHeaders(current.id, await store.headersIn(tx, ctx, id), changes.headers)
    : {};
  const changed = await store.update(tx, ctx, id, {
    ...headers,
    url: changes.url === undefined ? current.url : (checked?.url ?? current.url),
    events: changes.events ? parseSubscriptions(changes.events) : current.events,
    version: changes.version ?? current.version,
    description: changes.description === undefined ? current.description : changes.description,
    metadata: mergeMetadata(current.metadata, changes.metadata),
    status,
    ...(statusChanges ? disabling(status) : {}),
    ...(statusChanges || urlChanges ? NOT_FAILING : {}),
  });
  if (statusChanges && status === "disabled") await store.hold(tx, ctx, id, now());
  await recordChangeIn(tx, ctx, {
    action: "endpoint.updated",
    subject: { id, name: changed.url },
    before: endpointFacts(current),
    after: endpointFacts(changed),
  });
  return changed;
}

const disabling = (status: EndpointStatus) =>
  status === "disabled"
    ? { disabledReason: DISABLED_BY_HAND, disabledAt: now() }
    : { disabledReason: null, disabledAt: null };

/** Deletes an endpoint and cancels its deliveries that are not sent yet; past deliveries stay readable.
 *  Deleting it again changes nothing. Locks the endpoint. Throws `resource_missing` for an unknown id. */
export async function deleteEndpointIn(
  tx: Tx,
  ctx: Context,
  id: Id<"we">,
): Promise<{ id: Id<"we"> }> {
  // Most are canceled before the lock, for which new events to a disabled endpoint wait.
  await store.cancelHeld(tx, ctx, id, now());
  const current = await store.lock(tx, ctx, id);
  if (!current) {
    if (await store.wasDeleted(tx, ctx, id)) return { id };
    throw missing("webhook endpoint", id);
  }
  await store.update(tx, ctx, id, { deletedAt: now(), ...NO_PREVIOUS_SECRET, ...NO_HEADERS });
  await store.cancelPending(tx, ctx, id, now());
  await recordChangeIn(tx, ctx, {
    action: "endpoint.deleted",
    subject: { id, name: current.url },
    before: endpointFacts(current),
  });
  return { id };
}

/** As `deleteEndpointIn`, in a transaction of its own. */
export const deleteEndpoint = inTransaction(deleteEndpointIn);

const NO_HEADERS = { headers: null, headerHints: {} };

const NO_PREVIOUS_SECRET = {
  previousSecret: null,
  previousSecretHint: null,
  previousSecretExpiresAt: null,
};

const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 168;

/**
 * Creates a new signing secret. The previous one also signs until the overlap ends; with 0 hours it ends
 * now. A rotation during an overlap ends the oldest secret. Locks the endpoint. Throws
 * `parameter_invalid` and `resource_missing`.
 */
export async function rotateSecretIn(
  tx: Tx,
  ctx: Context,
  id: string,
  overlapHours = DEFAULT_OVERLAP_HOURS,
): Promise<EndpointWithSecret> {
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw invalid("overlap_hours", `Must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`);
  }
  const current = await store.lock(tx, ctx, id);
  if (!current) throw missing("webhook endpoint", id);
  const { secret, stored, hint } = newSecret(current.id);
  const endpoint = await store.rotate(tx, ctx, id, {
    secret: stored,
    secretHint: hint,
    previousExpiresAt: overlapHours > 0 ? dateFromMs(nowMs() + overlapHours * HOUR_MS) : null,
  });
  await recordChangeIn(tx, ctx, {
    action: "endpoint.secret_rotated",
    subject: { id, name: endpoint.url },
    after: { overlapHours },
  });
  return { endpoint, secret, note: null };
}

/** As `rotateSecretIn`, in a transaction of its own. */
export const rotateSecret = inTransaction(rotateSecretIn);

/** Ends the overlap of a rotation: the previous secret stops signing now. Without an overlap nothing
 *  changes. Locks the endpoint. Throws `resource_missing`. */
export async function endOverlapIn(tx: Tx, ctx: Context, id: string): Promise<Endpoint> {
  const current = await store.lock(tx, ctx, id);
  if (!current) throw missing("webhook endpoint", id);
  const subject = { id, name: current.url };
  await recordChangeIn(tx, ctx, { action: "endpoint.overlap_ended", subject });
  return await store.update(tx, ctx, id, NO_PREVIOUS_SECRET);
}

/** As `endOverlapIn`, in a transaction of its own. */
export const endOverlap = inTransaction(endOverlapIn);
