import { announcementsAbout } from "#lib/domain/events/index.ts";
import { transfersOf } from "#lib/domain/ledger/index.ts";
import { lookUp } from "#lib/domain/lookup/index.ts";
import {
  keyStatesOfRequests,
  type RequestListItem,
  requestDetail,
  requestsAbout,
} from "#lib/domain/request-log/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import { railCallsOf } from "./rail-calls.ts";
import * as store from "./store.ts";
import type { Trace, TracedRequest } from "./types.ts";

/**
 * All that an id is part of, whatever it is the id of: an object, a movement, an event, a delivery or a
 * request. From there it goes back to the object that the others came of (a refund's payment) and forward
 * to all that came of that: requests with their idempotency keys' records, calls of rails, movements in the
 * books, events and deliveries. Throws `resource_missing`. Takes no lock.
 */
export async function traceOf(ctx: Context, id: string): Promise<Trace> {
  const asked = id.startsWith("req_") ? await requestDetail(ctx, id) : null;
  const named = asked
    ? [asked.request.objectId, ...asked.announcements.map(({ objectId }) => objectId)]
    : [await objectOf(ctx, id)];
  const objectIds = await whole(ctx, new Set(named.filter((one) => one !== null)));
  const [first, ...others] = objectIds;
  const [transfers, announcements, about] = first
    ? await Promise.all([
        transfersOf(ctx, objectIds),
        announcementsAbout(ctx, objectIds, oldest(objectIds)),
        requestsAbout(ctx, [first, ...others]),
      ])
    : [[], [], []];
  const [requests, railCalls] = await Promise.all([
    withKeys(ctx, asked ? together(about, asked.request) : about),
    railCallsOf(ctx, objectIds, { transfers, announcements }),
  ]);
  return { objectIds, requests, railCalls, transfers, announcements };
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

/** Of each object the one that it came of, and all that came of that, oldest first. */
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
