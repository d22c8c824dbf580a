import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { isReleased } from "#lib/kernel/versions.ts";
import type { Endpoint } from "../types.ts";
import { type CheckedUrl, checkReceiver } from "./check-receiver.ts";
import { checkOwnHeaders, mergeHeaders, type OwnHeaders } from "./headers.ts";
import { newSecret } from "./secrets.ts";
import * as store from "./store.ts";

/** Endpoints that an account may have in one mode. */
export const MAX_ENDPOINTS = 50;
const MAX_DESCRIPTION_CHARS = 500;

export type EndpointRequest = {
  url: string;
  events: readonly string[];
  /** The version of the bodies sent to it; default: the account's pin. */
  version?: string | undefined;
  description?: string | null | undefined;
  /** Its own headers; when changing an endpoint, an empty value removes one. */
  headers?: OwnHeaders | undefined;
  metadata?: Record<string, string> | undefined;
};

/** Only this result carries a signing secret out of the system. */
export type EndpointWithSecret = { endpoint: Endpoint; secret: string; note: string | null };

/**
 * Registers an endpoint and creates its signing secret. Probes the address first, outside any transaction.
 * Throws `parameter_invalid` with the parameter, and `state_invalid` when the account has 50 endpoints in
 * this mode.
 */
export async function createEndpoint(
  ctx: Context,
  request: EndpointRequest,
): Promise<EndpointWithSecret> {
  const checked = await checkNewEndpoint(ctx, request);
  return await transact((tx) => createEndpointIn(tx, ctx, request, checked));
}

/** The part of `createEndpoint` that checks and probes, outside any transaction. */
export async function checkNewEndpoint(
  { mode }: Pick<Context, "mode">,
  request: EndpointRequest,
): Promise<CheckedUrl> {
  checkEndpointRequest(request);
  return await checkReceiver(mode, request.url);
}

/** The part of `createEndpoint` that writes; `checked` comes from `checkNewEndpoint`. Holds an advisory lock on
 *  the number of the account's endpoints until the transaction ends. */
export async function createEndpointIn(
  tx: Tx,
  ctx: Context,
  request: EndpointRequest,
  checked: CheckedUrl,
): Promise<EndpointWithSecret> {
  if ((await store.lockAndCount(tx, ctx)) >= MAX_ENDPOINTS) {
    const message = `An account can have ${MAX_ENDPOINTS} endpoints per mode. Delete one first.`;
    throw new ApiError("state_invalid", message);
  }
  const id = newId("we");
  const { secret, stored, hint } = newSecret(id);
  const endpoint = await store.insert(tx, {
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    url: checked.url,
    events: parseSubscriptions(request.events),
    version: request.version ?? (await store.pinOf(tx, ctx)),
    description: request.description ?? null,
    metadata: mergeMetadata({}, request.metadata),
    ...mergeHeaders(id, null, request.headers ?? {}),
    secret: stored,
    secretHint: hint,
    createdAt: now(),
  });
  await recordChangeIn(tx, ctx, {
    action: "endpoint.created",
    subject: { id, name: endpoint.url },
    after: endpointFacts(endpoint),
  });
  return { endpoint, secret, note: checked.note };
}

/** The fields of an endpoint that go into the audit log. */
export function endpointFacts(endpoint: Endpoint) {
  const { url, events, version, description, status, headerHints } = endpoint;
  const headers = Object.keys(headerHints);
  return { url, events, version, description, status, ...(headers.length > 0 ? { headers } : {}) };
}

/** Validates the parameters that need neither the database nor the network. Throws `parameter_invalid`. */
export function checkEndpointRequest(request: Partial<EndpointRequest>): void {
  if (request.events) parseSubscriptions(request.events);
  if (request.headers) checkOwnHeaders(request.headers);
  if (request.version !== undefined && !isReleased(request.version)) {
    throw invalid("version", `${request.version.slice(0, 40)} is not a released version.`);
  }
  if ((request.description?.length ?? 0) > MAX_DESCRIPTION_CHARS) {
    throw invalid("description", `At most ${MAX_DESCRIPTION_CHARS} characters are allowed.`);
  }
}

const FAMILIES = new Set(Object.keys(EVENT_TYPES).map((type) => type.split(".")[0]));
const MAX_ENTRIES = 100;

/** Removes duplicates from an endpoint's event types. Throws `parameter_invalid` for `events` when the list
 *  is empty or an entry is neither an event type nor `family.*` nor `*`. */
export function parseSubscriptions(events: readonly string[]): string[] {
  if (events.length === 0) throw invalid("events", 'Name at least one event type, or "*" for all.');
  if (events.length > MAX_ENTRIES) {
    throw invalid("events", `At most ${MAX_ENTRIES} event types are allowed.`);
  }
  for (const entry of events) {
    if (!isSubscription(entry)) {
      throw invalid("events", `There is no event type "${entry.slice(0, 100)}".`);
    }
  }
  return [...new Set(events)];
}

/** Whether `entry` is an event type, a `family.*` or `*`. */
export function isSubscription(entry: string): boolean {
  if (entry === "*" || Object.hasOwn(EVENT_TYPES, entry)) return true;
  return entry.endsWith(".*") && FAMILIES.has(entry.slice(0, -2));
}
