import { z } from "zod";
import { getAccount, updateAccount } from "#lib/domain/accounts/index.ts";
import { browseAudit, getAuditEntry } from "#lib/domain/audit/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { browseMail, getMail } from "#lib/domain/mail/index.ts";
import {
  askSecondFactor,
  changeRefundLimit,
  changeRole,
  changeSessionEnds,
  inviteMemberIn,
  listInvitations,
  listTeam,
  makeInvitationLink,
  type NewInvitation,
  permissionsByRole,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "#lib/domain/members/index.ts";
import { getsWeeklyMail, switchWeeklyMail } from "#lib/domain/weekly-figures/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { LOCALES } from "#lib/kernel/vocabulary/locales.ts";
import { ROLES } from "#lib/kernel/vocabulary/roles.ts";
import { affectedKeys, emailOwnersIn } from "../key-concerns.ts";
import { readPageParam, readParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { auditList, mailList, memberList } from "../lists/people.ts";
import { requireConfirmed, requireRole } from "../middleware/require.ts";
import { attemptId, readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import {
  accountView,
  auditActorView,
  auditEntryView,
  invitationView,
  notificationListItemView,
  notificationView,
  type TeamView,
  teamMemberView,
} from "../views/account.ts";
import { refundLimitsView } from "../views/refund-limits.ts";

export const accountRoutes = routesAt("/account");

export const changes = z.strictObject({
  name: z.string().max(500).optional(),
  timezone: z.string().max(100).optional(),
  defaultCurrency: z.string().max(10).optional(),
  locale: z.enum(LOCALES, { error: "Choose a format." }).optional(),
});

accountRoutes.get("/", async (c) => reply(c, accountView(await getAccount(c.get("membership")))));

accountRoutes.post("/", requireRole("manage_account"), async (c) =>
  reply(c, accountView(await updateAccount(c.get("accountCtx"), await readBody(c, changes)))),
);

/** Members and open invitations. */
export const teamRoutes = routesAt("/team");

const manage = requireRole("manage_team");
const role = z.enum(ROLES, { error: "Choose a role." });
export const invitation = z.strictObject({
  attempt: attemptId,
  email: z.string().max(300),
  role,
});
export const roleChange = z.strictObject({ role });

teamRoutes.get("/", async (c) => reply(c, await readTeam(c)));

addExport(teamRoutes, memberList);

async function readTeam(c: DashboardContext): Promise<TeamView> {
  const { accountId, requiresSecondFactor, sessionEnds, refundLimits } = c.get("membership");
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
    refundLimits: refundLimitsView(refundLimits),
    permissions: permissionsByRole(),
  };
}

/** Invites a person once per attempt. Throws as `inviteMemberIn`. */
teamRoutes.post("/invitations", manage, requireConfirmed("always"), async (c) => {
  const ctx = c.get("accountCtx");
  const { attempt, ...params } = await readBody(c, invitation);
  const view = (made: NewInvitation) => ({ id: made.invitation.id, url: made.url });
  const press = { attempt, params, status: 201, sensitive: true, view } as const;
  return await replyOnce(c, press, (request, render) =>
    once(ofLiveMode(c), request, (tx) => inviteMemberIn(tx, ctx, params), render),
  );
});

/** The account's context for what is stored by mode. */
const ofLiveMode = (c: DashboardContext): Context => ({
  ...c.get("accountCtx"),
  mode: "live",
  merchantCountry: c.get("membership").country,
  clockAheadMs: 0,
});

/** Throws as `makeInvitationLink`. */
teamRoutes.post("/invitations/:id/link", manage, requireConfirmed("always"), async (c) => {
  const { invitation, url } = await makeInvitationLink(c.get("accountCtx"), c.req.param("id"));
  return reply(c, { id: invitation.id, url }, 201);
});

teamRoutes.post("/invitations/:id/resend", manage, requireConfirmed("always"), async (c) => {
  await resendInvitation(c.get("accountCtx"), c.req.param("id"));
  return reply(c, await readTeam(c));
});

teamRoutes.post("/invitations/:id/revoke", manage, async (c) => {
  await revokeInvitation(c.get("accountCtx"), c.req.param("id"));
  return reply(c, await readTeam(c));
});

export const factorParams = z.strictObject({ ofEverybody: z.boolean() });

/** Throws as `askSecondFactor`. */
teamRoutes.post("/second-factor", manage, requireConfirmed("always"), async (c) => {
  const { ofEverybody } = await readBody(c, factorParams);
  await askSecondFactor({ session: c.get("session"), ctx: c.get("accountCtx") }, ofEverybody);
  return reply(c, { ofEverybody });
});

export const ends = z.strictObject({ idleMinutes: z.number(), days: z.number() });

/** Throws as `changeSessionEnds`. */
teamRoutes.post("/session-ends", manage, requireConfirmed("always"), async (c) => {
  await changeSessionEnds(c.get("accountCtx"), await readBody(c, ends));
  return reply(c, { changed: true });
});

export const refundLimit = z.strictObject({
  role,
  /** The most on one payment, in minor units by currency; null for no limit. */
  limits: z
    .array(
      z.strictObject({
        currency: z.string().max(3),
        amount: z.string().regex(/^(?:0|[1-9]\d{0,14})$/, "Enter an amount."),
      }),
    )
    .nullable(),
});

/** Throws as `changeRefundLimit`. */
teamRoutes.post("/refund-limits", manage, requireConfirmed("always"), async (c) => {
  const { role: limited, limits } = await readBody(c, refundLimit);
  await changeRefundLimit(c.get("accountCtx"), limited, limits);
  return reply(c, { changed: true });
});

/** The keys that would need a decision of an admin if the member had another role, or without `role` left the account.
 *  Throws `parameter_invalid` (`role`) and `resource_missing`. */
teamRoutes.get("/members/:id/keys", manage, async (c) => {
  const wanted = readParam(c, "role");
  const next = wanted === undefined ? null : ROLES.find((one) => one === wanted);
  if (next === undefined) throw invalid("role", "Choose a role.");
  const { accountId } = c.get("accountCtx");
  const id = c.req.param("id");
  const isMember = (await listTeam(accountId)).some(({ userId }) => userId === id);
  if (!isMember) throw missing("member", id);
  return reply(c, await affectedKeys(accountId, id, next));
});

/** Throws as `changeRole`. */
teamRoutes.post("/members/:id/role", manage, requireConfirmed("always"), async (c) => {
  const { role: next } = await readBody(c, roleChange);
  const [ctx, id] = [c.get("accountCtx"), c.req.param("id")];
  await changeRole(ctx, id, next, (tx) => emailOwnersIn(tx, ctx, id, next));
  return reply(c, await readTeam(c));
});

/** Throws as `removeMember`. */
teamRoutes.post("/members/:id/remove", manage, requireConfirmed("always"), async (c) => {
  const [ctx, id] = [c.get("accountCtx"), c.req.param("id")];
  await removeMember(ctx, id, (tx) => emailOwnersIn(tx, ctx, id, null));
  return reply(c, { removed: true });
});

/** The audit log of both modes. */
export const auditRoutes = routesAt("/audit");

auditRoutes.app.use(requireRole("read_audit_log"));

auditRoutes.get("/", async (c) => {
  const found = await browseAudit(c.get("membership"), auditList.filter(c), readPageParam(c));
  const { rows, actors, total, older, newer } = found;
  return reply(c, {
    entries: rows.map(auditEntryView),
    actors: actors.map(auditActorView),
    total,
    older,
    newer,
  });
});

addExport(auditRoutes, auditList, "read_audit_log");

auditRoutes.get("/:id", async (c) =>
  reply(c, auditEntryView(await getAuditEntry(c.get("membership"), c.req.param("id")))),
);

/** E-mails to members, of both modes. */
export const notificationRoutes = routesAt("/notifications");

notificationRoutes.app.use(requireRole("read_mail"));

notificationRoutes.get("/", async (c) => {
  const found = await browseMail(c.get("membership"), mailList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, {
    notifications: rows.map(notificationListItemView),
    total,
    older,
    newer,
    hasMailServer: env.smtpUrl !== null,
    weeklyMail: await getsWeeklyMail(c.get("membership")),
  });
});

export const weeklyMail = z.strictObject({ active: z.boolean() });

/** Switches the weekly e-mail for members who may close months on or off. */
notificationRoutes.post("/weekly", requireRole("manage_account"), async (c) => {
  const { active } = await readBody(c, weeklyMail);
  await switchWeeklyMail(c.get("accountCtx"), active);
  return reply(c, { active });
});

addExport(notificationRoutes, mailList, "read_mail");

notificationRoutes.get("/:id", async (c) =>
  reply(c, notificationView(await getMail(c.get("membership"), c.req.param("id")))),
);
