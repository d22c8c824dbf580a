import { type EventWithDeliveries, eventsOfRequest } from "#lib/domain/events/index.ts";
import { type KeyState, keyStatesOf, scopedKey } from "#lib/domain/idempotency/index.ts";
import { listKeys } from "#lib/domain/keys/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, idTimeMs } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { CreatedRange, KeysetPage, KeysetSlice, Page, PageRequest } from "#lib/kernel/page.ts";
import * as read from "./browse-store.ts";
import { findRequest, withSameKey } from "./browse-store.ts";
import { flushRequestLog } from "./note-request.ts";
import type { LogGap, LoggedRequest, RequestFilter, RequestListItem } from "./types.ts";

/** Rows are counted exactly up to here; counting more would cost time for a number nobody needs. */
const MOST_COUNTED = 10_000;
const MOST_GAPS = 5;
const MOST_ABOUT = 50;

/** Writes this process's pending requests first, so that a read includes them. Never throws. */
export async function settle(): Promise<void> {
  await flushRequestLog().catch((error) => log.warn("request log is behind", { error }));
}

/** One page of the requests of the last 30 days that match a filter, newest first, with their total (exact, or a lower
 *  bound when `uncounted`) and the latest gaps of the log. */
export async function browseRequests(
  ctx: Context,
  filter: RequestFilter,
  page: KeysetPage,
): Promise<KeysetSlice<RequestListItem> & { total: number; uncounted: boolean; gaps: LogGap[] }> {
  await settle();
  const [slice, counted, gaps] = await Promise.all([
    read.listItems(ctx, filter, page),
    read.countItems(ctx, filter, MOST_COUNTED),
    read.listGaps(ctx, MOST_GAPS),
  ]);
  const total = Math.min(counted, MOST_COUNTED);
  return { ...slice, total, uncounted: counted > MOST_COUNTED, gaps };
}

/** One page of the logged requests of the last 30 days for `/v1`, newest first. Throws `parameter_invalid` for an unknown
 *  cursor. Takes no lock. */
export async function listRequests(
  ctx: Context,
  filter: RequestFilter,
  page: PageRequest & { created?: CreatedRange | undefined },
): Promise<Page<RequestListItem>> {
  await settle();
  return await read.listLogged(ctx, filter, page);
}

/** One logged request with what is kept of its bodies. Throws `resource_missing`, also for one older than 30 days. */
export async function getRequest(ctx: Context, id: string): Promise<LoggedRequest> {
  await settle();
  const request = await findRequest(ctx, id);
  if (!request) throw missing("request", id);
  return request;
}

/** The writes about some objects, newest first, at most 50. The first of `objectIds` must be the oldest. */
export async function requestsAbout(
  ctx: Context,
  objectIds: readonly [string, ...string[]],
): Promise<RequestListItem[]> {
  await settle();
  return await read.writesAbout(ctx, objectIds, idTimeMs(objectIds[0]), MOST_ABOUT);
}

const MOST_SAME_KEY = 10;

export type RequestDetail = {
  request: LoggedRequest;
  /** The state of its idempotency key, kept 24 hours. */
  key: KeyState | null;
  /** Other requests with its idempotency key and a key of the same kind, newest first. */
  sameKey: RequestListItem[];
  /** Transfers that it caused. */
  transfers: Transfer[];
  /** Its events with their deliveries. */
  events: EventWithDeliveries[];
};

/**
 * One request and what it caused: the state of its idempotency key, other requests with that key, transfers, events and
 * their deliveries. Throws `resource_missing`, also for a request older than 30 days. Takes no lock.
 */
export async function requestDetail(ctx: Context, id: string): Promise<RequestDetail> {
  await settle();
  const request = await findRequest(ctx, id);
  if (!request) throw missing("request", id);
  const [states, sameKey, events] = await Promise.all([
    keyStatesOfRequests(ctx, [request]),
    withSameKey(ctx, request, MOST_SAME_KEY),
    eventsOfRequest(ctx, request.id),
  ]);
  const transfers = await transfersDuring(ctx, request, events);
  return { request, key: states.get(request.id) ?? null, sameKey, events, transfers };
}

/** Transfers do not store their cause, so this takes the transfers of the request's objects made while it ran. */
async function transfersDuring(
  ctx: Context,
  { id, method, status, objectId, durationMs, replayed }: LoggedRequest,
  events: readonly EventWithDeliveries[],
): Promise<Transfer[]> {
  const changes = (method === "POST" || method === "DELETE") && !replayed && status < 500;
  const objects = new Set(events.map((one) => one.objectId));
  if (objectId) objects.add(objectId);
  if (!changes || objects.size === 0) return [];
  const fromMs = idTimeMs(id);
  const made = await transfersOf(ctx, [...objects]);
  return made.filter((transfer) => {
    const ms = idTimeMs(transfer.id);
    return ms >= fromMs && ms <= fromMs + durationMs + SECOND_MS;
  });
}

async function publishableKeyIds(ctx: Context): Promise<ReadonlySet<Id<"key">>> {
  const keys = await listKeys(ctx);
  return new Set(keys.filter(({ kind }) => kind === "publishable").map(({ id }) => id));
}

/** The states of the idempotency keys of some requests, by request id. Keys older than 24 hours have none. Takes no
 *  lock. */
export async function keyStatesOfRequests(
  ctx: Context,
  requests: readonly RequestListItem[],
): Promise<ReadonlyMap<Id<"req">, KeyState>> {
  const publishable = await publishableKeyIds(ctx);
  const named = requests.flatMap(({ id, keyId, idempotencyKey }) =>
    idempotencyKey === null
      ? []
      : [{ id, key: scopedKey(publishable.has(keyId) ? "publishable" : "secret", idempotencyKey) }],
  );
  const keys = named.map(({ key }) => key);
  const states = await keyStatesOf(ctx, keys);
  return new Map(
    named.flatMap(({ id, key }) => {
      const state = states.get(key);
      return state ? [[id, state] as const] : [];
    }),
  );
}
