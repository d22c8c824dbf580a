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

/** Tells our references from other people's, and one mode's from the other's. */
const MODE_LETTERS: Readonly<Record<Mode, string>> = { live: "L", test: "T" };
const DIGITS = 8;

/** What transfers of the account whose funding number this is are known by: a creditor reference (ISO 11649),
 *  whose check digits find a slip of the pen. */
export function fundingReference(mode: Mode, number: number): string {
  return creditorReference(`PD${MODE_LETTERS[mode]}${String(number).padStart(DIGITS, "0")}`);
}

const WRITTEN = /(?=(RF\d{2}PD([LT])(\d{8})))/g;

/** The funding number that a payer's words name for a mode: however they wrote it, and whatever stands around it.
 *  Null when they name none, or more than one. */
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
 * Where to send money that is to be paid out, in each of `currencies` that the rail takes, what to write on the
 * transfer, and the last ones that arrived. Throws `gateway_error` where there is no rail, or none that answers.
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

/** `unmatched`: nobody's reference is on it. `not_waiting`: the rail itself has received no such thing. */
type Heard = "booked" | "unmatched" | "not_waiting";

/**
 * What a rail's news of a credit comes to. The news is not believed: the rail is asked by its own name for the
 * transfer, and what it has received is added to the payout balance of the account whose reference it names, with
 * the ledger's transfer and the audit entry, in one transaction: once per name, for the first account that it was
 * booked for, however often and at once it is told. Throws when the rail does not answer: tell it again. Locks the
 * currency's balance.
 */
export async function bookCredit(mode: Mode, railReference: string): Promise<Heard> {
  if (await store.isBooked(mode, railReference)) return "booked";
  const outcome = await railFor(mode).creditStatus({ id: railReference });
  if (outcome.result !== "received") return "not_waiting";
  const number = fundingNumberIn(mode, outcome.reference);
  const accountId = number === null ? null : await accountOfFundingNumber(number);
  const credit = accountId && creditOf(railReference, outcome);
  if (!accountId || !credit) {
    log.warn("a credit names nobody's reference", { credit: railReference, mode });
    return "unmatched";
  }
  const ctx = await systemContext({ accountId, mode }, RAIL);
  await transact(async (tx) => {
    // A rival has booked it.
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

/** Null for an amount of nothing. */
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
