import { setTimeout as sleep } from "node:timers/promises";
import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { finishDueSettlements, sweepFunds } from "#lib/domain/settlements/index.ts";
import { hurryDeliveriesIn } from "#lib/domain/webhooks/index.ts";
import { at, DAY_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { finishDueWork } from "./finish-due-work.ts";
import * as store from "./store.ts";

/** How far ahead a clock may be altogether: dates must stay within four digits of a year. */
const FURTHEST_MS = 100 * 366 * DAY_MS;
const LEASE_MS = 60 * SECOND_MS;
const LOOK_AGAIN_MS = 100;

export type SandboxClock = {
  /** The account's time in test mode. */
  now: Date;
  aheadMs: number;
  /** Where it is going: `now` when it is there. */
  target: Date;
  isAdvancing: boolean;
};

/** The account's sandbox clock. Throws `resource_missing` in live mode, which has none. */
export async function readClock(ctx: Context): Promise<SandboxClock> {
  checkSandbox(ctx);
  return shown(await store.find(ctx.accountId));
}

/**
 * Sets the clock's target `seconds` further than it was going, in the caller's transaction; then call
 * `moveClock`. Throws `parameter_invalid` (`seconds`), and `resource_missing` in live mode. Locks the clock.
 */
export async function advanceClockIn(tx: Tx, ctx: Context, seconds: number): Promise<SandboxClock> {
  checkSandbox(ctx);
  const clock = await store.addToTarget(tx, ctx.accountId, seconds * SECOND_MS);
  checkReach(clock.targetMs);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.clock_advanced",
    subject: { id: ctx.accountId },
    after: { seconds },
  });
  return shown(clock);
}

/** What stands in the way of an advance by so much, as of now: it may cause more of its own. Throws
 *  `parameter_invalid` (`seconds`), and `resource_missing` in live mode. Takes no lock. */
export async function previewAdvance(
  ctx: Context,
  seconds: number,
): Promise<{ target: Date; due: store.DueCounts }> {
  checkSandbox(ctx);
  const { targetMs } = await store.find(ctx.accountId);
  const aheadMs = targetMs + seconds * SECOND_MS;
  checkReach(aheadMs);
  const target = at(nowMs() + aheadMs);
  return { target, due: await store.countDueBy(ctx.accountId, target) };
}

function checkReach(aheadMs: number): void {
  if (aheadMs > FURTHEST_MS) {
    throw invalid("seconds", "The clock would be more than a hundred years ahead.");
  }
}

function checkSandbox(ctx: Context): void {
  if (ctx.mode === "live") throw missing("test clock", "in live mode");
}

function shown({ aheadMs, targetMs }: store.Clock): SandboxClock {
  const ms = nowMs();
  return {
    now: at(ms + aheadMs),
    aheadMs,
    target: at(ms + targetMs),
    isAdvancing: targetMs > aheadMs,
  };
}

/**
 * Moves the account's clock to its target: from one thing that falls due to the next, each done at its
 * own time before the clock goes on, so that everything happens in order. Waits when another process
 * moves it. Answers how it stands when it has arrived, or after `patienceMs`; then the worker goes on
 * where this left off. A crash in between loses nothing: what was due stays due.
 */
export async function moveClock(accountId: Id<"acct">, patienceMs: number): Promise<SandboxClock> {
  const untilMs = nowMs() + patienceMs;
  const leaseId = newId("req");
  try {
    for (;;) {
      const clock = await store.find(accountId);
      if (clock.targetMs <= clock.aheadMs || nowMs() >= untilMs) return shown(clock);
      if (await store.lease(accountId, { leaseId, leaseMs: LEASE_MS })) {
        await step(accountId, leaseId, clock);
      } else await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    await store.release(accountId, leaseId);
  }
}

/** One step: to what falls due next, or to the target when nothing does before it. */
async function step(accountId: Id<"acct">, leaseId: string, clock: store.Clock): Promise<void> {
  const ms = nowMs();
  const due = await store.nextDue(accountId, at(ms + clock.aheadMs));
  const aheadMs = Math.min(clock.targetMs, due ? due.getTime() - ms : clock.targetMs);
  const moved = await transact(async (tx) => {
    if (!(await store.moveTo(tx, accountId, { leaseId, aheadMs }))) return false;
    await hurryDeliveriesIn(tx, accountId, aheadMs - clock.aheadMs);
    return true;
  });
  if (moved) await doWhatIsDue(accountId);
}

async function doWhatIsDue(accountId: Id<"acct">): Promise<void> {
  await finishDueWork(accountId);
  while (await finishDueSettlements(accountId));
  await sweepFunds(await systemContext({ accountId, mode: "test" }, "sandbox clock"));
}

const AT_A_TIME = 20;
const WORKER_PATIENCE_MS = 5 * SECOND_MS;

/** Goes on with advances that a crash or a caller's patience left half-way. */
export async function finishAdvances(): Promise<void> {
  for (const accountId of await store.listUnfinished(AT_A_TIME)) {
    try {
      await moveClock(accountId, WORKER_PATIENCE_MS);
    } catch (error) {
      log.warn("a sandbox clock could not be advanced, and will be tried again", {
        error,
        account: accountId,
      });
    }
  }
}
