import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { type SendMail, sendDueMail } from "#lib/domain/mail/index.ts";
import { codeOf, sendResetLinks, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { Authenticator } from "#test/authenticator.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { withStatements } from "#test/watch-database.ts";

const NEW = "seven grey harbours at night";

beforeEach(() => assignEnv({ SMTP_URL: "smtp://127.0.0.1:9" }));
afterEach(() => assignEnv({ SMTP_URL: "" }));

const stranger = () => `${newId("usr")}@nowhere.example`;

type Envelope = Parameters<SendMail>[0];

/** E-mails sent to an address so far. */
async function sentTo(email: string): Promise<Envelope[]> {
  const sent: Envelope[] = [];
  let handled = 0;
  do {
    handled = await sendDueMail(async (envelope) => {
      if (envelope.recipient === email) sent.push(envelope);
    });
  } while (handled > 0);
  return sent;
}

const tokenIn = (text = "") => /\/reset-password#(\w+)/.exec(text)?.[1] ?? "";

async function requested(email: string): Promise<string> {
  const { status } = await new DashboardVisitor().post("/recovery", { email });
  assert.equal(status, 202);
  await sendResetLinks();
  return tokenIn((await sentTo(email)).map(({ text }) => text).join("\n"));
}

const reset = (token: string, password = NEW, visitor = new DashboardVisitor()) =>
  visitor.post("/recovery/password", { token, password });

async function opens({ email }: Merchant, password: string): Promise<boolean> {
  return (await new DashboardVisitor().post("/session", { email, password })).status === 200;
}

async function entriesOf({ account }: Merchant): Promise<string[]> {
  const { rows } = await getPool().query(
    `select action from audit_entries where account_id = $1 and action like 'sign_in.%' order by id`,
    [account.id],
  );
  return rows.map(({ action }) => action);
}

test("a link from the e-mail sets a new password, once, and ends every session", async () => {
  const merchant = await createMerchant();
  const session = await signedIn(merchant);
  const token = await requested(merchant.email);
  assert.match(token, /^\w{40}$/);
  const done = await reset(token);
  assert.deepEqual([done.status, done.body], [200, { reset: true }]);
  assert.equal((await session.get("/session")).status, 401);
  assert.deepEqual(
    [await opens(merchant, merchant.password), await opens(merchant, NEW)],
    [false, true],
  );
  const again = await reset(token, "another seven grey harbours");
  assert.deepEqual([again.status, again.body.error.code], [404, "resource_missing"]);
  const [told] = await sentTo(merchant.email);
  assert.equal(told?.subject, "Your password was changed");
  const entries = await entriesOf(merchant);
  assert.ok(
    entries.includes("sign_in.reset_requested") && entries.includes("sign_in.password_reset"),
  );
});

test("a link removes the passkeys, so whoever added one under an address that is not theirs is out", async () => {
  const merchant = await createMerchant();
  const intruder = await signedIn(merchant);
  const device = new Authenticator();
  const { body: options } = await intruder.post("/security/passkeys/options");
  const passkey = { name: "Laptop", response: device.make(options) };
  assert.equal((await intruder.post("/security/passkeys", passkey)).status, 201);
  assert.equal((await reset(await requested(merchant.email))).status, 200);
  const again = new DashboardVisitor();
  const { body: challenge } = await again.post("/session/passkey/options");
  const entered = await again.post("/session/passkey", device.sign(challenge));
  assert.deepEqual([entered.status, entered.body.error?.code], [401, "sign_in_refused"]);
  const told = (await sentTo(merchant.email)).map(({ text }) => text).join();
  assert.match(told, /passkeys were removed/);
});

test("a known and an unknown address get the same response by the same SQL; unknown addresses get no e-mail", async () => {
  const { email } = await createMerchant();
  const answers = [];
  for (const asked of [email, stranger(), "nobody"]) {
    const { result, statements } = await withStatements(() =>
      new DashboardVisitor().post("/recovery", { email: asked }),
    );
    const headers = [...result.headers].filter(([name]) => name !== "service-request-id");
    answers.push({ status: result.status, body: result.body, headers, statements });
  }
  assert.equal(answers[0]!.status, 202);
  assert.ok(answers[0]!.statements.length > 3);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
  await sendResetLinks();
  const { rows } = await getPool().query(
    `select (select count(*) from auth_reset_requests)::int as left,
            (select count(*) from mail_messages where recipient like '%nowhere.example')::int as mails`,
  );
  assert.deepEqual(rows[0], { left: 0, mails: 0 });
});

test("a newer link, a change of the password and thirty minutes invalidate a link", async () => {
  const merchant = await createMerchant();
  const first = await requested(merchant.email);
  const second = await requested(merchant.email);
  assert.equal((await reset(first)).status, 404, "replaced");
  await getPool().query("update auth_password_resets set expires_at = now() where user_id = $1", [
    merchant.userId,
  ]);
  assert.equal((await reset(second)).status, 404, "expired");
  const third = await requested(merchant.email);
  const { rows } = await getPool().query(
    `select extract(epoch from expires_at - now())::int as seconds from auth_password_resets where user_id = $1`,
    [merchant.userId],
  );
  assert.ok(rows[0].seconds <= 1_800 && rows[0].seconds > 1_700);
  const visitor = await signedIn(merchant);
  const change = { current: merchant.password, password: "nine brown lanterns outside" };
  assert.equal((await visitor.post("/security/password", change)).status, 200);
  assert.equal((await reset(third)).status, 404, "the password was changed");
  assert.ok(await opens(merchant, change.password));
});

test("of five concurrent uses of a link exactly one sets its password", async () => {
  const merchant = await createMerchant();
  const token = await requested(merchant.email);
  const passwords = [1, 2, 3, 4, 5].map((number) => `${NEW} ${number}`);
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  const winners = passwords.filter((_, index) => answers[index]!.status === 200);
  assert.equal(winners.length, 1);
  const opened = [];
  for (const password of passwords) if (await opens(merchant, password)) opened.push(password);
  assert.deepEqual(opened, winners);
});

test("a link changes only its person's password, and an invented one changes none", async () => {
  const [one, other] = [await createMerchant(), await createMerchant()];
  const token = await requested(one.email);
  const signedInAsOther = await signedIn(other);
  assert.equal((await reset(token, NEW, signedInAsOther)).status, 200);
  assert.ok(await opens(other, other.password));
  assert.ok(await opens(one, NEW));
  assert.equal((await signedInAsOther.get("/session")).status, 200);
  for (const made of ["", "0".repeat(40)]) assert.equal((await reset(made)).status, 404);
});

test("a password that is common, short or made of the name is refused, and the link still works", async () => {
  const merchant = await createMerchant({ name: "Bakery Lindqvist" });
  const token = await requested(merchant.email);
  for (const password of ["password1234", "short", "BakeryLindqvist1", merchant.email]) {
    const { status, body } = await reset(token, password);
    assert.deepEqual([status, body.error.param], [400, "password"], password);
  }
  assert.equal((await reset(token)).status, 200);
});

test("a reset leaves the second factor on", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { body: begun } = await visitor.post("/security/second-factor");
  const code = codeOf(begun.secret, stepAt(nowMs()));
  assert.equal((await visitor.post("/security/second-factor/enable", { code })).status, 200);
  assert.equal((await reset(await requested(merchant.email))).status, 200);
  const again = new DashboardVisitor();
  const { body } = await again.post("/session", { email: merchant.email, password: NEW });
  assert.equal(body.awaitsSecondFactor, true);
  assert.equal((await again.get("/session")).body.error.code, "second_factor_missing");
});

