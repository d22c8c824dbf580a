import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import type { KeyState } from "#lib/domain/idempotency/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import { lookUp } from "#lib/domain/lookup/index.ts";
import {
  keyStatesOfRequests,
  type RequestDetail,
  type RequestListItem,
  requestDetail,
  requestsAbout,
} from "#lib/domain/request-log/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import * as store from "./store.ts";
import { railCallsFor } from "./store.ts";

/** A call to a rail about an object. The object's id is the idempotency key at the rail. */
export type RailCall = {
  objectId: string;
  asked: "authorise" | "capture" | "refund" | "pay_out" | "set_up_mandate";
  amountMinor: bigint | null;
  currency: string | null;
  /** The object's status. */
  status: string;
  /** The rail's code for a decline or failure. */
  code: string | null;
  /** The rail's reference; null until it has answered. */
  reference: string | null;
  askedAt: Date;
  /** When the answer was recorded; null until then. */
  answeredAt: Date | null;
  /** When the rail is asked for the outcome again. */
  askAgainAt: Date | null;
};

/** A request with the state of its idempotency key, kept 24 hours. */
export type TracedRequest = RequestListItem & { key: KeyState | null };

/** Everything that belongs to one id, from the first request to the last delivery. */
export type Trace = {
  /** The objects, oldest first: the others belong to the first. */
  objectIds: string[];
  requests: TracedRequest[];
  railCalls: RailCall[];
  transfers: Transfer[];
  events: EventWithDeliveries[];
};

/**
 * The trace of an id of an object, transfer, event, delivery or request. Finds the object that it belongs to (a refund's
 * payment) and from there everything else: requests with their idempotency key states, rail calls, transfers, events and
 * deliveries. Throws `resource_missing`. Takes no lock.
 */
export async function traceOf(ctx: Context, id: string): Promise<Trace> {
  const asked = id.startsWith("req_") ? await requestDetail(ctx, id) : null;
  const named = asked
    ? [asked.request.objectId, ...asked.events.map(({ objectId }) => objectId)]
    : [await objectOf(ctx, id)];
  const objectIds = await whole(ctx, new Set(named.filter((one) => one !== null)));
  const [first, ...others] = objectIds;
  const [transfers, events, about] = first
    ? await Promise.all([
        transfersOf(ctx, objectIds),
        eventsAbout(ctx, objectIds, oldest(objectIds)),
        requestsAbout(ctx, [first, ...others]),
      ])
    : [[], [], []];
  const [requests, railCalls] = await Promise.all([
    withKeys(ctx, asked ? together(about, asked.request) : about),
    railCallsOf(ctx, objectIds, { transfers, events }),
  ]);
  return { objectIds, requests, railCalls, transfers, events };
}

async function objectOf(ctx: Context, id: string): Promise<string> {
  const origin = await store.originOf(ctx, id);
  if (origin) return origin[0] ?? gone(id);
  const found = await lookUp(ctx, id);
  return found.find((one) => one.id === id)?.id ?? gone(id);
}

function gone(id: string): never {
  throw missing("object", id);
}

/** Adds to each object the one that it belongs to and all that belong to that, oldest first. */
async function whole(ctx: Context, named: ReadonlySet<string>): Promise<string[]> {
  const found = await Promise.all(
    [...named].map(async (id) => {
      const root = (await store.causeOf(ctx, id))?.[0] ?? id;
      return [root, ...(await store.partsOf(ctx, root)), id];
    }),
  );
  return [...new Set(found.flat())].toSorted((a, b) => idTimeMs(a) - idTimeMs(b));
}

const oldest = (ids: readonly string[]) => Math.min(...ids.map(idTimeMs));

const together = (about: readonly RequestListItem[], one: RequestListItem) =>
  about.some(({ id }) => id === one.id) ? about : [one, ...about];

async function withKeys(
  ctx: Context,
  requests: readonly RequestListItem[],
): Promise<TracedRequest[]> {
  const states = await keyStatesOfRequests(ctx, requests);
  return requests.map((request) => ({ ...request, key: states.get(request.id) ?? null }));
}

type Recorded = { transfers: readonly Transfer[]; events: readonly EventWithDeliveries[] };

/** The rail calls of some objects. A call counts as answered at the object's first transfer or event after it; without
 *  either, at the object's last change. Takes no lock. */
async function railCallsOf(
  ctx: Context,
  objectIds: readonly string[],
  { transfers, events }: Recorded,
): Promise<RailCall[]> {
  if (objectIds.length === 0) return [];
  const calls = await railCallsFor(ctx, objectIds);
  return calls.map(({ changedAt, ...call }) => {
    const captured = transfers.find(
      ({ sourceId, kind }) => sourceId === call.objectId && kind === "capture",
    );
    if (call.asked === "capture") {
      const taken = captured?.createdAt ?? null;
      return { ...call, askedAt: taken ?? changedAt, answeredAt: taken };
    }
    if (WAITING.has(call.status)) return { ...call, answeredAt: null };
    const since = [
      ...transfers.filter(({ sourceId }) => sourceId === call.objectId),
      ...events.filter(({ objectId }) => objectId === call.objectId),
    ]
      .map(({ createdAt }) => createdAt.getTime())
      .filter((ms) => ms >= call.askedAt.getTime());
    return { ...call, answeredAt: since.length > 0 ? dateFromMs(Math.min(...since)) : changedAt };
  });
}

/** Statuses of a call that the rail has not answered yet. */
const WAITING: ReadonlySet<string> = new Set(["processing", "pending"]);

/** The rail calls that a request caused. None for a read or an idempotent replay; the capture for a request that
 *  changed an object; the others for a request that created one. Takes no lock. */
export async function railCallsBy(ctx: Context, detail: RequestDetail): Promise<RailCall[]> {
  const { objectId, method, path, replayed } = detail.request;
  if (objectId === null || method === "GET" || replayed) return [];
  const changed = path.includes(objectId);
  const calls = await railCallsOf(ctx, [objectId], detail);
  return calls.filter(({ asked }) => changed === (asked === "capture"));
}
