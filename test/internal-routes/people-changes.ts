import { transact } from "#db/transact.ts";
import { addMemberIn, codeOf, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { Authenticator } from "../authenticator.ts";
import { signedIn } from "../dashboard.ts";
import { createMerchant, TEST_PASSWORD } from "../merchant.ts";
import type { ChangeTable } from "./types.ts";
import { about, saying, type World } from "./world.ts";

const address = () => `colleague-${newId("usr")}@merchant.example`;

async function invitation(world: World): Promise<string> {
  const params = { email: address(), role: "support" };
  return (await world.owner.post("/team/invitations", params)).body.id;
}

async function member({ merchant }: World): Promise<string> {
  const { userId } = await createMerchant();
  const { id: accountId } = merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId, role: "support" }));
  return userId;
}

async function otherSession(world: World): Promise<string> {
  await signedIn(world.merchant);
  const { sessions } = (await world.owner.get("/security")).body;
  return sessions.find((session: { isThis: boolean }) => !session.isThis).id;
}

async function firstCode(world: World): Promise<{ body: object }> {
  const { body } = await world.owner.post("/security/second-factor");
  return { body: { code: codeOf(body.secret, stepAt(nowMs())) } };
}

async function askedNoLonger(world: World): Promise<{ body: object }> {
  await world.owner.post("/team/second-factor", { ofEverybody: false });
  return { body: {} };
}

const nothing = () => ({});

const RULE = {
  kind: "decline_rate",
  params: { rateBps: 3_000, minimum: 50, hours: 1 },
  active: true,
  roles: ["owner"],
  members: [],
  mail: true,
  channel: null,
};

const alertRule = async ({ owner }: World): Promise<string> =>
  (await owner.post("/test/alert-rules", RULE)).body.id;

const alertChannel = async ({ owner, receiver }: World): Promise<string> =>
  (await owner.post("/test/alert-channels", { name: "Payments", url: receiver.url })).body.id;

async function madePasskey(world: World): Promise<{ body: object }> {
  const { body } = await world.owner.post("/security/passkeys/options");
  return { body: { name: "Laptop", response: new Authenticator().make(body) } };
}

async function passkey(world: World): Promise<string> {
  await world.owner.post("/security/passkeys", (await madePasskey(world)).body);
  return (await world.owner.get("/security")).body.passkeys.at(-1).id;
}

let named = 0;
/** A person's views of a list have different names. */
const view = () => ({ list: "payments", name: `Failed ${++named}`, query: "status=failed" });

const savedBy = (path: "list-views" | "team-views") => async (world: World) =>
  (await world.owner.post(`/test/${path}`, view())).body.id as string;

const order = (path: "list-views" | "team-views", kind: "own" | "team") => async (world: World) => {
  await savedBy(path)(world);
  const { views } = (await world.owner.get("/test/list-views?list=payments")).body;
  const ids = views.filter((view: { kind: string }) => view.kind === kind);
  return { body: { list: "payments", ids: ids.map((view: { id: string }) => view.id) } };
};

