import { inTransaction, type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { isSubscription, MAX_ENDPOINTS } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, now, nowMs, secondFrom, secondOf } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { REPLAYABLE, type Replayable } from "#lib/kernel/vocabulary/webhooks.ts";
import { estimateSeconds, PACE } from "./pace.ts";
import { notifyReplayers } from "./steer-replay.ts";
import * as store from "./store.ts";
import type { Forecast, Replay, Selection } from "./types.ts";

/** Response time assumed for an endpoint without a delivery in the last day. */
const USUAL_ANSWER_MS = 200;

/** The selection and forecast of a request, counted now. Writes nothing. Throws as `createReplayIn`. */
export async function previewReplay(
  ctx: Context,
  request: ReplayRequest,
): Promise<{ selection: Selection; forecast: Forecast }> {
  return await transact(async (tx) => {
    const selection = await selectionOf(tx, ctx, request);
    return { selection, forecast: await forecastOf(tx, ctx, selection) };
  });
}

/**
 * Creates a range replay. A worker freezes its set of deliveries and sends them at a pace that the endpoints can
 * take; with `dryRun` it stays a preview. Call `wakeAfterReplay()` after the commit. Throws `parameter_invalid` with
 * the parameter, `resource_missing` for an unknown endpoint and `state_invalid` when no endpoint is enabled. Takes no
 * lock.
 */
export async function createReplayIn(
  tx: Tx,
  ctx: Context,
  request: ReplayRequest & {
    dryRun?: boolean | undefined;
    metadata?: Record<string, string> | undefined;
  },
): Promise<Replay> {
  const selection = await selectionOf(tx, ctx, request);
  const { total, ...forecast } = await forecastOf(tx, ctx, selection);
  const moment = now();
  const dryRun = request.dryRun ?? false;
  const id = newId("rpl");
  await recordChangeIn(tx, ctx, {
    action: "replay.created",
    subject: { id },
    after: { deliveries: total, from: selection.from, to: selection.to, types: selection.types },
  });
  return await store.insert(tx, {
    ...selection,
    accountId: ctx.accountId,
    id,
    mode: ctx.mode,
    dryRun,
    status: dryRun ? "previewed" : "queued",
    total,
    forecast,
    dueAt: dryRun ? null : moment,
    metadata: mergeMetadata({}, request.metadata),
    createdAt: moment,
  });
}

/** As `createReplayIn`, in a transaction of its own; wakes the workers after the commit. */
export const createReplay = inTransaction(createReplayIn, notifyReplayers);

/** Endpoints are sent to in parallel, so the slowest one sets the duration. */
async function forecastOf(tx: Tx, ctx: Context, selection: Selection): Promise<Forecast> {
  const found = await store.forecast(tx, ctx, selection);
  let seconds = 0;
  for (const { endpointId, total } of found.endpoints) {
    const medianMs = (await store.medianMs(tx, ctx, endpointId)) ?? USUAL_ANSWER_MS;
    seconds = Math.max(seconds, estimateSeconds(total, medianMs, PACE));
  }
  return { ...found, seconds };
}

export type ReplayRequest = {
  /** Both ends are rounded outwards to whole seconds. */
  from: Date;
  /** Default: now. */
  to?: Date | undefined;
  /** Default: every endpoint of the mode. */
  endpoints?: readonly string[] | undefined;
  /** Exact types, `payment.*` or `*`; default: every type. */
  types?: readonly string[] | undefined;
  /** Default: `failed`. */
  statuses?: readonly Replayable[] | undefined;
};

const MAX_TYPES = 100;
/** Tolerance for a window that began exactly 30 days ago when the form was opened. */
const GRACE_MS = 60_000;

/**
 * Validates a request and fills in the defaults. Throws `parameter_invalid` with the parameter, `resource_missing`
 * for an unknown endpoint, and `state_invalid` when no endpoint is enabled.
 */
async function selectionOf(tx: Tx, ctx: Context, request: ReplayRequest): Promise<Selection> {
  const { from, to } = checkWindow(request.from, request.to ?? now());
  const types = unique(request.types, ["*"]);
  if (types.length > MAX_TYPES) throw invalid("types", `At most ${MAX_TYPES} types are allowed.`);
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
    throw invalid("endpoints", `At most ${MAX_ENDPOINTS} endpoints are allowed.`);
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
