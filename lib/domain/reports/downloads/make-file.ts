import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { dateFromMs, HOUR_MS, isClockTrusted, now, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { nextPiece } from "#lib/kernel/streams.ts";
import { wireOf } from "#lib/wire/index.ts";
import { planFile } from "../plan-report.ts";
import { mailRecipientsIn } from "../schedules/run-schedule.ts";
import { type TakenFile, takeFile } from "./export-report.ts";
import * as store from "./store.ts";
import { type Download, LEASE_MS } from "./types.ts";

/** How long a file is retried after errors of our own. */
const GIVEN_UP_MS = HOUR_MS;

type Held = Download & { leasedUntil: Date };

/** The account whose file this process claimed last. */
let lastServed = "";

/**
 * Makes the file of the next prepared download, accounts taking turns; false if there is none. Holds a lease that every
 * piece renews; after a worker's death another worker starts over. The facts of the file and `report.ready` commit
 * together. Aborting `signal` releases the download for another worker.
 */
export async function makeNextFile(
  signal: AbortSignal,
  { leaseMs = LEASE_MS }: { leaseMs?: number } = {},
): Promise<boolean> {
  const held = (await store.claim(now(), dateFromMs(nowMs() + leaseMs), lastServed)) as Held | null;
  if (!held) return false;
  lastServed = held.accountId;
  try {
    await make(held, signal, leaseMs);
  } catch (error) {
    const isHopeless =
      error instanceof ApiError || nowMs() > held.createdAt.getTime() + GIVEN_UP_MS;
    log.error("could not make a report file", { error, id: held.id, isHopeless });
    if (isHopeless) await transact((tx) => failIn(tx, held));
  }
  return true;
}

async function failIn(tx: Tx, held: Held): Promise<void> {
  const failed = await store.failIn(tx, held, now());
  if (failed) await mailRecipientsIn(tx, failed);
}

async function make(held: Held, signal: AbortSignal, leaseMs: number): Promise<void> {
  const ctx = await systemContext(held, "reports");
  const file = await takeFile(planFile(ctx, held.query));
  try {
    for (let number = 0; ; number++) {
      if (signal.aborted) return await store.release(held);
      const bytes = await nextPiece(file);
      if (bytes === null) break;
      const leasedUntil = dateFromMs(nowMs() + leaseMs);
      const added = await store.addPiece(held, { number, bytes, ...file.facts() }, leasedUntil);
      // It was canceled, or another worker has claimed it.
      if (!added) return;
      held.leasedUntil = leasedUntil;
    }
    await complete(ctx, held, file);
  } finally {
    await file.close();
  }
}

async function complete(ctx: Context, held: Held, file: TakenFile): Promise<void> {
  const announced = await transact(async (tx) => {
    const ready = await store.completeIn(tx, held, file.facts(), now());
    if (!ready) return false;
    const data = wireOf("report", ready);
    await emitEvent(tx, ctx, { type: "report.ready", objectId: ready.id, data });
    await mailRecipientsIn(tx, ready);
    return true;
  });
  if (announced) notifyDispatcher();
}

const PRUNED_AT_ONCE = 20;

/** Marks exports of dead processes as failed, and deletes files after seven days. Deletes none while the clock of this
 *  process is not trusted. */
export async function tidyDownloads(): Promise<void> {
  await store.failAbandoned(now());
  while (isClockTrusted() && (await store.pruneFiles(PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
}
