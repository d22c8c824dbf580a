import type { Tx } from "#db/transact.ts";
import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { isSubscription, MAX_ENDPOINTS } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, now, nowMs, secondFrom, secondOf } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import * as store from "./store.ts";
import { REPLAYABLE, type Replayable, type Selection } from "./types.ts";

export type ReplayRequest = {
  /** Both ends are rounded outwards to the whole seconds that are shown. */
  from: Date;
  /** The present when left out. */
  to?: Date | undefined;
  /** All of the mode's when left out. */
  endpoints?: readonly string[] | undefined;
  /** Exact types, `payment.*` or `*`; every type when left out. */
  types?: readonly string[] | undefined;
  /** What failed when left out. */
  statuses?: readonly Replayable[] | undefined;
};

const MAX_TYPES = 100;
/** A window that began 30 days ago is still that when it has been typed and sent. */
const GRACE_MS = 60_000;

/**
 * What was asked for, checked and complete. Throws `parameter_invalid` naming the parameter,
 * `resource_missing` for an endpoint that is not there, and `state_invalid` when there is none that
 * is enabled.
 */
export async function selectionOf(
  tx: Tx,
  ctx: Context,
  request: ReplayRequest,
): Promise<Selection> {
  const { from, to } = checkWindow(request.from, request.to ?? now());
  const types = unique(request.types, ["*"]);
  if (types.length > MAX_TYPES) throw invalid("types", `At most ${MAX_TYPES} are possible.`);
  const strange = types.find((type) => !isSubscription(type));
  if (strange !== undefined) {
    throw invalid("types", `There is no event type "${strange.slice(0, 100)}".`);
  }
  const statuses = unique<Replayable>(request.statuses, ["failed"]);
  const unknown = statuses.find((status) => !REPLAYABLE.includes(status));
  if (unknown) throw invalid("statuses", `Must be among ${REPLAYABLE.join(", ")}.`);
  return { from, to, types, statuses, endpoints: await endpointsOf(tx, ctx, request.endpoints) };
}

function checkWindow(from: Date, to: Date): { from: Date; to: Date } {
  const oldestMs = nowMs() - HISTORY_DAYS * DAY_MS - GRACE_MS;
  if (from >= to) throw invalid("to", "`to` must be later than `from`.");
  if (from.getTime() < oldestMs) {
    const message = `Deliveries are kept for ${HISTORY_DAYS} days: \`from\` must be later than ${dateFromMs(oldestMs).toISOString()}.`;
    throw invalid("from", message);
  }
  return { from: secondOf(from), to: secondFrom(to) };
}

async function endpointsOf(
  tx: Tx,
  ctx: Context,
  asked: readonly string[] | undefined,
): Promise<string[]> {
  if (asked && asked.length > MAX_ENDPOINTS) {
    throw invalid("endpoints", `At most ${MAX_ENDPOINTS} are possible.`);
  }
  const found = await store.endpoints(tx, ctx);
  const ids = unique(asked, [...found.keys()]);
  const stranger = ids.find((id) => !found.has(id));
  if (stranger !== undefined) throw missing("webhook endpoint", stranger, "endpoints");
  if (!ids.some((id) => found.get(id) === "enabled")) {
    const message =
      ids.length === 0
        ? "There is no endpoint to send to."
        : "Every one of these endpoints is disabled. Enable one before replaying.";
    throw new ApiError("state_invalid", message);
  }
  return ids;
}

function unique<T extends string>(asked: readonly T[] | undefined, usual: T[]): T[] {
  return asked && asked.length > 0 ? [...new Set(asked)] : usual;
}
