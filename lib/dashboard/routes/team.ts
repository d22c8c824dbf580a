import { Hono } from "hono";
import { z } from "zod";
import {
  askSecondFactor,
  changeRole,
  changeSessionEnds,
  inviteMember,
  listInvitations,
  listTeam,
  ROLES,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "#lib/domain/members/index.ts";
import { env } from "#lib/kernel/env.ts";
import { addExport } from "../lists/list.ts";
import { memberList } from "../lists/people.ts";
import { requireConfirmed } from "../middleware/require-confirmed.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import { invitationView, type TeamView, teamMemberView } from "../views/team.ts";

/** The people of the account, and those who were asked to join. */
export const teamRoutes = new Hono<DashboardEnv>();

const manage = requireRole("manage_team");
const role = z.enum(ROLES, { error: "Choose a role." });
const invitation = z.strictObject({ email: z.string().max(300), role });
const roleChange = z.strictObject({ role });

teamRoutes.get("/", async (c) => c.json<TeamView>(await readTeam(c)));

addExport(teamRoutes, memberList);

async function readTeam(c: DashboardContext): Promise<TeamView> {
  const { accountId, requiresSecondFactor, sessionEnds } = c.get("membership");
  const [members, invitations] = await Promise.all([
    listTeam(accountId),
    listInvitations(accountId),
  ]);
  return {
    members: members.map(teamMemberView),
    invitations: invitations.map((one) => invitationView(one, members)),
    hasMailServer: env.smtpUrl !== null,
    requiresSecondFactor,
    sessionEnds,
  };
}

/** Throws as `inviteMember`. */
teamRoutes.post("/invitations", manage, requireConfirmed("always"), async (c) => {
  const { id } = await inviteMember(c.get("accountCtx"), await readBody(c, invitation));
  return c.json({ id }, 201);
});

teamRoutes.post("/invitations/:id/resend", manage, requireConfirmed("always"), async (c) => {
  await resendInvitation(c.get("accountCtx"), c.req.param("id"));
  return c.json(await readTeam(c));
});

teamRoutes.post("/invitations/:id/revoke", manage, async (c) => {
  await revokeInvitation(c.get("accountCtx"), c.req.param("id"));
  return c.json(await readTeam(c));
});

const factorWish = z.strictObject({ ofEverybody: z.boolean() });

/** Throws as `askSecondFactor`. */
teamRoutes.post("/second-factor", manage, requireConfirmed("always"), async (c) => {
  const { ofEverybody } = await readBody(c, factorWish);
  await askSecondFactor({ session: c.get("session"), ctx: c.get("accountCtx") }, ofEverybody);
  return c.json({ ofEverybody });
});

const ends = z.strictObject({ idleMinutes: z.number(), days: z.number() });

/** Throws as `changeSessionEnds`. */
teamRoutes.post("/session-ends", manage, requireConfirmed("always"), async (c) => {
  await changeSessionEnds(c.get("accountCtx"), await readBody(c, ends));
  return c.json({ changed: true });
});

/** Throws as `changeRole`. */
teamRoutes.post("/members/:id/role", manage, requireConfirmed("always"), async (c) => {
  await changeRole(c.get("accountCtx"), c.req.param("id"), (await readBody(c, roleChange)).role);
  return c.json(await readTeam(c));
});

/** Throws as `removeMember`. */
teamRoutes.post("/members/:id/remove", manage, requireConfirmed("always"), async (c) => {
  await removeMember(c.get("accountCtx"), c.req.param("id"));
  return c.json({ removed: true });
});
