import { Hono } from "hono";
import { z } from "zod";
import {
  askSecondFactor,
  changeRole,
  changeSessionEnds,
  inviteMember,
  listInvitations,
  listTeam,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "#lib/domain/members/index.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { ROLES } from "#lib/kernel/vocabulary/roles.ts";
import { affectedKeys, tellOfKeysIn } from "../key-concerns.ts";
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

const factorParams = z.strictObject({ ofEverybody: z.boolean() });

/** Throws as `askSecondFactor`. */
teamRoutes.post("/second-factor", manage, requireConfirmed("always"), async (c) => {
  const { ofEverybody } = await readBody(c, factorParams);
  await askSecondFactor({ session: c.get("session"), ctx: c.get("accountCtx") }, ofEverybody);
  return c.json({ ofEverybody });
});

const ends = z.strictObject({ idleMinutes: z.number(), days: z.number() });

/** Throws as `changeSessionEnds`. */
teamRoutes.post("/session-ends", manage, requireConfirmed("always"), async (c) => {
  await changeSessionEnds(c.get("accountCtx"), await readBody(c, ends));
  return c.json({ changed: true });
});

/** The keys about which an admin would have to decide if a member had another role, or, without one, were none any more.
 *  Throws `parameter_invalid` (`role`) and `resource_missing`. */
teamRoutes.get("/members/:id/keys", manage, async (c) => {
  const wanted = c.req.query("role");
  const next = wanted === undefined ? null : ROLES.find((one) => one === wanted);
  if (next === undefined) throw invalid("role", "Choose a role.");
  const { accountId } = c.get("accountCtx");
  const id = c.req.param("id");
  const isMember = (await listTeam(accountId)).some(({ userId }) => userId === id);
  if (!isMember) throw missing("member", id);
  return c.json(await affectedKeys(accountId, id, next));
});

/** Throws as `changeRole`. */
teamRoutes.post("/members/:id/role", manage, requireConfirmed("always"), async (c) => {
  const { role: next } = await readBody(c, roleChange);
  const [ctx, id] = [c.get("accountCtx"), c.req.param("id")];
  await changeRole(ctx, id, next, (tx) => tellOfKeysIn(tx, ctx, id, next));
  return c.json(await readTeam(c));
});

/** Throws as `removeMember`. */
teamRoutes.post("/members/:id/remove", manage, requireConfirmed("always"), async (c) => {
  const [ctx, id] = [c.get("accountCtx"), c.req.param("id")];
  await removeMember(ctx, id, (tx) => tellOfKeysIn(tx, ctx, id, null));
  return c.json({ removed: true });
});
