import { z } from "zod";
import {
  checkChannel,
  createChannelIn,
  deleteChannel,
  listChannels,
  testChannel,
} from "#lib/domain/alert-channels/index.ts";
import {
  changePreferences,
  changeRule,
  countUnread,
  createRuleIn,
  deleteRule,
  getAlertRule,
  listAlertRules,
  markRead,
  muteRule,
  prepareRule,
  readInbox,
  readPreferences,
  tryRule,
} from "#lib/domain/alerts/index.ts";
import { listTeam, mayDo } from "#lib/domain/members/index.ts";
import { ALERT_KINDS, MUTE_PERIODS } from "#lib/kernel/vocabulary/alerts.ts";
import { ROLES } from "#lib/kernel/vocabulary/roles.ts";
import { readParam } from "../list-params.ts";
import { requireRole } from "../middleware/require.ts";
import { attemptId, readBody } from "../read-body.ts";
import { reply, replyPrepared, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import {
  type AlertRulesView,
  alertRulesView,
  alertRuleView,
  alertView,
  inboxItemView,
  trialView,
} from "../views/alerts.ts";

/** The alerts of the signed-in person. */
export const alertRoutes = routesAt("/:mode/alerts");

const reader = (c: DashboardContext) => ({ ...c.get("ctx"), userId: c.get("user").id });

alertRoutes.get("/", async (c) => {
  const person = reader(c);
  const [{ rows, older }, unread] = await Promise.all([
    readInbox(person, readParam(c, "before") ?? null),
    countUnread(person),
  ]);
  return reply(c, { alerts: rows.map(inboxItemView), unread, older });
});

alertRoutes.get("/unread", async (c) => reply(c, { unread: await countUnread(reader(c)) }));

export const readMarks = z.strictObject({
  /** All without it. */
  ids: z.array(z.string().max(60)).max(100).optional(),
});

alertRoutes.post("/read", async (c) => {
  const { ids } = await readBody(c, readMarks);
  await markRead(reader(c), ids ?? "all");
  return reply(c, { unread: await countUnread(reader(c)) });
});

const time = z.string().max(5).nullable();
export const preferences = z.strictObject({ quietFrom: time, quietTo: time, digestAt: time });

/** Throws as `changePreferences`. */
alertRoutes.post("/preferences", async (c) => {
  await changePreferences(c.get("accountCtx"), await readBody(c, preferences));
  const { accountId, userId } = reader(c);
  return reply(c, await readPreferences({ accountId, userId }));
});

/** Rules and webhooks of a mode. */
export const alertRuleRoutes = routesAt("/:mode/alert-rules");

const manage = requireRole("manage_alerts");

async function readRules(c: DashboardContext): Promise<AlertRulesView> {
  const ctx = c.get("ctx");
  const { accountId, userId } = reader(c);
  const [rules, channels, team, own] = await Promise.all([
    listAlertRules(ctx),
    listChannels(ctx),
    listTeam(accountId),
    readPreferences({ accountId, userId }),
  ]);
  const mayEdit = mayDo(c.get("membership").role, "manage_alerts");
  return alertRulesView({ rules, channels, team, preferences: own, mayEdit });
}

alertRuleRoutes.get("/", async (c) => reply(c, await readRules(c)));

alertRuleRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const [{ rule, alerts }, team] = await Promise.all([
    getAlertRule(ctx, c.req.param("id")),
    listTeam(ctx.accountId),
  ]);
  return reply(c, {
    rule: alertRuleView({ ...rule, open: 0 }, team),
    alerts: alerts.map(alertView),
  });
});

const whole = z.number().int();
const params = z.strictObject({
  rateBps: whole.optional(),
  minimum: whole.optional(),
  hours: whole.optional(),
  days: whole.optional(),
  amount: z.string().max(20).optional(),
  currency: z.string().max(3).optional(),
});
const kind = z.enum(ALERT_KINDS, { error: "Choose what to be told of." });
export const condition = z.strictObject({ kind, params });
export const ruleChoice = condition.extend({
  active: z.boolean(),
  roles: z.array(z.enum(ROLES)).max(ROLES.length),
  members: z.array(z.string().max(60)).max(50),
  mail: z.boolean(),
  channel: z.string().max(60).nullable(),
});

export const newRule = ruleChoice.extend({ attempt: attemptId });

const idOf = ({ id }: { id: string }) => ({ id });

const chosen = ({ channel, ...choice }: z.output<typeof ruleChoice>) => ({
  ...choice,
  channelId: channel as `alc_${string}` | null,
});

/** The trial of a rule over the last 30 days. Throws as `tryRule`. */
alertRuleRoutes.post("/try", async (c) =>
  reply(c, trialView(await tryRule(c.get("ctx"), await readBody(c, condition)))),
);

/** Creates a rule once per attempt. Throws as `createRule`. */
alertRuleRoutes.post("/", manage, async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...choice } = await readBody(c, newRule);
  const press = { attempt, params: choice, status: 201, view: idOf } as const;
  return await replyPrepared(c, ctx, press, {
    prepare: () => prepareRule(ctx, chosen(choice)),
    work: (tx, prepared) => createRuleIn(tx, ctx, prepared),
  });
});

/** Throws as `changeRule`. */
alertRuleRoutes.post("/:id", manage, async (c) => {
  const choice = chosen(await readBody(c, ruleChoice));
  const { id } = await changeRule(c.get("ctx"), c.req.param("id"), choice);
  return reply(c, { id });
});

/** Throws as `deleteRule`. */
alertRuleRoutes.post("/:id/delete", manage, async (c) => {
  await deleteRule(c.get("ctx"), c.req.param("id"));
  return reply(c, await readRules(c));
});

export const muting = z.strictObject({ for: z.enum(MUTE_PERIODS).nullable() });

/** Throws as `muteRule`. */
alertRuleRoutes.post("/:id/mute", manage, async (c) => {
  await muteRule(c.get("ctx"), c.req.param("id"), (await readBody(c, muting)).for);
  return reply(c, await readRules(c));
});

export const alertChannelRoutes = routesAt("/:mode/alert-channels");

export const newChannel = z.strictObject({
  attempt: attemptId,
  name: z.string().max(200),
  url: z.string().max(3_000),
});

/** Adds a webhook once per attempt. Throws as `createChannel`. */
alertChannelRoutes.post("/", manage, async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...params } = await readBody(c, newChannel);
  const press = { attempt, params, status: 201, view: idOf } as const;
  return await replyPrepared(c, ctx, press, {
    prepare: () => checkChannel(ctx, params),
    work: (tx, checked) => createChannelIn(tx, ctx, checked),
  });
});

/** Throws as `testChannel`. */
alertChannelRoutes.post("/:id/test", manage, async (c) =>
  reply(c, { problem: await testChannel(c.get("ctx"), c.req.param("id")) }),
);

/** Throws as `deleteChannel`. */
alertChannelRoutes.post("/:id/delete", manage, async (c) => {
  await deleteChannel(c.get("ctx"), c.req.param("id"));
  return reply(c, await readRules(c));
});