test("a link is stored nowhere in usable form: not in the e-mail log, the notifications or the hash", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  assert.equal((await owner.post("/recovery", { email: merchant.email })).status, 202);
  await sendResetLinks();
  const stored = async () => {
    const { rows } = await getPool().query(
      `select m::text || coalesce((select string_agg(r::text, '') from auth_password_resets r), '') as text,
              secret is null as sent from mail_messages m where recipient = $1 and kind = 'password_reset'`,
      [merchant.email],
    );
    return rows[0];
  };
  const before = await stored();
  const token = tokenIn((await sentTo(merchant.email))[0]?.text);
  const after = await stored();
  assert.deepEqual([before.sent, after.sent], [false, true]);
  for (const { text } of [before, after]) {
    for (const form of [token, Buffer.from(token).toString("hex")]) assert.ok(!text.includes(form));
  }
  const { body: list } = await owner.get("/notifications");
  const { body: shown } = await owner.get(`/notifications/${list.notifications[0].id}`);
  assert.match(JSON.stringify(shown), /reset-password#…/);
});

test("the fourth request in an hour is refused, whether or not the address has an account", async () => {
  for (const email of [(await createMerchant()).email, stranger()]) {
    const visitor = new DashboardVisitor();
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await visitor.post("/recovery", { email })).status);
    assert.deepEqual(statuses, [202, 202, 202, 429]);
    const elsewhere = await new DashboardVisitor().post("/recovery", { email });
    assert.equal(elsewhere.status, 429, "from another address as well");
  }
});

test("without a mail server every address is told that an operator resets passwords", async () => {
  assignEnv({ SMTP_URL: "" });
  const { email } = await createMerchant();
  const visitor = new DashboardVisitor();
  assert.deepEqual((await visitor.get("/recovery")).body, { byMail: false });
  const answers = [];
  for (const asked of [email, stranger()]) {
    const { status, body } = await visitor.post("/recovery", { email: asked });
    answers.push([status, body.error.code, body.error.message]);
  }
  assert.match(String(answers[0]![2]), /operator/);
  assert.deepEqual(answers[1], answers[0]);
});

test("passwords on a link are judged 30 times a minute for a network, and then not at all", async () => {
  const merchant = await createMerchant();
  const token = await requested(merchant.email);
  const [visitor, other] = [new DashboardVisitor(), new DashboardVisitor()];
  for (let n = 0; n < 30; n++) {
    assert.equal((await reset(token, "short", visitor)).status, 400);
  }
  const refused = await reset(token, NEW, visitor);
  assert.deepEqual([refused.status, refused.body.error.code], [429, "too_many_attempts"]);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await reset("0".repeat(40), NEW, visitor)).status, 404);
  assert.equal((await reset(token, NEW, other)).status, 200);
});
