import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { REASON_CODES } from "#lib/kernel/bank-reasons.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import type { PayoutStatus } from "#lib/kernel/vocabulary/payouts.ts";
import { dayOf, NEVER_ARRIVED, PAYOUT_MOVES } from "./payout-state.ts";
import { moveIn } from "./record-outcome.ts";
import * as store from "./store.ts";
import type { Payout } from "./types.ts";

/** The status of each scenario, and its default reason code. */
const SCENARIOS = {
  submit: { to: "submitted", reason: null },
  settle: { to: "settled", reason: null },
  fail: { to: "failed", reason: "AB08" },
  return: { to: "returned", reason: "AC04" },
} as const satisfies Record<string, { to: PayoutStatus; reason: string | null }>;

/** The scenarios of a sandbox payout. `fail` (it never reached the beneficiary's bank) and `return` (that bank rejected or
 *  returned it) may name an ISO reason code: `return_AC06`, `fail_AB05`. */
export const PAYOUT_SCENARIOS = Object.keys(SCENARIOS);

/**
 * Gives a sandbox payout its outcome immediately, whatever its test account would cause; its rail is not asked again.
 * Throws `resource_missing`, `parameter_invalid` (`scenario`), and `state_invalid` if the transition is not permitted.
 * Locks the payout.
 */
export async function simulatePayoutIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Payout> {
  const payout = await store.lock(tx, ctx, id);
  if (!payout) throw missing("payout", id, "object");
  const { to: status, reasonCode } = readScenario(scenario);
  if (!PAYOUT_MOVES[payout.status].includes(status)) {
    const from = Object.entries(PAYOUT_MOVES).filter(([, next]) => next.includes(status));
    const names = from.map(([name]) => name).join(" or ");
    throw new ApiError(
      "state_invalid",
      `Only a payout that is ${names} can be ${status}; this one is ${payout.status}.`,
    );
  }
  if (payout.status === "pending" && payout.approval && payout.approval.state !== "approved") {
    throw new ApiError(
      "state_invalid",
      "This payout waits for approval and cannot be sent before.",
    );
  }
  const moment = businessNow(ctx);
  const to: Payout = {
    ...payout,
    status,
    reasonCode,
    sentAt: payout.sentAt ?? moment,
    arrivalDate: status === "settled" ? dayOf(moment) : payout.arrivalDate,
    railCheckAt: null,
  };
  if (!(await moveIn(tx, ctx, payout, { steps: [status], to }))) {
    throw new Error(`${id} changed while it was locked`);
  }
  await recordChangeIn(tx, ctx, {
    action: "sandbox.payout_simulated",
    subject: { id },
    before: { status: payout.status },
    after: { status, reasonCode },
  });
  return to;
}

function readScenario(scenario: string): { to: PayoutStatus; reasonCode: string | null } {
  const [name = "", reason, more] = scenario.split("_");
  const known = Object.hasOwn(SCENARIOS, name)
    ? SCENARIOS[name as keyof typeof SCENARIOS]
    : undefined;
  const isKnown = known && more === undefined && (reason === undefined || known.reason !== null);
  if (!isKnown) {
    const names = PAYOUT_SCENARIOS.join(", ");
    throw invalid(
      "scenario",
      `The scenarios of a payout are ${names}, with an optional reason, such as return_AC06.`,
    );
  }
  const reasons = REASON_CODES.filter((code) => NEVER_ARRIVED.includes(code) === (name === "fail"));
  if (reason !== undefined && !reasons.includes(reason)) {
    throw invalid(
      "scenario",
      `${excerpt(reason, 20)} is not one of the reasons ${reasons.join(", ")}.`,
    );
  }
  return { to: known.to, reasonCode: reason ?? known.reason };
}
