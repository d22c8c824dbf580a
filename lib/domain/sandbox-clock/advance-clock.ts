import { setTimeout as sleep } from "node:timers/promises";
import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  claimKey,
  findEarlierCall,
  findStored,
  finishKey,
  type IdempotentRequest,
  inProgress,
  type RenderResponse,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import { sweepFunds } from "#lib/domain/settlements/index.ts";
import { makeDeliveriesDueNowIn } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import { finishDueWork } from "./finish-due-work.ts";
import * as store from "./store.ts";
import { isMoving } from "./store.ts";

/** Maximum lead of a clock over real time: years must keep four digits. */
const FURTHEST_MS = 100 * 366 * DAY_MS;
const LEASE_MS = 60 * SECOND_MS;
const LOOK_AGAIN_MS = 100;
/** How often the clock looks whether another process has finished. Most rail calls take some milliseconds. */
const BUSY_MS = 20;

export type SandboxClock = {
  /** The account's time in test mode. */
  now: Date;
  aheadMs: number;
  /** The time to which it is advancing; equals `now` once reached. */
  target: Date;
  isAdvancing: boolean;
};

/** The account's sandbox clock. Throws `resource_missing` in live mode. */
export async function readClock(ctx: Context): Promise<SandboxClock> {
  checkSandbox(ctx);
  return shown(await store.find(ctx.accountId));
}

/**
 * Moves the clock's target `seconds` ahead, in the caller's transaction. Call `moveClock` after the commit. Throws
 * `parameter_invalid` (`seconds`), and `resource_missing` in live mode. Locks the clock.
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

/** Counts the work that falls due during an advance, as of now; that work may cause more. Throws `parameter_invalid`
 *  (`seconds`), and `resource_missing` in live mode. Takes no lock. */
export async function previewAdvance(
  ctx: Context,
  seconds: number,
): Promise<{ target: Date; due: store.DueCounts }> {
  checkSandbox(ctx);
  const { targetMs } = await store.find(ctx.accountId);
  const aheadMs = targetMs + seconds * SECOND_MS;
  checkReach(aheadMs);
  const target = dateFromMs(nowMs() + aheadMs);
  return { target, due: await store.countDueBy(ctx.accountId, target) };
}

function checkReach(aheadMs: number): void {
  if (aheadMs > FURTHEST_MS) {
    throw invalid("seconds", "The clock must not be more than 100 years ahead.");
  }
}

function checkSandbox(ctx: Context): void {
  if (ctx.mode === "live") throw missing("test clock", "in live mode");
}

function shown({ aheadMs, targetMs }: store.Clock): SandboxClock {
  const ms = nowMs();
  return {
    now: dateFromMs(ms + aheadMs),
    aheadMs,
    target: dateFromMs(ms + targetMs),
    isAdvancing: targetMs > aheadMs,
  };
}

/**
 * Moves the account's clock to its target, stopping at each due time and doing the work due then. Waits while another
 * process moves the clock, or does what was due: a lease of real time is not passed by a clock that moves days in seconds.
 * Returns when the clock has arrived, or after about `patienceMs`; a worker continues then. After a crash, due work is
 * still due.
 */
async function moveClock(accountId: Id<"acct">, patienceMs: number): Promise<SandboxClock> {
  const untilMs = nowMs() + patienceMs;
  const isOver = () => nowMs() >= untilMs;
  const leaseId = newId("req");
  let hasMoved = false;
  let isBusy = watchLeases(accountId);
  try {
    for (;;) {
      const clock = await store.find(accountId);
      const hasArrived = clock.targetMs <= clock.aheadMs;
      if (isOver() || (hasArrived && !hasMoved)) return shown(clock);
      if (!(await store.lease(accountId, { leaseId, leaseMs: LEASE_MS }))) {
        await sleep(LOOK_AGAIN_MS);
        continue;
      }
      if (!(await finishMoment(accountId, isOver))) continue;
      const ms = nowMs() + clock.aheadMs;
      const dueMs = (await store.nextDue(accountId, dateFromMs(ms)))?.getTime() ?? Infinity;
      // Another process is claiming or doing that work, or it has just fallen due.
      if (dueMs <= ms || (await isBusy({ ms, dueMs }))) await sleep(BUSY_MS);
      else if (hasArrived) return shown(clock);
      else if (await moveOn(accountId, leaseId, { clock, byMs: dueMs - ms })) {
        hasMoved = true;
        isBusy = watchLeases(accountId);
      }
    }
  } finally {
    await store.release(accountId, leaseId);
  }
}

