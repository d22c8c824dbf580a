import { systemContext } from "#lib/domain/accounts/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { at, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import { advanceRefund } from "./advance-refund.ts";
import { askRail } from "./ask-rail.ts";
import { stepsTo } from "./refund-state.ts";
import * as store from "./store.ts";
import type { Refund } from "./types.ts";

const BATCH = 50;

/**
 * Asks the rail about refunds that are on their way, or whose outcome a crash left open, and records
 * what it says. Answers whether there may be more. `account`: only of this one. Safe to run in many
 * processes at once.
 */
export async function finishUnsettledRefunds(account: Id<"acct"> | null = null): Promise<boolean> {
  const due = await store.claimDue({
    nowMs: nowMs(),
    leaseMs: takeoverMs(),
    limit: BATCH,
    account,
  });
  for (const refund of due) {
    try {
      await askAbout(refund);
    } catch (error) {
      log.warn("a refund's outcome is still unknown", { error, refund: refund.id });
    }
  }
  return due.length === BATCH;
}

async function askAbout(refund: Refund): Promise<void> {
  const ctx = await systemContext(refund, "recovery");
  const outcome = await askRail(ctx, refund);
  const isNews = refund.railReference === null || stepsTo(refund.status, outcome.result).length > 0;
  if (isNews) await advanceRefund(ctx, refund, outcome, null);
  else if ("askAgainAfterMs" in outcome) {
    await store.postpone(refund, at(businessNowMs(ctx) + outcome.askAgainAfterMs));
  }
}
