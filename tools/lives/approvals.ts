import assert from "node:assert/strict";
import { transact } from "#db/transact.ts";
import { decideApprovalIn } from "#lib/domain/payouts/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { asMember, limitPayouts } from "#test/payouts.ts";
import type { Player } from "./life.ts";

/** Two admins set payout limits, from 0 to very high. */
export async function limit({ till, dice }: Player): Promise<void> {
  const perPayout = dice.pick([0, 5_000, 20_000, 40_000]);
  await limitPayouts(till, { perPayout, perDay: perPayout * dice.pick([1, 2, 5]) });
}

type Waiting = { id: string };

/** A second person decides on a waiting payout or batch. Another may have decided already, or the approval may
 *  have expired. */
export async function decide({ till, dice }: Player): Promise<void> {
  const waiting = await till.rows<Waiting>(
    "select id from payout_approvals where account_id = $1 and state = 'pending' order by id",
  );
  if (waiting.length === 0) return;
  const { id } = dice.pick(waiting);
  const decisions = [dice.pick(["approved", "approved", "refused"] as const), "refused"] as const;
  const people = decisions.slice(0, 1 + dice.below(2));
  const tries = await Promise.allSettled(
    people.map(async (decision) => {
      const ctx = await asMember(till);
      return await transact((tx) => decideApprovalIn(tx, ctx, id, decision));
    }),
  );
  for (const one of tries) {
    if (one.status === "rejected" && !(one.reason instanceof ApiError)) throw one.reason;
  }
  assert.ok(
    tries.filter(({ status }) => status === "fulfilled").length <= 1,
    `${id} decided twice`,
  );
}

/** Contradictions between approvals and their payouts. */
export const APPROVALS = `
  with asked as (
    select a.id as approval, a.state, a.amount as asked, p.id, p.status, p.sent_at, p.amount
      from payout_approvals a
      join payouts p on p.account_id = a.account_id and coalesce(p.batch_id, p.id) = a.id
     where a.account_id = $1)
  select id || ' was sent, its approval is ' || state as what
    from asked where state <> 'approved' and (sent_at is not null or status not in ('pending', 'canceled'))
  union all
  select id || ' is ' || status || ', its approval is ' || state
    from asked where state in ('refused', 'expired', 'canceled') and status <> 'canceled'
  union all
  select approval || ' waits, and none of its payouts'
    from asked where state = 'pending' group by approval having bool_and(status <> 'pending')
  union all
  select approval || ' waits with the sum ' || asked
    from asked where state = 'pending' group by approval, asked
   having sum(amount) filter (where status = 'pending') is distinct from asked`;
