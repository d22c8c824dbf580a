import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { dateFromMs, HOUR_MS, now, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import type { Endpoint } from "../types.ts";
import { type CheckedUrl, checkReceiver } from "./check-receiver.ts";
import {
  checkEndpointRequest,
  type EndpointRequest,
  type EndpointWithSecret,
  endpointFacts,
} from "./create-endpoint.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { newSecret } from "./secrets.ts";
import * as store from "./store.ts";
import { parseSubscriptions } from "./subscriptions.ts";

export type EndpointChanges = Partial<EndpointRequest> & {
  status?: "enabled" | "disabled" | undefined;
  /** With `status: "enabled"`: send what was held while it was disabled. */
  sendHeld?: boolean | undefined;
  /** With `version`: the one that whoever decides was looking at. */
  fromVersion?: string | undefined;
};

const DISABLED_BY_HAND = "Disabled by the merchant.";
const NOT_FAILING = { failingSince: null, lastFailureAt: null, warnedHours: 0 };

/** Changes what is given and leaves the rest. A new address is probed first. Throws as the parts do. */
export async function updateEndpoint(
  ctx: Context,
  id: string,
  changes: EndpointChanges,
): Promise<{ endpoint: Endpoint; note: string | null }> {
  const checked = await checkChanges(ctx, id, changes);
  const endpoint = await transact((tx) => updateEndpointIn(tx, ctx, id, changes, checked));
  return { endpoint, note: checked?.note ?? null };
}

/** Validates changes and probes the address if they need it to be reachable: a new one, or an
 *  endpoint that is enabled again. Throws `resource_missing` and `parameter_invalid`. */
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
 * The part of `updateEndpoint` that writes. Disabling holds what was still to be sent; enabling, and
 * another address, forget the failures before; what was held is sent when asked for. Locks the endpoint. Throws
 * `resource_missing`, and `state_invalid` when its version is no longer the one that was seen.
 */
export async function updateEndpointIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: EndpointChanges,
  checked: CheckedUrl | null,
): Promise<Endpoint> {
  const current = await store.lock(tx, ctx, id);
  if (!current) throw missing("webhook endpoint", id);
  if (changes.fromVersion !== undefined && changes.fromVersion !== current.version) {
    const message = `The endpoint is pinned to ${current.version} by now. Look at that first.`;
    throw new ApiError("state_invalid", message);
  }
  const status = changes.status ?? current.status;
  const turns = status !== current.status;
  if (turns && status === "disabled") await store.hold(tx, ctx, id);
  const moves = checked !== null && changes.url !== undefined && checked.url !== current.url;
  if (changes.sendHeld && status === "enabled") await store.releaseHeld(tx, ctx, id, now());
  const changed = await store.update(tx, ctx, id, {
    url: changes.url === undefined ? current.url : (checked?.url ?? current.url),
    events: changes.events ? parseSubscriptions(changes.events) : current.events,
    version: changes.version ?? current.version,
    description: changes.description === undefined ? current.description : changes.description,
    metadata: mergeMetadata(current.metadata, changes.metadata),
    status,
    ...(turns ? { disabledReason: status === "disabled" ? DISABLED_BY_HAND : null } : {}),
    ...(turns || moves ? NOT_FAILING : {}),
  });
  await recordChangeIn(tx, ctx, {
    action: "endpoint.updated",
    subject: { id, name: changed.url },
    before: endpointFacts(current),
    after: endpointFacts(changed),
  });
  return changed;
}

/** Takes an endpoint away and cancels what was still to be sent; its history stays readable.
 *  Deleting it again changes nothing and is no error. Locks the endpoint. Throws `resource_missing`
 *  when there never was one. */
export async function deleteEndpointIn(
  tx: Tx,
  ctx: Context,
  id: Id<"we">,
): Promise<{ id: Id<"we"> }> {
  const current = await store.lock(tx, ctx, id);
  if (!current) {
    if (await store.wasDeleted(tx, ctx, id)) return { id };
    throw missing("webhook endpoint", id);
  }
  await store.cancelPending(tx, ctx, id, now());
  await store.update(tx, ctx, id, { deletedAt: now(), ...NO_PREVIOUS_SECRET });
  await recordChangeIn(tx, ctx, {
    action: "endpoint.deleted",
    subject: { id, name: current.url },
    before: endpointFacts(current),
  });
  return { id };
}

const NO_PREVIOUS_SECRET = {
  previousSecret: null,
  previousSecretHint: null,
  previousSecretExpiresAt: null,
};

const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 168;

/**
 * Makes a new signing secret. The one before signs as well until the overlap ends; with an overlap
 * of 0 it ends now. A rotation during an overlap ends the oldest secret. Locks the endpoint. Throws
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

/** Ends the overlap of a rotation: the secret before signs nothing from now on. Where none overlaps
 *  nothing changes. Locks the endpoint. Throws `resource_missing`. */
export async function endOverlapIn(tx: Tx, ctx: Context, id: string): Promise<Endpoint> {
  const current = await store.lock(tx, ctx, id);
  if (!current) throw missing("webhook endpoint", id);
  const subject = { id, name: current.url };
  await recordChangeIn(tx, ctx, { action: "endpoint.overlap_ended", subject });
  return await store.update(tx, ctx, id, NO_PREVIOUS_SECRET);
}
