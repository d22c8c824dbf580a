import { setTimeout as sleep } from "node:timers/promises";
import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { sweepFunds } from "#lib/domain/settlements/index.ts";
import { makeDeliveriesDueNowIn } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
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
  const target = dateFromMs(nowMs() + aheadMs);
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
    now: dateFromMs(ms + aheadMs),
    aheadMs,
    target: dateFromMs(ms + targetMs),
    isAdvancing: targetMs > aheadMs,
  };
}

/**
 * Moves the account's clock to its target: from one thing that falls due to the next. Everything is done at its own
 * time, before the clock moves on. Waits while another process moves it. Returns when the clock has arrived, or after
 * about `patienceMs`; then the worker continues. After a crash, what was due is still due.
 */
export async function moveClock(accountId: Id<"acct">, patienceMs: number): Promise<SandboxClock> {
  const untilMs = nowMs() + patienceMs;
  const isOver = () => nowMs() >= untilMs;
  const leaseId = newId("req");
  let isDone = false;
  try {
    for (;;) {
      const clock = await store.find(accountId);
      if (clock.targetMs <= clock.aheadMs || isOver()) return shown(clock);
      if (!(await store.lease(accountId, { leaseId, leaseMs: LEASE_MS }))) {
        await sleep(LOOK_AGAIN_MS);
        continue;
      }
      // Patience may have ended an earlier walk before everything of this moment was done.
      isDone ||= await finishMoment(accountId, isOver);
      if (isDone && (await moveOn(accountId, leaseId, clock))) {
        isDone = await finishMoment(accountId, isOver);
      }
    }
  } finally {
    await store.release(accountId, leaseId);
  }
}

/** Moves the clock to what falls due next, or to the target when nothing does before it. False when another process
 *  has taken the clock over. */
async function moveOn(
  accountId: Id<"acct">,
  leaseId: string,
  clock: store.Clock,
): Promise<boolean> {
  const ms = nowMs();
  const due = await store.nextDue(accountId, dateFromMs(ms + clock.aheadMs));
  const aheadMs = Math.min(clock.targetMs, due ? due.getTime() - ms : clock.targetMs);
  return await transact(async (tx) => {
    if (!(await store.moveTo(tx, accountId, { leaseId, aheadMs }))) return false;
    await makeDeliveriesDueNowIn(tx, accountId, aheadMs - clock.aheadMs);
    return true;
  });
}

/** Does what is due at this moment of the account's clock. False when time was over first. */
async function finishMoment(accountId: Id<"acct">, isOver: () => boolean): Promise<boolean> {
  if (!(await finishDueWork(accountId, isOver))) return false;
  await sweepFunds(await systemContext({ accountId, mode: "test" }, "sandbox clock"));
  return true;
}

/** Clocks that a worker moves at the same time, and how long each may take before it is another's turn. */
const CLOCKS_AT_ONCE = 4;
const TURN_MS = SECOND_MS;
const LISTED_AT_ONCE = 100;

/** Continues advances that a crash or a caller's patience ended early: a turn for each account, the one that waited
 *  longest first. */
export async function finishAdvances(): Promise<void> {
  const accounts = await store.listUnfinished(LISTED_AT_ONCE);
  await forEachConcurrently(CLOCKS_AT_ONCE, accounts, async (account) => {
    try {
      await moveClock(account, TURN_MS);
    } catch (error) {
      log.warn("a sandbox clock could not be advanced, and will be tried again", {
        error,
        account,
      });
    }
  });
}
