import { businessNow } from "#lib/kernel/business-time.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { ibanFault, isSepaCountry, plainIban } from "#lib/kernel/iban.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type RailRefusal, railFor, type TokenisedCard } from "#lib/rails/index.ts";
import type { NewBankAccount, NewCard, NewWallet, PaymentMethod } from "./types.ts";

/**
 * Exchanges a card for a token at the mode's rail and returns the new payment method; stores nothing. It has no network
 * token until the rail reports one with a charge. Number and security code go to the rail and are stored nowhere. Throws
 * `parameter_invalid` with the invalid field, `card_declined` for a card that the rail rejects (a real card in test
 * mode) and `gateway_error` if no rail serves the mode or it does not answer.
 */
export async function tokeniseCard(ctx: Context, card: NewCard): Promise<PaymentMethod> {
  const answer = await answerOf(() => railFor(ctx.mode).tokenise(card));
  return methodOf(ctx, "card", answer);
}

/** As `tokeniseCard`, for a wallet's token, which is a network token already: wallets do not reveal the card number. */
export async function tokeniseWallet(ctx: Context, wallet: NewWallet): Promise<PaymentMethod> {
  const answer = await answerOf(() => railFor(ctx.mode).tokeniseWallet(wallet));
  return { ...methodOf(ctx, wallet.wallet, answer), networkToken: true };
}

/** Throws `gateway_error` if the rail does not answer. Nothing was stored or charged, so the caller can repeat. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(
      "gateway_error",
      "The acquirer did not answer. Nothing was stored or charged. Retry.",
      { cause },
    );
  }
}

function methodOf(ctx: Context, type: string, answer: TokenisedCard | RailRefusal): PaymentMethod {
  if (answer.result === "malformed") throw invalid(`${type}[${answer.field}]`, answer.message);
  if (answer.result === "declined") throw declinedByRail(answer);
  return {
    ...newMethod(ctx, type, answer.railToken),
    // Keyed by account, so that equal cards have equal fingerprints within one merchant only.
    card: {
      ...answer.card,
      fingerprint: keyedHash("card-fingerprint", `${ctx.accountId} ${answer.card.fingerprint}`)
        .toString("hex")
        .slice(0, answer.card.fingerprint.length),
    },
  };
}

/** A new payment method with its token and no card or bank account yet. */
function newMethod(ctx: Context, type: string, railToken: string): PaymentMethod {
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

/** A rail's rejection of the instrument: 402 like a decline, but without a payment. */
function declinedByRail({
  message,
  decline,
}: Extract<RailRefusal, { result: "declined" }>): ApiError {
  const { declineCode: code, networkCode, adviceCode } = decline;
  return new ApiError("card_declined", message, { decline: { code, networkCode, adviceCode } });
}

/**
 * Exchanges a bank account for a token at the mode's rail and returns the new payment method; stores nothing. Only the
 * last four characters of the account number are kept. Throws `parameter_invalid` with the invalid field, also for an
 * account that the rail rejects, and `gateway_error` if no rail serves the mode or it does not answer.
 */
export async function tokeniseBankAccount(
  ctx: Context,
  account: NewBankAccount,
): Promise<PaymentMethod> {
  const checked = check(account);
  const answer = await answerOf(() => railFor(ctx.mode).tokeniseBank(checked));
  if (answer.result === "malformed") {
    throw invalid(`${account.type}[${answer.field}]`, answer.message);
  }
  if (answer.result === "declined") throw declinedByRail(answer);
  return { ...newMethod(ctx, account.type, answer.railToken), bank: answer.bank };
}

function check(account: NewBankAccount): NewBankAccount {
  if (account.type === "bacs_debit") return account;
  const iban = plainIban(account.iban);
  const fault = ibanFault(iban);
  if (fault) throw invalid("sepa_debit[iban]", fault);
  const country = iban.slice(0, 2);
  if (!isSepaCountry(country)) {
    throw invalid("sepa_debit[iban]", `Accounts in ${country} cannot be debited by SEPA.`);
  }
  return { ...account, iban };
}

const READY_TOKEN = "pm_test_";
const YEARS_AHEAD = 3;

/** Whether the value is a `pm_test_<card number>` instead of a stored payment method's id (decisions §5). */
export function isReadyToken(paymentMethod: string): boolean {
  return paymentMethod.startsWith(READY_TOKEN);
}

/**
 * Returns a new payment method for `pm_test_<card number>`, so that a first charge needs one request; stores nothing.
 * Throws `parameter_invalid` in live mode and for a number that is not a test card; the message does not contain the
 * number.
 */
export async function resolveReadyToken(
  ctx: Context,
  token: string,
  param: string,
): Promise<PaymentMethod> {
  if (ctx.mode !== "test") {
    throw invalid(param, "Tokens that begin with pm_test_ work in test mode only.");
  }
  const number = token.slice(READY_TOKEN.length);
  const card = { number, expMonth: 12, expYear: now().getUTCFullYear() + YEARS_AHEAD, cvc: "123" };
  try {
    return await tokeniseCard(ctx, card);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "parameter_invalid") throw error;
    throw invalid(param, "This pm_test_ token does not name a test card.");
  }
}
