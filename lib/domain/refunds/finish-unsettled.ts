import { systemContext } from "#lib/domain/accounts/index.ts";
import { type RailLease, underLease } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import { advanceRefund } from "./advance-refund.ts";
import { askRail } from "./ask-rail.ts";
import { getRefund } from "./list-refunds.ts";
import { stepsTo } from "./refund-state.ts";
import * as store from "./store.ts";
import type { Refund } from "./types.ts";

/** Asks the rail about refunds that are on their way, or whose outcome a crash left open, and records what it says. */
export const unsettledRefunds = defineDueWork({
  name: "refunds",
  queue: store.dueRows,
  leaseMs: takeoverMs,
  finish: askAbout,
  failure: "a refund's outcome is still unknown",
});

async function askAbout(claimed: Refund): Promise<void> {
  const ctx = await systemContext(claimed, "recovery");
  await underLease(claimed, async (lease) => {
    const refund = await getRefund(ctx, claimed.id);
    // Whoever held the lease before may have finished it.
    if (refund.railCheckAt !== null) await goOn(ctx, refund, lease);
  });
}

async function goOn(ctx: Context, refund: Refund, lease: RailLease): Promise<void> {
  const outcome = await askRail(ctx, refund, lease);
  const isNews = refund.railReference === null || stepsTo(refund.status, outcome.result).length > 0;
  if (isNews) await advanceRefund(ctx, refund, outcome, null);
  else if ("askAgainAfterMs" in outcome) {
    await store.postpone(refund, dateFromMs(businessNowMs(ctx) + outcome.askAgainAfterMs));
  }
}
