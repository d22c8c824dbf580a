import type { Announcement } from "#lib/domain/events/index.ts";
import type { Transfer } from "#lib/domain/ledger/index.ts";
import type { RequestDetail } from "#lib/domain/request-log/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { railCallsFor } from "./store.ts";
import type { RailCall } from "./types.ts";

type Recorded = { transfers: readonly Transfer[]; announcements: readonly Announcement[] };

/** What the rails were asked for some objects. An answer is recorded with the first movement or event that
 *  comes of it; a refusal that nobody was told of, when its object was changed. Takes no lock. */
export async function railCallsOf(
  ctx: Context,
  objectIds: readonly string[],
  { transfers, announcements }: Recorded,
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
      ...announcements.filter(({ objectId }) => objectId === call.objectId),
    ]
      .map(({ createdAt }) => createdAt.getTime())
      .filter((ms) => ms >= call.askedAt.getTime());
    return { ...call, answeredAt: since.length > 0 ? dateFromMs(Math.min(...since)) : changedAt };
  });
}

/** The rail has not said yet what became of it. */
const WAITING: ReadonlySet<string> = new Set(["processing", "pending"]);

/** What a request had a rail asked for: a repeat and a read, nothing; what changed an object, its capture; what
 *  made one, all else. Takes no lock. */
export async function railCallsBy(ctx: Context, detail: RequestDetail): Promise<RailCall[]> {
  const { objectId, method, path, replayed } = detail.request;
  if (objectId === null || method === "GET" || replayed) return [];
  const changed = path.includes(objectId);
  const calls = await railCallsOf(ctx, [objectId], detail);
  return calls.filter(({ asked }) => changed === (asked === "capture"));
}
