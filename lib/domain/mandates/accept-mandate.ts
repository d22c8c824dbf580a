import type { Tx } from "#db/transact.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { MandateScheme } from "#lib/kernel/vocabulary/mandates.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import { endOf, isLive } from "./mandate-state.ts";
import { activateIn } from "./move-mandate.ts";
import { lockMandate } from "./read-mandates.ts";
import * as store from "./store.ts";
import type { Acceptance, Mandate } from "./types.ts";

export type NewMandate = Acceptance & {
  scheme: MandateScheme;
  customer: Id<"cus"> | null;
  paymentMethod: Id<"pm">;
  /** The caller had to state the payer's agreement and did not: only a live mandate is accepted. */
  isAgreementMissing?: boolean;
};

/**
 * Records the payer's agreement to be debited, in the caller's transaction. A payment method has at most one live
 * mandate per scheme; if it has one, returns that and counts it as used now. A new direct debit mandate is `pending`:
 * call `settleMandate` after the commit; if the process dies before that, the recovery loop does. A new card mandate is
 * `active`, because the first charge informs the issuer. Throws `parameter_invalid` (`mandate_data`) if the agreement
 * is missing. Locks the mandate.
 */
export async function acceptMandateIn(tx: Tx, ctx: Context, params: NewMandate): Promise<Mandate> {
  const { scheme, paymentMethod } = params;
  for (;;) {
    const latest = await store.lockLatest(tx, ctx, { paymentMethod, scheme });
    if (latest && isLive(latest.status)) return await touchIn(tx, ctx, latest);
    if (params.isAgreementMissing) throw missingAgreement();
    const made = draft(ctx, params);
    // Another transaction may insert one between the two statements; the next iteration finds it.
    if (!(await store.insert(tx, made))) continue;
    return scheme === "card" ? await activateIn(tx, ctx, made, null) : made;
  }
}

/**
 * Returns the mandate for a debit: the live one, or a new one if the payment method never had one. A mandate that has
 * ended is replaced only with a fresh `acceptance` (`isFresh`), because only the payer can agree again; otherwise throws
 * `parameter_invalid` (`payment_method`). Throws and locks as `acceptMandateIn`.
 */
export async function mandateForDebitIn(
  tx: Tx,
  ctx: Context,
  params: NewMandate & { isFresh: boolean },
): Promise<Mandate> {
  if (!params.isFresh && !params.isAgreementMissing) {
    const latest = await store.lockLatest(tx, ctx, params);
    if (latest && !isLive(latest.status)) {
      throw invalid(
        "payment_method",
        `The mandate of this payment method is ${latest.status}. Ask the payer to agree again and send mandate_data, or create a new payment method.`,
      );
    }
  }
  return await acceptMandateIn(tx, ctx, params);
}

/** Returns the live mandate of a payment method and counts it as used now; null if there is none. Locks the mandate. */
export async function touchLiveMandateIn(
  tx: Tx,
  ctx: Context,
  of: { paymentMethod: Id<"pm">; scheme: MandateScheme },
): Promise<Mandate | null> {
  const latest = await store.lockLatest(tx, ctx, of);
  return latest && isLive(latest.status) ? await touchIn(tx, ctx, latest) : null;
}

/** Returns a mandate that is charged under now, and counts it as used; null if it has ended. Locks the mandate. Throws
 *  `resource_missing`. */
export async function useMandateIn(tx: Tx, ctx: Context, id: string): Promise<Mandate | null> {
  const mandate = await lockMandate(tx, ctx, id);
  return isLive(mandate.status) ? await touchIn(tx, ctx, mandate) : null;
}

function missingAgreement() {
  return invalid(
    "mandate_data",
    "A first debit of a payment method needs mandate_data: when and from where the payer agreed.",
  );
}

/** Each use postpones the mandate's expiry, if it has one. */
async function touchIn(tx: Tx, ctx: Context, mandate: Mandate): Promise<Mandate> {
  const expiresAt = endOf(mandate.scheme, businessNowMs(ctx));
  if (expiresAt === null) return mandate;
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

/** Capital letters and digits: at most 35 characters for SEPA, 18 for Bacs. */
function referenceOf(id: Id<"mdt">, scheme: MandateScheme): string {
  const tail = id.slice("mdt_".length).toUpperCase();
  return `PD${scheme === "bacs" ? tail.slice(-BACS_CHARS) : tail}`;
}
