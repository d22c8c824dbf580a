import type { Tx } from "#db/transact.ts";
import { APPROVABLE_CORRIDORS, payoutCorridorsIn } from "#lib/domain/accounts/index.ts";
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
import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { type PayeeRequest, type PayeeVerification, railFor } from "#lib/rails/index.ts";
import { announceAskedIn, askApprovalIn, heldBack } from "./approvals/ask-approval.ts";
import { checkPayout } from "./check-payout.ts";
import { PAYOUT_CURRENCIES } from "./corridors.ts";
import { API_NAMES, Faults, type Instruction } from "./instruction.ts";
import { expectedArrival, PENDING_MS } from "./payout-state.ts";
import * as store from "./store.ts";
import type { CheckedPayout, PayeeResult, Payout } from "./types.ts";

/**
 * Creates a payout, once per idempotency key. The payee is verified, and the amount is taken from the payout balance in
 * the transaction that records the payout. The worker sends it to its rail shortly after, or, above a limit of the
 * account, after a second person has approved it. Concurrent payouts together never exceed the balance or a limit.
 *
 * Throws `parameter_invalid` naming the fault of the instruction, also for a corridor that is not approved and for an
 * amount above the balance (`amount`); `gateway_error` in live mode without a connector; and as `once`. Locks the
 * currency's balance.
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

/** The payout of an instruction. Throws `parameter_invalid` naming the first fault. */
function checkedPayout(instruction: Instruction): CheckedPayout {
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
    throw invalid("amount", `The payout balance holds ${held}: top it up or send less.`);
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
  return `Payouts in ${currency} need an approved corridor for this account: ask your operator.`;
}

export type PayoutPreview = CheckedPayout & { payee: PayeeVerification; arrivalDate: string };

/** The payout as it would be sent, its arrival date, and the result of the payee verification. Creates nothing. Throws
 *  `parameter_invalid` as `createPayout`. */
export async function previewPayout(
  ctx: Context,
  instruction: Instruction,
): Promise<PayoutPreview> {
  const params = checkedPayout(instruction);
  const payee = await verifyPayee(ctx, params);
  const sendAt = dateFromMs(businessNow(ctx).getTime() + PENDING_MS);
  return { ...params, payee, arrivalDate: expectedArrival(params.rail, sendAt) };
}

/** A new `pending` payout, to be sent after `PENDING_MS` or on the requested day. */
export function makePayout(
  ctx: Context,
  params: CheckedPayout,
  known: {
    payeeVerification: PayeeResult | null;
    batch?: { id: Id<"pob">; row: number };
  },
): Payout {
  const id = newId("po");
  const createdAt = businessNow(ctx);
  const { rail, notBefore, ...what } = params;
  const sendAt = dateFromMs(Math.max(createdAt.getTime() + PENDING_MS, notBefore?.getTime() ?? 0));
  return {
    ...what,
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: "pending",
    payeeVerification: known.payeeVerification,
    railRequested: rail,
    rail,
    fallbackReason: null,
    endToEndId: params.endToEndId ?? id.slice("po_".length).toUpperCase(),
    reasonCode: null,
    batchId: known.batch?.id ?? null,
    batchRow: known.batch?.row ?? null,
    arrivalDate: expectedArrival(rail, sendAt),
    sentAt: null,
    railReference: null,
    railCheckAt: sendAt,
    approval: null,
    notBefore: null,
    requestId: ctx.requestId,
    createdAt,
  };
}

/** The currencies in which the account may pay out, including those that an operator has approved for it. */
export async function approvedCorridorsIn(tx: Tx | null, ctx: Context): Promise<Set<string>> {
  const approved = await payoutCorridorsIn(tx, ctx.accountId);
  const isOpen = (currency: string) =>
    !APPROVABLE_CORRIDORS.includes(currency) || approved.includes(currency);
  return new Set(PAYOUT_CURRENCIES.filter(isOpen));
}

/** Asks the beneficiary's bank whether the account has that name. If the bank does not answer, the result is
 *  `unavailable`, which does not prevent the payout. Throws `gateway_error` in live mode without a connector. */
export async function verifyPayee(
  ctx: Context,
  { beneficiary, currency }: PayeeRequest,
): Promise<PayeeVerification> {
  const rail = railFor(ctx.mode);
  try {
    return await rail.verifyPayee({ beneficiary, currency });
  } catch (error) {
    log.warn("could not verify a payee", { error, requestId: ctx.requestId });
    return { result: "unavailable", accountName: null };
  }
}
