import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { sendDueMail } from "#lib/domain/mail/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant, TEST_PASSWORD } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";

let clock: MovingClock | undefined;
afterEach(() => {
  clock?.putBack();
  clock = undefined;
  assignEnv({ SMTP_URL: "" });
});

const newAddress = () => `colleague-${newId("usr").slice(4)}@shop.example`;

/** The token of the latest invitation, from the notifications. */
async function latestToken(owner: DashboardVisitor): Promise<string> {
  const [newest] = (await owner.get("/notifications")).body.notifications;
  const { text } = (await owner.get(`/notifications/${newest.id}`)).body;
  return /\/accept#(\S+)/.exec(text)![1]!;
}

async function invite(owner: DashboardVisitor, email: string, role: Role = "support") {
  const made = await owner.post("/team/invitations", { email, role });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { id: made.body.id as string, token: await latestToken(owner) };
}

const accept = (visitor: DashboardVisitor, token: string, password = TEST_PASSWORD) =>
  visitor.post("/invitation/accept", { token, name: "Bo Berg", password });

async function join(merchant: Merchant, role: Role) {
  const person = await createMerchant();
  const { id: accountId } = merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role }));
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: accountId });
  return { person, visitor };
}

test("an invited person joins once with the given role, and it is audited", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const email = newAddress();
  const { token } = await invite(owner, ` ${email.toUpperCase()} `);
  const stranger = new DashboardVisitor();
  const welcome = await stranger.post("/invitation", { token });
  assert.deepEqual(welcome.body, {
    account: merchant.account.name,
    email,
    role: "support",
    isKnown: false,
  });
  const weak = await accept(stranger, token, "short");
  assert.deepEqual([weak.status, weak.body.error.param], [400, "password"]);
  const tries = [new DashboardVisitor(), new DashboardVisitor(), new DashboardVisitor()];
  const answers = await Promise.all(tries.map((visitor) => accept(visitor, token)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, "a link works once");
  const joined = tries[answers.findIndex(({ status }) => status === 200)]!;
  const { body: session } = await joined.get("/session");
  assert.deepEqual(
    [session.account.id, session.role, session.person.name],
    [merchant.account.id, "support", "Bo Berg"],
  );
  assert.equal((await joined.post("/test/keys", {})).status, 403);
  const late = await accept(stranger, token);
  assert.deepEqual([late.status, late.body.error.code], [404, "resource_missing"]);
  const { body: team } = await owner.get("/team");
  assert.deepEqual(team.members.map((one: { email: string }) => one.email).sort(), [
    email,
    merchant.email,
  ]);
  assert.deepEqual(team.invitations, []);
  assert.deepEqual(team.permissions.support, session.may, "the form says what the role may do");
  const { entries } = (await owner.get("/audit?about=member")).body;
  assert.deepEqual(
    entries.map((entry: { label: string }) => entry.label),
    ["Colleague joined", "Colleague invited"],
  );
  assert.equal(entries[0].actor.name, "Bo Berg");
});

test("passwords of an invitation's reader are judged 30 times a minute for a network, and then not at all", async () => {
  const owner = await signedIn(await createMerchant());
  const { token } = await invite(owner, newAddress());
  const visitor = new DashboardVisitor();
  for (let n = 0; n < 30; n++) assert.equal((await accept(visitor, token, "short")).status, 400);
  const refused = await accept(visitor, token);
  assert.deepEqual([refused.status, refused.body.error.code], [429, "too_many_attempts"]);
  assert.equal((await accept(new DashboardVisitor(), token)).status, 200);
});

test("a person with a sign-in joins with its password only", async () => {
  const [merchant, person] = [await createMerchant(), await createMerchant()];
  const owner = await signedIn(merchant);
  const { token } = await invite(owner, person.email, "finance");
  const visitor = new DashboardVisitor();
  assert.equal((await visitor.post("/invitation", { token })).body.isKnown, true);
  const wrong = await accept(visitor, token, "another long password");
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, "sign_in_refused"]);
  assert.equal((await accept(visitor, token)).status, 200);
  const { body } = await visitor.get("/session");
  assert.deepEqual([body.account.id, body.role], [merchant.account.id, "finance"]);
  assert.equal(body.accounts.length, 2);
  assert.notEqual(body.person.name, "Bo Berg");
});

