import { z } from "zod";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { listTeam, mayDo } from "#lib/domain/members/index.ts";
import {
  type Approval,
  type Decision,
  decideApprovalIn,
  decideLimitChange,
  listPayoutLimits,
  listPendingLimitChanges,
  namesOfActors,
  payoutOffers,
  setPayoutLimits,
  whyNotDecided,
} from "#lib/domain/payouts/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { requireConfirmed, requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import {
  type BodyContext,
  type Reply,
  type RouteContext,
  reply,
  replyOnce,
  routesAt,
} from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import {
  type ApprovalView,
  approvalView,
  type DecidedView,
  decidedView,
  type PayoutLimitsView,
  payoutLimitsView,
} from "../views/payouts.ts";

export const press = z.strictObject({ attempt: z.uuid(), typed: z.string().max(100).optional() });

/** Approves or refuses a payout or a batch, once per `attempt`. In live mode an approval needs the typed amount. Throws
 *  as `decideApprovalIn` and `checkTyped`. */
export const decide =
  (decision: Decision) =>
  async (
    c: RouteContext<DecidedView> & BodyContext<z.input<typeof press>>,
  ): Promise<Reply<DecidedView>> => {
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

/** The approval as the screens show it; null without one. */
export async function readApproval(
  c: DashboardContext,
  approval: Approval | null,
): Promise<ApprovalView | null> {
  if (!approval) return null;
  const { requestedBy, decidedBy } = approval;
  const names = await namesOfActors(c.get("ctx"), [requestedBy, ...(decidedBy ? [decidedBy] : [])]);
  return approvalView(approval, names);
}

/** Why the viewer cannot decide on a payout or batch; null for a decision that is possible. */
export function decisionRefusals(c: DashboardContext, approval: Approval | null) {
  const refusal = whyNotDecided(c.get("ctx"), approval, c.get("user").id);
  return { approve: refusal, refuse: refusal };
}

/** Amounts above which a payout needs the approval of a second member. */
export const payoutLimitRoutes = routesAt("/:mode/payout-limits");

async function readLimits(c: DashboardContext): Promise<PayoutLimitsView> {
  const ctx = c.get("ctx");
  const [offers, limits, changes, team] = await Promise.all([
    payoutOffers(ctx),
    listPayoutLimits(ctx),
    listPendingLimitChanges(ctx),
    listTeam(ctx.accountId),
  ]);
  const names = await namesOfActors(
    ctx,
    changes.map(({ requestedBy }) => requestedBy),
  );
  const isSet = (currency: string) => limits.some((limit) => limit.currency === currency);
  return payoutLimitsView({
    // A corridor that is no longer approved keeps its limits.
    currencies: offers
      .filter(({ currency, isApproved }) => isApproved || isSet(currency))
      .map(({ currency }) => currency),
    limits,
    changes,
    names,
    userId: c.get("user").id,
    approvers: team.filter(({ role }) => mayDo(role, "pay_out")).length,
    admins: team.filter(({ role }) => mayDo(role, "manage_account")).length,
  });
}

payoutLimitRoutes.get("/", async (c) => reply(c, await readLimits(c)));

const minor = z.string().regex(/^(?:0|[1-9]\d{0,10})$/, "Enter an amount.");
export const params = z.strictObject({
  currency: z.string().max(3),
  limits: z.strictObject({ perPayout: minor, perDay: minor }).nullable(),
});

/** Throws as `setPayoutLimits`. */
payoutLimitRoutes.post(
  "/",
  requireRole("manage_account"),
  requireConfirmed("in_live"),
  async (c) => {
    const { currency, limits } = await readBody(c, params);
    const to = limits && {
      perPayoutMinor: BigInt(limits.perPayout),
      perDayMinor: BigInt(limits.perDay),
    };
    await setPayoutLimits(c.get("ctx"), currency, to);
    return reply(c, await readLimits(c));
  },
);

/** Throws as `decideLimitChange`. */
payoutLimitRoutes.post(
  "/changes/:id/confirm",
  requireRole("manage_account"),
  requireConfirmed("in_live"),
  async (c) => {
    await decideLimitChange(c.get("ctx"), c.req.param("id"), "confirmed");
    return reply(c, await readLimits(c));
  },
);

/** Throws as `decideLimitChange`. */
payoutLimitRoutes.post("/changes/:id/refuse", requireRole("manage_account"), async (c) => {
  await decideLimitChange(c.get("ctx"), c.req.param("id"), "refused");
  return reply(c, await readLimits(c));
});

/** Checks the typed amount of real money against the amount that is sent, also on the server. Throws
 *  `parameter_invalid` (`typed`). */
export function checkTyped(
  typed: string | undefined,
  { amountMinor, currency }: { amountMinor: bigint; currency: string | null },
): void {
  const figure = currency === null ? "nothing" : formatMinor(amountMinor, currency);
  if (typed?.trim() !== figure) {
    throw invalid("typed", `Type ${figure} to send real money.`);
  }
}