/**
 * Returns a function that tells whether another process still does work that is due at the clock's moment: its claim moved the
 * due time by `takeoverMs` at most. Only those that held a lease at the first look count, so that calls which keep coming
 * do not stop the clock.
 */
function watchLeases(accountId: Id<"acct">) {
  let awaited: readonly string[] | null = null;
  return async ({ ms, dueMs }: { ms: number; dueMs: number }): Promise<boolean> => {
    const latestMs = ms + takeoverMs();
    if (dueMs > latestMs) return false;
    const holders = await store.leaseHolders(accountId, dateFromMs(latestMs));
    awaited = awaited?.filter((one) => holders.includes(one)) ?? holders;
    return awaited.length > 0;
  };
}

/** Moves the clock forward by `byMs`, to its target at most. False if another process has taken the lease. */
async function moveOn(
  accountId: Id<"acct">,
  leaseId: string,
  { clock, byMs }: { clock: store.Clock; byMs: number },
): Promise<boolean> {
  const aheadMs = Math.min(clock.targetMs, clock.aheadMs + byMs);
  return await transact(async (tx) => {
    if (!(await store.moveTo(tx, accountId, { leaseId, aheadMs }))) return false;
    await makeDeliveriesDueNowIn(tx, accountId, aheadMs - clock.aheadMs);
    return true;
  });
}

/** Does all work due at the clock's current time. False if `isOver` became true first. */
async function finishMoment(accountId: Id<"acct">, isOver: () => boolean): Promise<boolean> {
  if (!(await finishDueWork(accountId, isOver))) return false;
  await sweepFunds(await systemContext({ accountId, mode: "test" }, "sandbox clock"));
  return true;
}

/** Clocks that a worker moves at the same time, and the time each may take per turn. */
const CLOCKS_AT_ONCE = 4;
const TURN_MS = SECOND_MS;
const LISTED_AT_ONCE = 100;

/** Continues advances that a crash or a timeout interrupted: one turn per account, the longest waiting first. */
export async function finishAdvances(): Promise<void> {
  const accounts = await store.listUnfinished(LISTED_AT_ONCE);
  await forEachConcurrently(CLOCKS_AT_ONCE, accounts, async (account) => {
    try {
      await moveClock(account, TURN_MS);
    } catch (error) {
      log.warn("could not advance a sandbox clock; will retry", {
        error,
        account,
      });
    }
  });
}

/** How long a call waits for the clock to arrive (decisions §3). */
const PATIENCE_MS = 30 * SECOND_MS;

/**
 * Advances the clock once per idempotency key, and stores the answer when the clock has arrived or after 30 s. A repeat
 * of a call that crashed resumes it and does not advance further. Throws as `advanceClockIn`, and
 * `idempotency_conflict`, `idempotency_in_progress`.
 */
export async function advanceClock(
  ctx: Context,
  seconds: number,
  { request, render }: { request: IdempotentRequest; render: RenderResponse<SandboxClock> },
): Promise<Answer> {
  for (;;) {
    const claimed = await transact(async (tx) => {
      if (!(await claimKey(tx, ctx, request, ctx.accountId))) return false;
      await advanceClockIn(tx, ctx, seconds);
      return true;
    });
    const earlier = claimed ? null : await findEarlierCall(ctx, request);
    if (earlier && "answer" in earlier) return earlier.answer;
    // The key expired between the two reads, so it can be claimed now.
    if (!claimed && !earlier) continue;
    if (!claimed && (await isMoving(ctx.accountId))) throw inProgress();
    const response = render(await moveClock(ctx.accountId, PATIENCE_MS));
    if (await finishKey(ctx, request, response)) return { ...response, replayed: false };
    const stored = await findStored(ctx, request);
    if (stored?.state === "finished") return replayOf(stored.response);
  }
}