/** Routes about people and their sign-in, and what each has for themselves. */
export const PEOPLE_CHANGES = {
  "POST /:mode/customers/:id/erase": {
    may: "manage_account",
    leaves: "customer.erasure_requested",
    valid: about((w) => w.customer()),
  },
  "POST /session": { may: "anyone", leaves: null },
  "POST /:mode/list-views": { may: "members", leaves: null, valid: saying(view) },
  "POST /:mode/list-views/order": {
    may: "members",
    leaves: null,
    valid: order("list-views", "own"),
  },
  "POST /:mode/list-views/hidden": {
    may: "members",
    leaves: null,
    valid: saying(() => ({ key: "disputes.due_soon", hidden: true })),
  },
  "POST /:mode/list-views/:id": {
    may: "members",
    leaves: null,
    valid: about(savedBy("list-views"), () => ({ list: "payments", name: view().name })),
  },
  "POST /:mode/list-views/:id/delete": {
    may: "members",
    leaves: null,
    valid: about(savedBy("list-views"), nothing),
  },
  "POST /:mode/team-views": {
    may: "manage_views",
    leaves: "list_view.created",
    valid: saying(view),
  },
  "POST /:mode/team-views/order": {
    may: "manage_views",
    leaves: "list_view.updated",
    valid: order("team-views", "team"),
  },
  "POST /:mode/team-views/:id": {
    may: "manage_views",
    leaves: "list_view.updated",
    valid: about(savedBy("team-views"), () => ({ list: "payments", name: view().name })),
  },
  "POST /:mode/team-views/:id/delete": {
    may: "manage_views",
    leaves: "list_view.deleted",
    valid: about(savedBy("team-views"), nothing),
  },
  "DELETE /session": { may: "anyone", leaves: null },
  "POST /session/second-factor": { may: "anyone", leaves: null },
  "POST /session/passkey/options": { may: "anyone", leaves: null },
  "POST /session/passkey": { may: "anyone", leaves: null },
  "POST /security/passkeys/options": { may: "members", leaves: null, valid: saying(nothing) },
  "POST /security/passkeys": {
    may: "members",
    leaves: "sign_in.passkey_added",
    valid: madePasskey,
  },
  "POST /security/passkeys/:id/remove": {
    may: "members",
    leaves: "sign_in.passkey_removed",
    valid: about(passkey, nothing),
  },
  "POST /invitation": { may: "anyone", leaves: null },
  "POST /invitation/accept": { may: "anyone", leaves: null },
  "POST /sign-up": { may: "anyone", leaves: null },
  "POST /sign-up/confirm": { may: "anyone", leaves: null },
  "POST /recovery": { may: "anyone", leaves: null },
  "POST /recovery/password": { may: "anyone", leaves: null },
  "POST /session/view-as": {
    may: "members",
    leaves: null,
    valid: async () => ({ body: { role: null } }),
  },
  "POST /session/account": {
    may: "members",
    leaves: null,
    valid: async (w) => ({ body: { account: w.merchant.account.id } }),
  },
  "POST /list-layouts": {
    may: "members",
    leaves: null,
    valid: saying(() => ({ list: "payments", columns: ["amount", "net"], widths: { net: 120 } })),
  },
  "POST /favourites": {
    may: "members",
    leaves: null,
    valid: saying(() => ({ favourites: [{ mode: null, path: "payments", label: "Payments" }] })),
  },
  "POST /tour": { may: "members", leaves: null, valid: saying(() => ({ step: "follow" })) },
  "POST /session/seen": { may: "members", leaves: null, valid: saying(nothing) },
  "POST /team/session-ends": {
    may: "manage_team",
    leaves: "account.session_ends_changed",
    valid: saying(() => ({ idleMinutes: 60, days: 7 })),
  },
  "POST /team/refund-limits": {
    may: "manage_team",
    leaves: "account.refund_limit_changed",
    valid: saying(() => ({ role: "support", limits: [{ currency: "EUR", amount: "10000" }] })),
  },
  "POST /notifications/weekly": {
    may: "manage_account",
    leaves: "account.weekly_mail_switched",
    valid: saying(() => ({ active: false })),
  },
  "POST /:mode/alerts/read": { may: "members", leaves: null, valid: saying(nothing) },
  "POST /:mode/alerts/preferences": {
    may: "members",
    leaves: "alert_preferences.changed",
    valid: saying(() => ({ quietFrom: "22:00", quietTo: "07:00", digestAt: null })),
  },
  "POST /:mode/alert-rules": {
    may: "manage_alerts",
    leaves: "alert_rule.created",
    valid: saying(() => RULE),
  },
  "POST /:mode/alert-rules/try": {
    may: "members",
    leaves: null,
    valid: saying(() => ({ kind: RULE.kind, params: RULE.params })),
  },
  "POST /:mode/alert-rules/:id": {
    may: "manage_alerts",
    leaves: "alert_rule.updated",
    valid: about(alertRule, () => ({ ...RULE, mail: false })),
  },
  "POST /:mode/alert-rules/:id/delete": {
    may: "manage_alerts",
    leaves: "alert_rule.deleted",
    valid: about(alertRule, nothing),
  },
  "POST /:mode/alert-rules/:id/mute": {
    may: "manage_alerts",
    leaves: "alert_rule.muted",
    valid: about(alertRule, () => ({ for: "day" })),
  },
  "POST /:mode/alert-channels": {
    may: "manage_alerts",
    leaves: "alert_channel.created",
    valid: async ({ receiver }) => ({ body: { name: "Payments", url: receiver.url } }),
  },
  "POST /:mode/alert-channels/:id/test": {
    may: "manage_alerts",
    leaves: "alert_channel.tested",
    valid: about(alertChannel, nothing),
  },
  "POST /:mode/alert-channels/:id/delete": {
    may: "manage_alerts",
    leaves: "alert_channel.deleted",
    valid: about(alertChannel, nothing),
  },
  "POST /account": {
    may: "manage_account",
    leaves: "account.updated",
    valid: saying(() => ({ name: "Lindqvist Design" })),
  },
  "POST /team/invitations": {
    may: "manage_team",
    leaves: "member.invited",
    valid: saying(() => ({ email: address(), role: "support" })),
  },
  "POST /team/invitations/:id/link": {
    may: "manage_team",
    leaves: "member.invitation_link_made",
    valid: about(invitation, nothing),
  },
  "POST /team/invitations/:id/resend": {
    may: "manage_team",
    leaves: "member.invitation_sent",
    valid: about(invitation, nothing),
  },
  "POST /team/invitations/:id/revoke": {
    may: "manage_team",
    leaves: "member.invitation_revoked",
    valid: about(invitation, nothing),
  },
  "POST /team/members/:id/role": {
    may: "manage_team",
    leaves: "member.role_changed",
    valid: about(member, () => ({ role: "finance" })),
  },
  "POST /team/members/:id/remove": {
    may: "manage_team",
    leaves: "member.removed",
    valid: about(member, nothing),
  },
  "POST /security/confirm": {
    may: "members",
    leaves: null,
    valid: saying(() => ({ password: TEST_PASSWORD })),
  },
  "POST /security/sessions/:id/end": {
    may: "members",
    leaves: "sign_in.session_ended",
    valid: about(otherSession, nothing),
  },
  "POST /security/sessions/end-others": {
    may: "members",
    leaves: "sign_in.sessions_ended",
    valid: saying(nothing),
  },
  "POST /security/second-factor": { may: "members", leaves: null, valid: saying(nothing) },
  "POST /security/second-factor/enable": {
    may: "members",
    leaves: "sign_in.second_factor_enabled",
    valid: firstCode,
  },
  "POST /security/recovery-codes": {
    may: "members",
    leaves: "sign_in.recovery_codes_renewed",
    valid: saying(nothing),
  },
  // Requiring a second factor needs one of your own, which was set up above.
  "POST /team/second-factor": {
    may: "manage_team",
    leaves: "account.second_factor_asked",
    valid: saying(() => ({ ofEverybody: true })),
  },
  "POST /security/second-factor/disable": {
    may: "members",
    leaves: "sign_in.second_factor_disabled",
    valid: askedNoLonger,
  },
  // Last, because the routes above need the old password.
  "POST /security/password": {
    may: "members",
    leaves: "sign_in.password_changed",
    valid: saying(() => ({ current: TEST_PASSWORD, password: "another long password" })),
  },
} satisfies ChangeTable;
