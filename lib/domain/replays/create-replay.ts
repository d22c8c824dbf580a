import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { notifyReplayers } from "./notify-replayers.ts";
import { estimateSeconds, PACE } from "./pace.ts";
import { type ReplayRequest, selectionOf } from "./select.ts";
import * as store from "./store.ts";
import type { Forecast, Replay, Selection } from "./types.ts";

/** Of an endpoint that nothing was delivered to for a day. */
const USUAL_ANSWER_MS = 200;

/** What a request would send, as counted now; writes nothing. Throws as `createReplayIn`. */
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
 * Asks for a range of deliveries to be sent again. A worker freezes the set and sends it at the pace
 * that its endpoints stand; with `dryRun` it stays a preview. Call `pokeReplayers()` after the commit.
 * Throws `parameter_invalid` naming the parameter, `resource_missing` for an endpoint that is not
 * there and `state_invalid` when none of them is enabled. Locks nothing.
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

/** As `createReplayIn`, in a transaction of its own. */
export async function createReplay(ctx: Context, request: ReplayRequest): Promise<Replay> {
  const replay = await transact((tx) => createReplayIn(tx, ctx, request));
  notifyReplayers();
  return replay;
}

/** Endpoints are served side by side, so the slowest decides how long it takes. */
async function forecastOf(tx: Tx, ctx: Context, selection: Selection): Promise<Forecast> {
  const found = await store.forecast(tx, ctx, selection);
  let seconds = 0;
  for (const { endpointId, total } of found.endpoints) {
    const medianMs = (await store.medianMs(tx, ctx, endpointId)) ?? USUAL_ANSWER_MS;
    seconds = Math.max(seconds, estimateSeconds(total, medianMs, PACE));
  }
  return { ...found, seconds };
}
