import type { Tx } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { PayoutApproval } from "./types.ts";

/** E-mails those who may decide on a payout or a batch: once each, in the caller's transaction. */
export async function tellApproversIn(
  tx: Tx,
  approval: PayoutApproval,
  asker: string,
): Promise<void> {
  const { accountId, mode, id, amountMinor, currency, excluded, expiresAt, reason } = approval;
  const people = await listMembersWhoMayIn(tx, accountId, "pay_out");
  const isBatch = id.startsWith("pob_");
  const what = isBatch ? "payout batch" : "payout";
  const amount = formatMinor(amountMinor, currency);
  const limit =
    reason === "per_payout"
      ? "It is above the limit for one payout."
      : "With the payouts of the 24 hours before, it is above the daily limit.";
  for (const { userId, email } of people) {
    if (excluded.includes(userId)) continue;
    await queueMailIn(tx, {
      accountId,
      mode,
      kind: "payout_approval_requested",
      fact: `payout_approval_requested ${id}`,
      to: { address: email, because: "you may approve payouts of an account" },
      content: {
        subject: `A ${what} of ${amount} waits for approval`,
        paragraphs: [
          `A ${what} of ${amount} in ${mode} mode waits for a second person. ${limit}`,
          "Nothing is sent before somebody approves it. It is canceled when nobody decides in time.",
        ],
        facts: [
          ["Made by", asker],
          ["Decide until", toIsoSeconds(expiresAt)],
        ],
        action: {
          label: `See the ${what}`,
          url: `${env.publicUrl}/${mode}/${isBatch ? "batches" : "payouts"}/${id}`,
        },
      },
    });
  }
}
