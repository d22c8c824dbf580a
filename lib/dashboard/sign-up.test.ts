import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { finishSignUps } from "#lib/domain/accounts/index.ts";
import { type SendMail, sendDueMail } from "#lib/domain/mail/index.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { withStatements } from "#test/watch-database.ts";

const PASSWORD = "seven grey harbours at night";
const OPEN = { SMTP_URL: "smtp://127.0.0.1:9", SIGN_UP: "open" };

beforeEach(() => assignEnv(OPEN));
afterEach(() => assignEnv({ SMTP_URL: "", SIGN_UP: "" }));

const stranger = () => `${newId("usr").toLowerCase()}@nowhere.example`;

const params = (email: string, changes: object = {}) => ({
  ...{ name: "Harbour Books", country: "NZ", currency: "NZD", timezone: "Pacific/Auckland" },
  ...{ email, password: PASSWORD, ...changes },
});

const ask = (email: string, changes: object = {}) =>
  new DashboardVisitor().post("/sign-up", params(email, changes));

type Envelope = Parameters<SendMail>[0];

/** Finishes pending sign-ups; returns the e-mails sent. */
async function finished(byMail = true): Promise<Envelope[]> {
  const sent: Envelope[] = [];
  const send: SendMail = async (envelope) => void sent.push(envelope);
  while ((await finishSignUps(byMail ? send : null)) > 0);
  return sent;
}

const tokenOf = (sent: readonly Envelope[], email: string) =>
  /\/confirm-sign-up#(\w{40})/.exec(
    sent.findLast(({ recipient }) => recipient === email)?.text ?? "",
  )?.[1] ?? "";

async function asked(email: string): Promise<string> {
  assert.equal((await ask(email)).status, 202);
  return tokenOf(await finished(), email);
}

const confirm = (token: string, password = PASSWORD) =>
  new DashboardVisitor().post("/sign-up/confirm", { token, password });

async function peopleWith(email: string): Promise<number> {
  const sql = "select count(*)::int as n from auth_users where email = $1";
  return (await getPool().query(sql, [email])).rows[0].n;
}

test("a confirmed sign-up creates an account with its owner in the given country", async () => {
  const email = stranger();
  const token = await asked(email);
  assert.equal(await peopleWith(email), 0, "nothing is made before");
  const done = await confirm(token);
  assert.deepEqual([done.status, done.body], [200, { email }]);
  const visitor = await signedIn({ email, password: PASSWORD });
  const { body } = await visitor.get("/session");
  assert.deepEqual(
    [body.account.name, body.account.currency, body.account.timezone, body.role],
    ["Harbour Books", "NZD", "Pacific/Auckland", "owner"],
  );
  assert.equal(body.tourStep, "pay", "a new account begins with the tour");
  assert.equal((await visitor.get("/test/quick-start")).status, 200);
  assert.ok(JSON.stringify((await visitor.get("/audit")).body).includes("account.created"));
  assert.equal((await confirm(token)).status, 404, "the link works once");
});

test("a taken and a free address get the same response by the same SQL; the owner of a taken one gets an e-mail", async () => {
  const { email } = await createMerchant();
  const answers = [];
  for (const given of [email, stranger()]) {
    const { result, statements } = await withStatements(() => ask(given));
    const headers = [...result.headers].filter(([name]) => name !== "service-request-id");
    answers.push({ status: result.status, body: result.body, headers, statements });
  }
  assert.equal(answers[0]!.status, 202);
  assert.ok(answers[0]!.statements.length > 3);
  assert.deepEqual(answers[1], answers[0]);
  const sent = await finished();
  assert.equal(tokenOf(sent, email), "", "no link for an address that has an account");
  const told: Envelope[] = [];
  while ((await sendDueMail(async (envelope) => void told.push(envelope))) > 0);
  const toHolder = told.filter(({ recipient }) => recipient === email);
  assert.deepEqual(
    toHolder.map(({ subject }) => subject),
    ["You already have an account"],
  );
});

test("of five concurrent uses of a link exactly one creates an account", async () => {
  const email = stranger();
  const token = await asked(email);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => confirm(token)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(await peopleWith(email), 1);
});

test("of two sign-ups for one address the first confirmed one invalidates the other", async () => {
  const email = stranger();
  const [one, other] = [await asked(email), await asked(email)];
  assert.notEqual(one, other);
  assert.deepEqual([(await confirm(other)).status, (await confirm(one)).status], [200, 404]);
});

