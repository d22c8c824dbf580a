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

async function madePasskey(world: World): Promise<{ body: object }> {
  const { body } = await world.owner.post("/security/passkeys/options");
  return { body: { name: "Laptop", response: new Authenticator().make(body) } };
}

async function passkey(world: World): Promise<string> {
  await world.owner.post("/security/passkeys", (await madePasskey(world)).body);
  return (await world.owner.get("/security")).body.passkeys.at(-1).id;
}

/** Routes about people and their sign-in. */
export const PEOPLE_CHANGES = {
  "POST /session": { may: "anyone", leaves: null },
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
  "POST /session/seen": { may: "members", leaves: null, valid: saying(nothing) },
  "POST /team/session-ends": {
    may: "manage_team",
    leaves: "account.session_ends_changed",
    valid: saying(() => ({ idleMinutes: 60, days: 7 })),
  },
  "POST /notifications/weekly": {
    may: "manage_account",
    leaves: "account.weekly_mail_switched",
    valid: saying(() => ({ active: false })),
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
