import type { Tx } from "#db/transact.ts";
import { LeaseHeldError, newLease, type RailLease } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { railFor, takeoverMs } from "#lib/rails/index.ts";
import { type PaymentStep, STEP_STARTS } from "./payment-state.ts";
import { lock } from "./refunding-store.ts";
import * as steps from "./step-store.ts";
import type { HeldPayment, Payment } from "./types.ts";

/** What is begun with a payment; `captureMinor` only of a capture. */
export type StepParams = { step: PaymentStep; captureMinor: bigint | null };

/**
 * Records that a step begins, before the rail is called: of several at once exactly one does, and
 * the recovery loop finishes it after a crash. Takes the payment's lease, unless the caller holds it (`held`). Locks
 * the payment until the transaction ends. Throws `resource_missing`, `state_invalid` when the payment's status does
 * not allow the step or another one is in progress, `LeaseHeldError` while somebody else asks the rail about the
 * payment, and `gateway_error` while no rail serves the mode; `choose` may refuse as well.
 */
export async function beginStepIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  choose: (payment: Payment) => StepParams,
  held: RailLease | null = null,
): Promise<HeldPayment> {
  const payment = await lock(tx, ctx, paymentId);
  if (!payment) throw missing("payment", paymentId);
  const params = choose(payment);
  if (payment.step !== null) throw busy(payment.step);
  if (!STEP_STARTS[params.step].includes(payment.status)) throw tooLate(params.step, payment);
  const begun: Payment = {
    ...payment,
    ...params,
    railCheckAt: dateFromMs(businessNowMs(ctx) + takeoverMs()),
  };
  // Known before anything is recorded: without a rail nothing may begin.
  void railFor(ctx.mode);
  const lease = held ?? newLease(payment);
  if (!(await steps.begin(tx, ctx, { from: payment, to: begun, lease })))
    throw new LeaseHeldError();
  return { payment: begun, lease };
}

const DOING: Record<PaymentStep, string> = {
  capture: "is being captured",
  cancel: "is being canceled",
  approve: "is being confirmed by the payer",
  refuse: "is being refused by the payer",
};

function busy(step: PaymentStep): ApiError {
  return new ApiError("state_invalid", `This payment ${DOING[step]} at this moment.`);
}

function tooLate(step: PaymentStep, { status, capture }: Payment): ApiError {
  const starts = STEP_STARTS[step].join(" or ");
  const done: Record<PaymentStep, string> = {
    capture: "captured",
    cancel: "canceled",
    approve: "confirmed",
    refuse: "refused",
  };
  const hint =
    step === "capture" && capture === "automatic" ? " It was created with automatic capture." : "";
  return new ApiError(
    "state_invalid",
    `Only a payment that is ${starts} can be ${done[step]}; this one is ${status}.${hint}`,
  );
}
