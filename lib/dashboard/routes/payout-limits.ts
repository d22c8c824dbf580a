import { Hono } from "hono";
import { z } from "zod";
import { listTeam, mayDo } from "#lib/domain/members/index.ts";
import {
  decideLimitChange,
  listPayoutLimits,
  listPendingLimitChanges,
  namesOfActors,
  payoutOffers,
  setPayoutLimits,
} from "#lib/domain/payouts/index.ts";
import { requireConfirmed } from "../middleware/require-confirmed.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import { type PayoutLimitsView, payoutLimitsView } from "../views/approvals.ts";

/** From which amounts on payouts wait for a second person. */
export const payoutLimitRoutes = new Hono<DashboardEnv>();

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
    // A corridor that was taken back keeps its limits.
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

payoutLimitRoutes.get("/", async (c) => c.json<PayoutLimitsView>(await readLimits(c)));

const minor = z.string().regex(/^\d{1,11}$/, "Say how much.");
const params = z.strictObject({
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
    return c.json(await readLimits(c));
  },
);

/** Throws as `decideLimitChange`. */
payoutLimitRoutes.post(
  "/changes/:id/confirm",
  requireRole("manage_account"),
  requireConfirmed("in_live"),
  async (c) => {
    await decideLimitChange(c.get("ctx"), c.req.param("id"), "confirmed");
    return c.json(await readLimits(c));
  },
);

/** Throws as `decideLimitChange`. */
payoutLimitRoutes.post("/changes/:id/refuse", requireRole("manage_account"), async (c) => {
  await decideLimitChange(c.get("ctx"), c.req.param("id"), "refused");
  return c.json(await readLimits(c));
});