test("an invitation link ends after a week, when sent again, and when revoked", async () => {
  const owner = await signedIn(await createMerchant());
  const email = newAddress();
  const first = await invite(owner, email);
  const again = await owner.post("/team/invitations", { email, role: "admin" });
  assert.deepEqual([again.status, again.body.error.param], [400, "email"]);
  assert.equal((await owner.post(`/team/invitations/${first.id}/resend`)).status, 200);
  const second = await latestToken(owner);
  const visitor = new DashboardVisitor();
  assert.equal((await visitor.post("/invitation", { token: first.token })).status, 404);
  assert.equal((await visitor.post("/invitation", { token: second })).status, 200);
  assert.equal((await owner.post(`/team/invitations/${first.id}/revoke`)).status, 200);
  assert.equal((await visitor.post("/invitation", { token: second })).status, 404);
  assert.equal((await owner.post(`/team/invitations/${first.id}/resend`)).status, 404);
  const third = await invite(owner, email);
  clock = moveClock();
  clock.advance(7 * DAY_MS + 1);
  assert.equal((await accept(visitor, third.token)).status, 404);
  const [line] = (await owner.get("/team")).body.invitations;
  assert.equal(line.hasExpired, true);
});

test("no table has the link of an invitation; without a mail server the notifications show it", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const { token } = await invite(owner, newAddress());
  const stored = async () => {
    const { rows } = await getPool().query(
      `select string_agg(m::text, '') || (select string_agg(i::text, '') from invitations i where account_id = $1) as text
         from mail_messages m where account_id = $1`,
      [merchant.account.id],
    );
    return rows[0].text as string;
  };
  const assertHidden = async () => {
    for (const form of [token, Buffer.from(token).toString("hex")]) {
      assert.ok(!(await stored()).includes(form));
    }
  };
  await assertHidden();
  while ((await sendDueMail(null)) > 0);
  await assertHidden();
  assert.equal(await latestToken(owner), token, "kept, and still to be handed on");
  assert.equal((await accept(new DashboardVisitor(), token)).status, 200);
});

test("the inviter gets the link once, and a new link ends the old one", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const made = await owner.post("/team/invitations", { email: newAddress(), role: "support" });
  const tokenOf = (url: string) => /\/accept#(\w+)$/.exec(url)?.[1] ?? "";
  const first = tokenOf(made.body.url);
  assert.equal(first, await latestToken(owner), "the link of the e-mail");
  const again = await owner.post(`/team/invitations/${made.body.id}/link`);
  assert.equal(again.status, 201);
  const second = tokenOf(again.body.url);
  assert.notEqual(second, first);
  const stranger = new DashboardVisitor();
  assert.equal((await stranger.post("/invitation", { token: first })).status, 404);
  assert.equal((await stranger.post("/invitation", { token: second })).status, 200);
  const listed = JSON.stringify([
    (await owner.get("/team")).body,
    (await owner.get("/audit")).body,
  ]);
  assert.ok(!listed.includes(second) && !listed.includes(first));
  const { rows } = await getPool().query(
    `select (select string_agg(i::text, '') from invitations i where account_id = $1)
         || (select string_agg(a::text, '') from audit_entries a where account_id = $1) as text`,
    [merchant.account.id],
  );
  for (const form of [second, Buffer.from(second).toString("hex")]) {
    assert.ok(!rows[0].text.includes(form));
  }
  assert.equal((await accept(stranger, second)).status, 200);
  assert.equal((await accept(new DashboardVisitor(), second)).status, 404);
  const used = await owner.post(`/team/invitations/${made.body.id}/link`);
  assert.deepEqual([used.status, used.body.error.code], [404, "resource_missing"]);
  const { entries } = (await owner.get("/audit?about=member")).body;
  assert.deepEqual(
    entries.map((entry: { label: string }) => entry.label),
    ["Colleague joined", "Invite link made", "Colleague invited"],
  );
});