test("confirming needs the chosen password, and guesses are limited", async () => {
  const email = stranger();
  const token = await asked(email);
  for (let i = 0; i < 10; i++) {
    const { status, body } = await confirm(token, "not the password of it");
    assert.deepEqual([status, body.error.param], [400, "password"]);
  }
  assert.equal((await confirm(token)).status, 429);
  assert.equal(await peopleWith(email), 0);
});

test("a link older than a day or replaced by a later e-mail is refused", async () => {
  const email = stranger();
  const old = await asked(email);
  await getPool().query(
    "update sign_ups set created_at = now() - interval '24 hours' where email = $1",
    [email],
  );
  assert.equal((await confirm(old)).status, 404);
  await ask(email);
  let lost = "";
  const fails: SendMail = async ({ text }) => {
    lost = tokenOf([{ id: "", recipient: email, subject: "", html: "", text }], email);
    throw new Error("the mail server is away");
  };
  await finishSignUps(fails);
  await getPool().query(
    "update sign_ups set next_attempt_at = now() - interval '1 second' where email = $1",
    [email],
  );
  const token = tokenOf(await finished(), email);
  assert.deepEqual([(await confirm(lost)).status, (await confirm(token)).status], [404, 200]);
});

test("a stored sign-up has no usable token or password", async () => {
  const email = stranger();
  const token = await asked(email);
  const { rows } = await getPool().query(
    "select s::text as text from sign_ups s where email = $1",
    [email],
  );
  for (const text of [token, Buffer.from(token).toString("hex"), PASSWORD]) {
    assert.ok(!rows[0].text.includes(text));
  }
});

test("without a mail server the account is created immediately, and a taken address keeps its account", async () => {
  assignEnv({ ...OPEN, SMTP_URL: "" });
  const merchant = await createMerchant();
  const email = stranger();
  for (const given of [merchant.email, email, email]) {
    const { status, body } = await ask(given);
    assert.deepEqual([status, body], [202, { requested: true }]);
  }
  await finished(false);
  await signedIn({ email, password: PASSWORD });
  await signedIn(merchant);
  assert.equal(await peopleWith(email), 1);
});

test("the thirty-first request of a network in a minute is refused before its password is judged", async () => {
  const visitor = new DashboardVisitor();
  const answers = [];
  for (let n = 0; n < 31; n++) {
    answers.push(await visitor.post("/sign-up", params(stranger(), { password: "short" })));
  }
  assert.ok(answers.slice(0, 30).every(({ status }) => status === 400));
  assert.equal(answers[30]!.status, 429, JSON.stringify(answers[30]!.body));
});

test("every field is validated, the password by the common rules", async () => {
  for (const [changes, param] of [
    [{ name: " " }, "name"],
    [{ country: "US" }, "country"],
    [{ currency: "XXX" }, "defaultCurrency"],
    [{ timezone: "Mars/Base" }, "timezone"],
    [{ email: "nobody" }, "email"],
    [{ password: "password1234" }, "password"],
    [{ password: "HarbourBooks1" }, "password"],
  ] as const) {
    const { status, body } = await ask(stranger(), changes);
    assert.deepEqual([status, body.error.param], [400, param]);
  }
});

test("the fourth sign-up in an hour for one address is refused, whether or not it has an account", async () => {
  for (const email of [(await createMerchant()).email, stranger()]) {
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(email)).status);
    assert.deepEqual(statuses, [202, 202, 202, 429]);
  }
});

test("a closed sign-up is refused, and the sign-in page has no link to it", async () => {
  const visitor = new DashboardVisitor();
  assert.equal((await visitor.get("/sign-in")).body.maySignUp, true);
  const email = stranger();
  const token = await asked(email);
  assignEnv({ SIGN_UP: "" });
  assert.equal((await confirm(token)).status, 409, "a link from before is refused as well");
  assert.equal(await peopleWith(email), 0);
  const { status, body } = await ask(stranger());
  assert.equal(status, 409);
  assert.match(body.error.message, /invitation only/);
  assert.equal((await visitor.get("/sign-in")).body.maySignUp, false);
  assert.equal((await visitor.get("/sign-up")).body.isOpen, false);
});
