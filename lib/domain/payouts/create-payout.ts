import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  findStored,
  type IdempotentRequest,
  once,
  type Renderer,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import { movePayoutFundsIn, payoutBalanceIn } from "#lib/domain/payout-balance/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { announceAskedIn, askApprovalIn, heldBack } from "./approvals/ask-approval.ts";
import { approvedCorridorsIn } from "./approved-corridors.ts";
import { checkPayout } from "./check-payout.ts";
import { API_NAMES, Faults, type Instruction } from "./instruction.ts";
import { makePayout } from "./make-payout.ts";
import * as store from "./store.ts";
import type { CheckedPayout, PayeeResult, Payout } from "./types.ts";
import { verifyPayee } from "./verify-payee.ts";

/**
 * Makes a payout, once per idempotency key: the payee is verified, the amount is held on the payout balance
 * in the transaction that records it, and it is given to its rail a moment later by the worker: above a limit of
 * the account, once a second person has approved it. However many run at once, they never hold more than the
 * balance has, and never pass a limit together.
 *
 * Throws `parameter_invalid` naming what is wrong with the instruction, also for a corridor that is not
 * approved and an amount that the balance does not hold (`amount`); `gateway_error` in live mode without a
 * connector; and as `once`. Locks the currency's balance.
 */
export async function createPayout(
  ctx: Context,
  instruction: Instruction,
  request: IdempotentRequest,
  render: Renderer<Payout>,
): Promise<Answer> {
  const stored = await findStored(ctx, request);
  if (stored?.state === "finished") return replayOf(stored.response);
  const params = checkedPayout(instruction);
  const { result } = await verifyPayee(ctx, params);
  const answer = await once(ctx, request, (tx) => openIn(tx, ctx, params, result), render);
  notifyDispatcher();
  return answer;
}

/** The payout that an instruction asks for. Throws `parameter_invalid` naming the first fault. */
export function checkedPayout(instruction: Instruction): CheckedPayout {
  const faults = new Faults(API_NAMES);
  const params = checkPayout(instruction, faults);
  if (params) return params;
  const [first] = faults.found;
  throw invalid(first?.param ?? "", first?.message ?? "The instruction cannot be read.");
}

async function openIn(
  tx: Tx,
  ctx: Context,
  params: CheckedPayout,
  payeeVerification: PayeeResult,
): Promise<Payout> {
  const { currency, amountMinor } = params;
  if (!(await approvedCorridorsIn(tx, ctx)).has(currency)) {
    throw invalid("currency", notApproved(currency));
  }
  const made = makePayout(ctx, params, { payeeVerification });
  const { id } = made;
  const hold = { kind: "payout", amountMinor, sourceId: id } as const;
  if (!(await movePayoutFundsIn(tx, ctx, currency, [hold]))) {
    const held = formatMinor(await payoutBalanceIn(tx, ctx, currency), currency);
    throw invalid("amount", `The payout balance holds ${held}: top it up, or send less.`);
  }
  const approval = await askApprovalIn(tx, ctx, { id, amountMinor, currency });
  const payout = approval ? heldBack(made, approval) : made;
  await store.insert(tx, [payout]);
  if (approval) await announceAskedIn(tx, ctx, payout);
  const { beneficiary, rail } = payout;
  await recordChangeIn(tx, ctx, {
    action: "payout.created",
    subject: { id, name: beneficiary.name },
    after: { amountMinor, currency, rail, payeeVerification },
  });
  return payout;
}

export function notApproved(currency: string): string {
  return `Payouts in ${currency} are possible once the corridor is approved for this account: ask your operator.`;
}
