import type { Tx } from "#db/transact.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import { endOf, isLive } from "./mandate-state.ts";
import { activateIn } from "./move-mandate.ts";
import * as store from "./store.ts";
import type { Acceptance, Mandate, MandateScheme } from "./types.ts";

export type NewMandate = Acceptance & {
  scheme: MandateScheme;
  customer: Id<"cus"> | null;
  paymentMethod: Id<"pm">;
  /** The caller must say that the payer agreed, and did not: then only a live mandate will do. */
  isAgreementMissing?: boolean;
};

/**
 * Records that a payer agreed to be debited, in the transaction of whoever asks: a payment method has at
 * most one live mandate of a scheme, which is answered when there is one (it counts as used now). One of a
 * direct debit scheme is pending: call `settleMandate` after the commit; the recovery loop does when
 * that never comes. One for a card is active at once, since the first charge is what tells its issuer.
 * Throws `parameter_invalid` (`mandate_data`) where the agreement is missing. Locks the mandate.
 */
export async function acceptMandateIn(tx: Tx, ctx: Context, params: NewMandate): Promise<Mandate> {
  const { scheme, paymentMethod } = params;
  for (;;) {
    const latest = await store.latestOf(tx, ctx, { paymentMethod, scheme });
    if (latest && isLive(latest.status)) return await touchIn(tx, ctx, latest);
    if (params.isAgreementMissing) throw missingAgreement();
    const made = draft(ctx, params);
    // A rival may make one between the two statements: then it is found the next time.
    if (!(await store.insert(tx, made))) continue;
    return scheme === "card" ? await activateIn(tx, ctx, made, null) : made;
  }
}

/**
 * The mandate that a debit of a payment method refers to: the live one, or the first. Without a fresh
 * `acceptance` a mandate that has ended is not replaced: only the payer can agree anew. Throws
 * `parameter_invalid` (`payment_method`) then. Throws and locks as `acceptMandateIn`.
 */
export async function mandateForDebitIn(
  tx: Tx,
  ctx: Context,
  params: NewMandate & { isFresh: boolean },
): Promise<Mandate> {
  if (!params.isFresh && !params.isAgreementMissing) {
    const latest = await store.latestOf(tx, ctx, params);
    if (latest && !isLive(latest.status)) {
      throw invalid(
        "payment_method",
        `The mandate of this payment method is ${latest.status}. Have the payer agree again and give mandate_data, or make a new payment method.`,
      );
    }
  }
  return await acceptMandateIn(tx, ctx, params);
}

function missingAgreement() {
  return invalid(
    "mandate_data",
    "A first debit of a payment method needs mandate_data: when and from where the payer agreed.",
  );
}

/** Using a mandate puts its end off. */
async function touchIn(tx: Tx, ctx: Context, mandate: Mandate): Promise<Mandate> {
  const expiresAt = endOf(mandate.scheme, businessNowMs(ctx));
  const railCheckAt = mandate.status === "active" ? expiresAt : mandate.railCheckAt;
  const to: Mandate = { ...mandate, expiresAt, railCheckAt };
  if (!(await store.move(tx, ctx, mandate, to))) {
    throw new Error(`${mandate.id} changed while it was locked`);
  }
  return to;
}

function draft(ctx: Context, params: NewMandate): Mandate {
  const id = newId("mdt");
  const madeMs = businessNowMs(ctx);
  return {
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: "pending",
    scheme: params.scheme,
    reference: referenceOf(id, params.scheme),
    customerId: params.customer,
    paymentMethodId: params.paymentMethod,
    acceptedAt: params.acceptedAt ?? businessNow(ctx),
    acceptedIp: params.acceptedIp ?? null,
    failureCode: null,
    revocation: null,
    railReference: null,
    expiresAt: endOf(params.scheme, madeMs),
    railCheckAt: dateFromMs(madeMs + takeoverMs()),
    metadata: {},
    createdAt: businessNow(ctx),
  };
}

const BACS_CHARS = 16;

/** Up to 35 characters for SEPA, 18 for Bacs, both of capital letters and digits. */
function referenceOf(id: Id<"mdt">, scheme: MandateScheme): string {
  const tail = id.slice("mdt_".length).toUpperCase();
  return `PD${scheme === "bacs" ? tail.slice(-BACS_CHARS) : tail}`;
}
