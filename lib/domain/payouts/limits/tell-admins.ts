import type { Tx } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { LimitChange, Limits } from "./types.ts";

/** E-mails those who may confirm a change of limits: once each, in the caller's transaction. */
export async function tellAdminsIn(
  tx: Tx,
  change: LimitChange,
  { by, from }: { by: string; from: Limits | null },
): Promise<void> {
  const { accountId, mode, id, currency, to, requestedBy, expiresAt } = change;
  const people = await listMembersWhoMayIn(tx, accountId, "manage_account");
  const label = (limits: Limits | null) =>
    limits
      ? `${formatMinor(limits.perPayoutMinor, currency)} per payout, ${formatMinor(limits.perDayMinor, currency)} within 24 hours`
      : "none";
  for (const { userId, email } of people) {
    if (userId === requestedBy) continue;
    await queueMailIn(tx, {
      accountId,
      mode,
      kind: "payout_limit_change_requested",
      fact: `payout_limit_change_requested ${id}`,
      to: { address: email, because: "you manage an account" },
      content: {
        subject: to
          ? `${by} wants to raise the payout limits for ${currency}`
          : `${by} wants to switch off the payout limits for ${currency}`,
        paragraphs: [
          `${by} asks for other payout limits in ${mode} mode. They take effect when you or another admin confirms.`,
          "Refuse the change if you did not expect it.",
        ],
        facts: [
          ["Limits now", label(from)],
          ["Limits asked for", label(to)],
          ["Decide until", toIsoSeconds(expiresAt)],
        ],
        action: { label: "See the change", url: `${env.publicUrl}/${mode}/settings/payout-limits` },
      },
    });
  }
}