test("open invitations end with the right of the member who made them to invite", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  for (const [path, body] of [
    ["remove", {}],
    ["role", { role: "support" }],
  ] as const) {
    const { visitor: admin, person } = await join(merchant, "admin");
    const own = { email: newAddress(), role: "admin" };
    const made = await admin.post("/team/invitations", own);
    const taken = await admin.post("/team/invitations", { email: newAddress(), role: "support" });
    const { url } = (await owner.post(`/team/invitations/${taken.body.id}/link`)).body;
    assert.equal((await owner.post(`/team/members/${person.userId}/${path}`, body)).status, 200);
    const back = await accept(new DashboardVisitor(), made.body.url.split("#")[1]);
    assert.deepEqual([back.status, back.body.error?.code], [404, "resource_missing"], path);
    const { invitations } = (await owner.get("/team")).body;
    assert.ok(!invitations.some(({ email }: { email: string }) => email === own.email));
    const [entry] = (await owner.get("/audit?about=member")).body.entries;
    assert.deepEqual([entry.label, entry.subject.name], ["Invitation revoked", own.email]);
    const stays = await accept(new DashboardVisitor(), url.split("#")[1]);
    assert.equal(stays.status, 200, "an owner made this link");
  }
});

test("a person who loses the right to invite at the same moment leaves no invitation", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  for (let round = 0; round < 4; round++) {
    const { visitor: admin, person } = await join(merchant, "admin");
    const email = newAddress();
    await Promise.all([
      admin.post("/team/invitations", { email, role: "admin" }),
      owner.post(`/team/members/${person.userId}/remove`),
    ]);
    const { invitations } = (await owner.get("/team")).body;
    assert.ok(!invitations.some((one: { email: string }) => one.email === email), `${round}`);
  }
});

test("members who may not invite, and other merchants, get no link", async () => {
  const merchant = await createMerchant();
  const { id } = await invite(await signedIn(merchant), newAddress());
  const { visitor } = await join(merchant, "support");
  const stranger = await signedIn(await createMerchant());
  assert.equal((await visitor.post(`/team/invitations/${id}/link`)).status, 403);
  assert.equal((await stranger.post(`/team/invitations/${id}/link`)).status, 404);
  assert.equal((await new DashboardVisitor().post(`/team/invitations/${id}/link`)).status, 401);
});

test("with a mail server the notifications do not show the link", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const { token } = await invite(owner, newAddress());
  assignEnv({ SMTP_URL: "smtp://127.0.0.1:9" });
  const [line] = (await owner.get("/notifications")).body.notifications;
  const { text } = (await owner.get(`/notifications/${line.id}`)).body;
  assert.ok(!text.includes(token));
  assert.match(text, /\/accept#…/);
});

test("only owners appoint and demote owners, and nobody is invited as owner", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const { visitor: admin, person } = await join(merchant, "admin");
  const asOwner = await admin.post("/team/invitations", { email: newAddress(), role: "owner" });
  assert.deepEqual([asOwner.status, asOwner.body.error.param], [400, "role"]);
  for (const [id, role] of [
    [merchant.userId, "admin"],
    [person.userId, "owner"],
  ]) {
    const refused = await admin.post(`/team/members/${id}/role`, { role });
    assert.deepEqual([refused.status, refused.body.error.code], [409, "state_invalid"]);
  }
  assert.equal((await admin.post(`/team/members/${merchant.userId}/remove`)).status, 409);
  assert.equal(
    (await owner.post(`/team/members/${person.userId}/role`, { role: "owner" })).status,
    200,
  );
  assert.equal((await admin.post(`/team/members/${merchant.userId}/remove`)).status, 200);
  const gone = await owner.get("/session");
  assert.deepEqual([gone.status, gone.body.error.code], [401, "session_missing"]);
});

test("an account keeps an owner under concurrent changes by its owners", async () => {
  for (let round = 0; round < 5; round++) {
    const merchant = await createMerchant();
    const owner = await signedIn(merchant);
    const { visitor: other, person } = await join(merchant, "owner");
    const answers = await Promise.all([
      owner.post(`/team/members/${person.userId}/role`, { role: "admin" }),
      other.post(`/team/members/${merchant.userId}/remove`),
      owner.post(`/team/members/${merchant.userId}/role`, { role: "support" }),
    ]);
    for (const { status } of answers) assert.ok([200, 401, 403, 404, 409].includes(status));
    const looks = [owner, other].map(async (visitor) => {
      const { body } = await visitor.get("/team");
      return body.members?.filter((one: { role: Role }) => one.role === "owner").length ?? 0;
    });
    assert.ok(Math.max(...(await Promise.all(looks))) >= 1, `round ${round}`);
  }
});
