import { transact } from "#db/transact.ts";
import { accountOfFundingNumber, systemContext } from "#lib/domain/accounts/index.ts";
import { RAIL, recordChangeIn } from "#lib/domain/audit/index.ts";
import { dateFromMs, now } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { type CreditOutcome, railFor } from "#lib/rails/index.ts";
import * as store from "./credits-store.ts";
import { fundingNumberIn } from "./funding-reference.ts";
import { movePayoutFundsIn } from "./move-funds.ts";
import type { Credit } from "./types.ts";

/** `unmatched`: nobody's reference is on it. `not_waiting`: the rail itself has received no such thing. */
export type Heard = "booked" | "unmatched" | "not_waiting";

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
