import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type RailRefusal, railFor, type TokenisedCard } from "#lib/rails/index.ts";
import type { NewCard, NewWallet, PaymentMethod } from "./types.ts";

/**
 * Exchanges a card for a token at the mode's rail and returns the payment method it makes, not stored yet. It has
 * no network token until the rail tells of one with a charge. The number and code go to the rail and are kept
 * nowhere. Throws `parameter_invalid` naming the field at fault, `card_declined` for a card that the rail refuses
 * (a real card in test mode) and `gateway_error` while no rail serves the mode or it does not answer.
 */
export async function tokeniseCard(ctx: Context, card: NewCard): Promise<PaymentMethod> {
  const answer = await asked(() => railFor(ctx.mode).tokenise(card));
  return methodOf(ctx, "card", answer);
}

/** The same for what a payer's wallet handed out, which is a network token already: wallets never hand out the
 *  number of the card. Throws as `tokeniseCard`. */
export async function tokeniseWallet(ctx: Context, wallet: NewWallet): Promise<PaymentMethod> {
  const answer = await asked(() => railFor(ctx.mode).tokeniseWallet(wallet));
  return { ...methodOf(ctx, wallet.wallet, answer), networkToken: true };
}

/** Nothing was stored or charged, so any repeat is safe. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(
      "gateway_error",
      "The acquirer gave no answer, so nothing could be read. Nothing was charged; retry.",
      { cause },
    );
  }
}

function methodOf(ctx: Context, type: string, answer: TokenisedCard | RailRefusal): PaymentMethod {
  if (answer.result === "malformed") throw invalid(`${type}[${answer.field}]`, answer.message);
  if (answer.result === "declined") throw refused(answer);
  return {
    ...bare(ctx, type, answer.railToken),
    // Equal cards are recognised within one merchant, never between merchants.
    card: {
      ...answer.card,
      fingerprint: keyedHash("card-fingerprint", `${ctx.accountId} ${answer.card.fingerprint}`)
        .toString("hex")
        .slice(0, answer.card.fingerprint.length),
    },
  };
}

/** A payment method before anything is known of it but its token. */
export function bare(ctx: Context, type: string, railToken: string): PaymentMethod {
  return {
    id: newId("pm"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    type,
    status: "active",
    railToken,
    card: null,
    bank: null,
    customerId: null,
    networkToken: false,
    reusable: true,
    metadata: {},
    createdAt: businessNow(ctx),
  };
}

/** A rail's own refusal, before any charge: 402 like a decline, with no payment. */
export function refused({
  message,
  decline,
}: Extract<RailRefusal, { result: "declined" }>): ApiError {
  const { declineCode: code, networkCode, adviceCode } = decline;
  return new ApiError("card_declined", message, { decline: { code, networkCode, adviceCode } });
}
