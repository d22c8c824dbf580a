import { transact } from "#db/transact.ts";
import {
  accountOfFundingNumber,
  fundingNumberOf,
  systemContext,
} from "#lib/domain/accounts/index.ts";
import { RAIL, recordChangeIn } from "#lib/domain/audit/index.ts";
import { dateFromMs, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { creditorReference, isCreditorReference } from "#lib/kernel/iban.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { type CreditOutcome, type PayoutAccount, railFor } from "#lib/rails/index.ts";
import * as store from "./credits-store.ts";
import { movePayoutFundsIn } from "./move-funds.ts";
import type { Credit } from "./types.ts";

/** Part of the prefix of our references; keeps the modes apart. */
const MODE_LETTERS: Readonly<Record<Mode, string>> = { live: "L", test: "T" };
const DIGITS = 8;

/** The reference that an account's incoming transfers must carry: a creditor reference (ISO 11649), whose check digits
 *  detect typing errors. */
export function fundingReference(mode: Mode, number: number): string {
  return creditorReference(`PD${MODE_LETTERS[mode]}${String(number).padStart(DIGITS, "0")}`);
}

const WRITTEN = /(?=(RF\d{2}PD([LT])(\d{8})))/g;

/** The funding number in a transfer's remittance text, in any spelling and among other text. Null if the text contains
 *  none for the mode, or more than one. */
function fundingNumberIn(mode: Mode, label: string): number | null {
  const plain = label.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const named = [...plain.matchAll(WRITTEN)]
    .filter(([, reference = "", letter]) => {
      return letter === MODE_LETTERS[mode] && isCreditorReference(reference);
    })
    .map(([, , , digits]) => Number(digits));
  const [first, ...others] = new Set(named);
  return first !== undefined && others.length === 0 ? first : null;
}

type FundingAccount = { currency: string; bank: string; account: PayoutAccount };
export type Funding = { reference: string; accounts: FundingAccount[]; credits: Credit[] };

const CREDITS = 10;

/**
 * The bank account per currency for topping up the payout balance by transfer, the reference to use, and the last 10
 * credits. Currencies that the rail does not offer are left out. Throws `gateway_error` if there is no rail or it does
 * not answer.
 */
export async function readFunding(ctx: Context, currencies: readonly string[]): Promise<Funding> {
  const { accountId, mode } = ctx;
  const reference = fundingReference(mode, await fundingNumberOf(accountId));
  const rail = railFor(mode);
  const [accounts, credits] = await Promise.all([
    Promise.all(
      currencies.map(async (currency) => {
        const offer = await rail.fundingAccount({ accountId, currency, reference });
        if (offer.result === "not_offered") return [];
        return [{ currency, bank: offer.bank, account: offer.account }];
      }),
    ),
    store.listLast(ctx, CREDITS),
  ]);
  return { reference, accounts: accounts.flat(), credits };
}

/** `unmatched`: the transfer has no known reference. `not_waiting`: the rail has not received such a transfer. */
type CreditResult = "booked" | "unmatched" | "not_waiting";

/**
 * Handles a rail's news of a credit. The news itself is not trusted: the rail is asked for the transfer by its own
 * reference. The received amount is added to the payout balance of the account in the payment reference, with ledger
 * transfer and audit entry in one transaction, once per rail reference, however often and concurrently it is reported.
 * Throws if the rail does not answer; the news must be sent again then. Locks the currency's balance.
 */
export async function bookCredit(mode: Mode, railReference: string): Promise<CreditResult> {
  if (await store.isBooked(mode, railReference)) return "booked";
  const outcome = await railFor(mode).creditStatus({ id: railReference });
  if (outcome.result !== "received") return "not_waiting";
  const number = fundingNumberIn(mode, outcome.reference);
  const accountId = number === null ? null : await accountOfFundingNumber(number);
  const credit = accountId && creditOf(railReference, outcome);
  if (!accountId || !credit) {
    log.warn("credit received with unknown reference", { credit: railReference, mode });
    return "unmatched";
  }
  const ctx = await systemContext({ accountId, mode }, RAIL);
  await transact(async (tx) => {
    // A concurrent call has booked it.
    if (!(await store.insert(tx, ctx, credit))) return;
    const { id, amountMinor, currency, payerName } = credit;
    await movePayoutFundsIn(tx, ctx, currency, [{ kind: "topup", amountMinor, sourceId: id }]);
    await recordChangeIn(tx, ctx, {
      action: "payout_balance.credited",
      subject: { id, ...(payerName === null ? {} : { name: payerName }) },
      after: { amountMinor, currency, railReference },
    });
  });
  return "booked";
}

/** Null if the amount is not positive. */
function creditOf(
  railReference: string,
  received: Extract<CreditOutcome, { result: "received" }>,
): Credit | null {
  const { amountMinor, currency, payerName, receivedAtMs } = received;
  if (amountMinor <= 0n) return null;
  return {
    id: newId("tu"),
    ...{ railReference, amountMinor, currency, payerName },
    receivedAt: dateFromMs(receivedAtMs),
    createdAt: now(),
  };
}
