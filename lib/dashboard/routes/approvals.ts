import { z } from "zod";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { mayDo } from "#lib/domain/members/index.ts";
import {
  type Approval,
  type Decision,
  decideApprovalIn,
  namesOfActors,
} from "#lib/domain/payouts/index.ts";
import { readBody } from "../read-body.ts";
import { checkTyped } from "../typed-amount.ts";
import { type Reply, type RouteContext, replyOnce } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import {
  type ApprovalView,
  approvalView,
  type DecidedView,
  decidedView,
} from "../views/approvals.ts";

const press = z.strictObject({ attempt: z.uuid(), typed: z.string().max(100).optional() });

/** Approves or refuses what the path names, a payout or a batch, once per press. Real money is approved only when its
 *  sum is typed out. Throws as `decideApprovalIn` and `checkTyped`. */
export const decide =
  (decision: Decision) =>
  async (c: RouteContext<DecidedView>): Promise<Reply<DecidedView>> => {
    const ctx = c.get("ctx");
    const { attempt, typed } = await readBody(c, press);
    const asksSum = ctx.mode === "live" && decision === "approved";
    const decided = await replyOnce(
      c,
      { attempt, params: {}, view: decidedView },
      (request, render) =>
        once(
          ctx,
          request,
          (tx) =>
            decideApprovalIn(tx, ctx, c.req.param("id") ?? "", decision, (sum) => {
              if (asksSum) checkTyped(typed, sum);
            }),
          render,
        ),
    );
    notifyDispatcher();
    return decided;
  };

/** What is asked of a second person, as whoever looks may see it; null where nothing is. */
export async function readAsked(
  c: DashboardContext,
  approval: Approval | null,
): Promise<ApprovalView | null> {
  if (!approval) return null;
  const { requestedBy, decidedBy } = approval;
  const names = await namesOfActors(c.get("ctx"), [requestedBy, ...(decidedBy ? [decidedBy] : [])]);
  const mayPayOut = mayDo(c.get("membership").role, "pay_out");
  return approvalView(approval, { userId: c.get("user").id, mayPayOut, names });
}
