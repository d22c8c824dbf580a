import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { wireOf } from "#lib/wire/index.ts";
import { arrivalOf, sandboxReference } from "./settlement-state.ts";
import * as store from "./store.ts";
import type { Settlement } from "./types.ts";

/** The merchant's bank account in the sandbox. With a connector the acquirer reports it. */
const SANDBOX_BANK_LAST4 = "0000";

/** Number of accounts that one worker settles concurrently, so that a large account does not delay the others. */
const ACCOUNTS_AT_ONCE = 4;

/** Settles all accounts' funds whose cut-off has passed, by each account's clock. Safe to run in several processes
 *  concurrently. */
export async function settleDueFunds(): Promise<void> {
  await forEachConcurrently(ACCOUNTS_AT_ONCE, await store.dueAccounts(), async (subject) => {
    try {
      await sweepFunds(await systemContext(subject, "settlement"));
    } catch (error) {
      log.warn("an account's funds could not be settled and will be retried", {
        error,
        account: subject.accountId,
      });
    }
  });
}

/** Creates the settlements of all cut-offs that have passed for unsettled entries of the account and mode, oldest
 *  first. */
export async function sweepFunds(ctx: Context): Promise<void> {
  for (;;) {
    const due = await store.dueCutOffs(ctx, businessNow(ctx));
    let settled = 0;
    for (const { currency, cutOff } of due) {
      if (await settleCutOff(ctx, currency, cutOff)) settled++;
    }
    // Each settlement can leave another cut-off to settle. Stop when there is none, or other processes took them.
    if (settled === 0) return;
  }
}

/** Rolls the sweep back, so that the entries stay on the balance. */
class NotSettled extends Error {}

/**
 * Sweeps all entries of a currency from before the cut-off into one settlement: the entries, the settlement, its ledger
 * transfer and its event commit together. Returns false, and writes nothing, if the sum is not positive, or if another
 * process settled this cut-off or a later one: entries that committed since then wait for the next. Locks the entries.
 */
async function settleCutOff(ctx: Context, currency: string, cutOff: Date): Promise<boolean> {
  try {
    await transact(async (tx) => {
      const id = newId("stl");
      const { totals, firstAt } = await store.sweep(tx, ctx, { id, currency, cutOff });
      if (totals.net <= 0n || firstAt === null) throw new NotSettled();
      const before = await store.lastPeriodEnd(tx, ctx, currency);
      if (before !== null && before >= cutOff) throw new NotSettled();
      const made: Settlement = {
        ...totals,
        id,
        accountId: ctx.accountId,
        mode: ctx.mode,
        status: "scheduled",
        currency,
        periodStart: before ?? startOfDay(firstAt),
        periodEnd: cutOff,
        arrivalDate: arrivalOf(cutOff).toISOString().slice(0, 10),
        paidAt: null,
        bankAccountLast4: SANDBOX_BANK_LAST4,
        bankReference: ctx.mode === "test" ? sandboxReference(id) : null,
        failureReason: null,
        railCheckAt: arrivalOf(cutOff),
        createdAt: businessNow(ctx),
      };
      if (!(await store.insert(tx, made))) throw new NotSettled();
      const amountMinor = made.net;
      const sweep = { kind: "settlement", amountMinor, currency, sourceId: id } as const;
      await recordTransfersIn(tx, ctx, [sweep], made.createdAt);
      const data = wireOf("settlement", made);
      await emitEvent(tx, ctx, { type: "settlement.created", objectId: id, data });
    });
    notifyDispatcher();
    return true;
  } catch (error) {
    if (!(error instanceof NotSettled)) throw error;
    return false;
  }
}

const startOfDay = (moment: Date) => dateFromMs(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
