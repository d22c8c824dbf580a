import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  type IdempotentRequest,
  once,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listTeam, mayDo, type TeamMember } from "#lib/domain/members/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { getDispute } from "./read-disputes.ts";
import * as store from "./store.ts";
import type { Dispute } from "./types.ts";

/** Returns the members to whom a dispute can be assigned: those whose role may answer it. Takes no lock. */
export async function assigneesOf(ctx: Context): Promise<TeamMember[]> {
  const team = await listTeam(ctx.accountId);
  return team.filter(({ role }) => mayDo(role, "manage_disputes"));
}

/**
 * Assigns a dispute to a member, or to nobody (null), once per idempotency key. The assignee gets an e-mail when a
 * colleague assigns it. Throws `resource_missing`, and `parameter_invalid` (`member`) for somebody who is not a member or
 * may not answer disputes. Locks the dispute.
 */
export async function assignDispute(
  ctx: Context,
  id: string,
  userId: string | null,
  request: IdempotentRequest,
  render: Renderer<TeamMember | null>,
): Promise<Answer> {
  await getDispute(ctx, id);
  const members = await assigneesOf(ctx);
  const member = members.find((one) => one.userId === userId) ?? null;
  if (userId !== null && member === null) {
    throw invalid("member", "Choose a member whose role may answer disputes.");
  }
  const work = (tx: Tx) => assignIn(tx, ctx, { id, member, members });
  return await once(ctx, request, work, render);
}

type Assignment = { id: string; member: TeamMember | null; members: readonly TeamMember[] };

async function assignIn(
  tx: Tx,
  ctx: Context,
  { id, member, members }: Assignment,
): Promise<TeamMember | null> {
  const dispute = await store.lock(tx, ctx, id);
  if (!dispute) throw missing("dispute", id);
  const before = await store.assign(tx, dispute, member?.userId ?? null);
  if (before === (member?.userId ?? null)) return member;
  const former = members.find((one) => one.userId === before)?.name;
  await recordChangeIn(tx, ctx, {
    action: "dispute.assigned",
    subject: { id },
    before: { to: before && (former ?? "a former member") },
    after: { to: member?.name ?? null },
  });
  const isSelf = ctx.actor.type === "member" && ctx.actor.userId === member?.userId;
  if (member && !isSelf) await mailAssigneeIn(tx, ctx, dispute, member);
  return member;
}

async function mailAssigneeIn(
  tx: Tx,
  { accountId, mode, actor, requestId }: Context,
  { id, amountMinor, currency, status, evidenceDueBy }: Dispute,
  { email }: TeamMember,
): Promise<void> {
  const amount = formatMinor(amountMinor, currency);
  const by = actor.type === "member" ? actor.name : "Paydesk";
  const open = status === "needs_response";
  await queueMailIn(tx, {
    accountId,
    mode,
    kind: "dispute_assigned",
    fact: `${id} ${requestId}`,
    to: { address: email, because: "a colleague assigned this dispute to you" },
    content: {
      subject: `A dispute of ${amount} was assigned to you`,
      paragraphs: [
        `${by} assigned a dispute of ${amount} to you.`,
        ...(open ? ["Submit the evidence before the deadline, or the dispute is lost."] : []),
        ...(mode === "test" ? ["It is a dispute of test mode."] : []),
      ],
      facts: open ? [["Response due", toIsoSeconds(evidenceDueBy)]] : [],
      action: { label: "Open the dispute", url: `${env.publicUrl}/${mode}/disputes/${id}` },
    },
  });
}
