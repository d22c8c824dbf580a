import { type Announcement, announcementsBy } from "#lib/domain/events/index.ts";
import type { KeyState } from "#lib/domain/idempotency/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import { settle } from "./browse-requests.ts";
import { findRequest, withSameKey } from "./browse-store.ts";
import { keyStatesOfRequests } from "./key-states.ts";
import type { LoggedRequest, RequestListItem } from "./types.ts";

const MOST_SAME_KEY = 10;

export type RequestDetail = {
  request: LoggedRequest;
  /** What is kept of its idempotency key, for 24 hours. */
  key: KeyState | null;
  /** Others with its idempotency key in the same space of keys, newest first. */
  sameKey: RequestListItem[];
  /** Movements of money that it caused. */
  transfers: Transfer[];
  /** What it announced, and to whom. */
  announcements: Announcement[];
};

/**
 * One request and all that came of it: its idempotency key's record and the other requests with it, movements
 * in the books, events and their deliveries. Throws `resource_missing`, also past the 30 days. Takes no lock.
 */
export async function requestDetail(ctx: Context, id: string): Promise<RequestDetail> {
  await settle();
  const request = await findRequest(ctx, id);
  if (!request) throw missing("request", id);
  const [standings, sameKey, announcements] = await Promise.all([
    keyStatesOfRequests(ctx, [request]),
    withSameKey(ctx, request, MOST_SAME_KEY),
    announcementsBy(ctx, request.id),
  ]);
  const transfers = await transfersDuring(ctx, request, announcements);
  return { request, key: standings.get(request.id) ?? null, sameKey, announcements, transfers };
}

/** A transfer does not say what caused it: those of the request's objects that were made while it ran did not
 *  come of anything else. */
async function transfersDuring(
  ctx: Context,
  { id, method, status, objectId, durationMs, replayed }: LoggedRequest,
  announcements: readonly Announcement[],
): Promise<Transfer[]> {
  const changes = (method === "POST" || method === "DELETE") && !replayed && status < 500;
  const objects = new Set(announcements.map((one) => one.objectId));
  if (objectId) objects.add(objectId);
  if (!changes || objects.size === 0) return [];
  const fromMs = idTimeMs(id);
  const made = await transfersOf(ctx, [...objects]);
  return made.filter((transfer) => {
    const ms = idTimeMs(transfer.id);
    return ms >= fromMs && ms <= fromMs + durationMs + SECOND_MS;
  });
}
