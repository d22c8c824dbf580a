import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { codeOf, stepAt } from "#lib/domain/members/index.ts";
import { MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { addressOf, INTERNAL_ROUTES } from "#test/internal-routes/index.ts";
import { createMerchant, type Merchant, TEST_PASSWORD } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";

let clock: MovingClock | undefined;
afterEach(() => {
  clock?.putBack();
  clock = undefined;
});

const codeNow = (secret: string) => codeOf(secret, stepAt(nowMs()));

async function withFactor(merchant: Merchant) {
  const visitor = await signedIn(merchant);
  const { body: begun } = await visitor.post("/security/second-factor");
  const done = await visitor.post("/security/second-factor/enable", {
    code: codeNow(begun.secret),
  });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  const recovery = done.body.recoveryCodes as string[];
  return { visitor, secret: begun.secret as string, qr: begun.qr as string, recovery };
}

/** Moves to the next 30 s: the current code is used up. */
function nextStep(): void {
  clock ??= moveClock();
  clock.advance(30_000);
}

async function withPassword(merchant: Merchant) {
  const visitor = new DashboardVisitor();
  const { email, password } = merchant;
  const { status, body } = await visitor.post("/session", { email, password });
  assert.deepEqual([status, body.awaitsSecondFactor], [200, true]);
  return visitor;
}

const give = (visitor: DashboardVisitor, code: string) =>
  visitor.post("/session/second-factor", { code });

test("a second factor is set up with a first code and stored encrypted", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { body: begun } = await visitor.post("/security/second-factor");
  assert.match(begun.qr, /^<svg /);
  assert.equal((await visitor.get("/security")).body.hasSecondFactor, false);
  const wrong = await visitor.post("/security/second-factor/enable", { code: "000000" });
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "code"]);
  // An unfinished setup asks for no code.
  assert.equal((await (await signedIn(merchant)).get("/session")).status, 200);
  const { secret, recovery } = await withFactor(merchant);
  assert.equal(new Set(recovery).size, 10);
  const shown = await visitor.get("/security");
  assert.equal(shown.status, 401, "the other session has to give it now");
  const { rows } = await getPool().query(
    `select f::text || coalesce(string_agg(r::text, ''), '') as text from auth_second_factors f
       left join auth_recovery_codes r on r.user_id = f.user_id where f.user_id = $1 group by f.*`,
    [merchant.userId],
  );
  const hidden = [secret, Buffer.from(secret).toString("hex"), recovery[0]!];
  for (const text of hidden) assert.ok(!rows[0].text.includes(text));
});

test("a session without its second factor opens no route", async () => {
  const merchant = await createMerchant();
  const { secret } = await withFactor(merchant);
  nextStep();
  const visitor = await withPassword(merchant);
  for (const [route, { may }] of INTERNAL_ROUTES) {
    if (may === "anyone") continue;
    const [method, path] = addressOf(route);
    const { status, body } = await visitor.send(method, path, method === "GET" ? undefined : {});
    assert.deepEqual([status, body.error.code], [401, "second_factor_missing"], route);
  }
  assert.equal((await visitor.get("/sign-in")).body.awaitsSecondFactor, true);
  assert.equal((await give(visitor, codeNow(secret))).status, 200);
  assert.equal((await visitor.get("/session")).status, 200);
});

test("a code is valid once, also in concurrent requests, and earlier ones are refused after it", async () => {
  const merchant = await createMerchant();
  const { secret } = await withFactor(merchant);
  nextStep();
  const visitors = await Promise.all([1, 2, 3].map(() => withPassword(merchant)));
  const code = codeNow(secret);
  const answers = await Promise.all(visitors.map((visitor) => give(visitor, code)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const late = await give(await withPassword(merchant), codeOf(secret, stepAt(nowMs()) - 1));
  assert.deepEqual([late.status, late.body.error.code], [400, "confirmation_refused"]);
});

test("a recovery code works once, in any spelling; the others keep working", async () => {
  const merchant = await createMerchant();
  const { recovery, visitor } = await withFactor(merchant);
  const [first, second] = recovery as [string, string];
  assert.equal((await give(await withPassword(merchant), first.toUpperCase())).status, 200);
  assert.equal((await give(await withPassword(merchant), first)).status, 400);
  assert.equal((await give(await withPassword(merchant), second.replace("-", ""))).status, 200);
  assert.equal((await visitor.get("/security")).body.recoveryCodes, 8);
  const renewed = await visitor.post("/security/recovery-codes");
  assert.equal(renewed.body.recoveryCodes.length, 10);
  assert.equal((await give(await withPassword(merchant), recovery[2]!)).status, 400);
});

test("guesses at a code are limited, whatever their address", async () => {
  const merchant = await createMerchant();
  const { secret } = await withFactor(merchant);
  nextStep();
  for (let i = 0; i < 5; i++) {
    assert.equal((await give(await withPassword(merchant), "000000")).status, 400);
  }
  const refused = await give(await withPassword(merchant), codeNow(secret));
  assert.deepEqual([refused.status, refused.body.error.code], [429, "too_many_attempts"]);
  clock!.advance(10 * MINUTE_MS);
  assert.equal((await give(await withPassword(merchant), codeNow(secret))).status, 200);
});

test("wrong codes from a stranger with the password block neither the owner's browser nor their session", async () => {
  const merchant = await createMerchant();
  const { secret, visitor } = await withFactor(merchant);
  const stranger = await withPassword(merchant);
  for (let i = 0; i < 7; i++) await give(stranger, "000000");
  nextStep();
  assert.equal((await give(await withPassword(merchant), codeNow(secret))).status, 429);
  const code = codeNow(secret);
  assert.equal((await visitor.post("/security/confirm", { code })).status, 200);
  nextStep();
  const { email, password } = merchant;
  assert.equal((await visitor.post("/session", { email, password })).status, 200);
  assert.equal((await give(visitor, codeNow(secret))).status, 200);
});

test("five wrong codes in the owner's browser block the sign-in, and in a session the confirmation", async () => {
  const merchant = await createMerchant();
  const { secret, visitor } = await withFactor(merchant);
  nextStep();
  const confirm = (code: string) => visitor.post("/security/confirm", { code });
  for (let i = 0; i < 5; i++) assert.equal((await confirm("000000")).status, 400);
  assert.equal((await confirm(codeNow(secret))).status, 429);
  const { email, password } = merchant;
  assert.equal((await visitor.post("/session", { email, password })).status, 200);
  for (let i = 0; i < 5; i++) assert.equal((await give(visitor, "000000")).status, 400);
  assert.equal((await give(visitor, codeNow(secret))).status, 429);
});

test("ten minutes after the sign-in grave actions ask for the password again", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const params = { kind: "secret", name: "Till" };
  assert.equal((await visitor.post("/live/keys", params)).status, 201);
  clock = moveClock();
  clock.advance(10 * MINUTE_MS);
  const asked = await visitor.post("/live/keys", params);
  assert.deepEqual([asked.status, asked.body.error.code], [403, "confirmation_needed"]);
  assert.equal(
    (await visitor.post("/test/keys", params)).status,
    201,
    "nothing is grave in test mode",
  );
  const wrong = await visitor.post("/security/confirm", { password: "not it at all" });
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, "confirmation_refused"]);
  assert.equal((await visitor.post("/live/keys", params)).status, 403);
  assert.equal((await visitor.post("/security/confirm", { password: TEST_PASSWORD })).status, 200);
  assert.equal((await visitor.post("/live/keys", params)).status, 201);
});

test("a person with a second factor confirms with it; the password is refused", async () => {
  const merchant = await createMerchant();
  const { visitor, secret } = await withFactor(merchant);
  clock = moveClock();
  clock.advance(11 * MINUTE_MS);
  const disable = () => visitor.post("/security/second-factor/disable");
  assert.equal((await disable()).status, 403);
  const password = await visitor.post("/security/confirm", { password: TEST_PASSWORD });
  assert.equal(password.status, 400);
  assert.equal((await visitor.post("/security/confirm", { code: codeNow(secret) })).status, 200);
  assert.equal((await disable()).status, 200);
  assert.equal((await visitor.get("/security")).body.hasSecondFactor, false);
  await signedIn(merchant);
});

test("sessions are listed and ended, one or all, only by their person", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const [here, there, elsewhere] = [
    await signedIn(merchant),
    await signedIn(merchant),
    await signedIn(merchant),
  ];
  await there.get("/session");
  const { sessions } = (await here.get("/security")).body;
  assert.deepEqual(
    sessions.map((one: { isThis: boolean }) => one.isThis).filter(Boolean).length,
    1,
  );
  assert.equal(sessions.length, 3);
  const found = sessions.find((one: { address: string }) => one.address === there.address);
  const path = `/security/sessions/${found.id}/end`;
  assert.equal((await (await signedIn(other)).post(path)).status, 404);
  assert.equal((await there.get("/session")).status, 200);
  assert.equal((await here.post(path)).status, 200);
  assert.equal((await there.get("/session")).status, 401);
  assert.equal((await elsewhere.get("/session")).status, 200);
  assert.deepEqual((await here.post("/security/sessions/end-others")).body, { ended: 1 });
  assert.equal((await elsewhere.get("/session")).status, 401);
  assert.equal((await here.get("/session")).status, 200);
});

const PASSWORD = "another long password";

test("changing the password needs the current one, ends other sessions and sends an e-mail", async () => {
  const merchant = await createMerchant();
  const [here, elsewhere] = [await signedIn(merchant), await signedIn(merchant)];
  const change = (current: string, password: string) =>
    here.post("/security/password", { current, password });
  for (const [current, password, param] of [
    ["not it at all", PASSWORD, "current"],
    [TEST_PASSWORD, "short", "password"],
    [TEST_PASSWORD, TEST_PASSWORD, "password"],
  ] as const) {
    const { status, body } = await change(current, password);
    assert.deepEqual([status, body.error.param], [400, param]);
  }
  assert.equal((await elsewhere.get("/session")).status, 200, "nothing has happened yet");
  assert.deepEqual((await change(TEST_PASSWORD, PASSWORD)).body, { sessionsEnded: 1 });
  assert.equal((await elsewhere.get("/session")).status, 401);
  assert.equal((await here.get("/session")).status, 200);
  await assert.rejects(signedIn(merchant), /sign_in_refused/);
  await signedIn({ ...merchant, password: PASSWORD });
  const mail = (await here.get("/notifications")).body.notifications.find(
    ({ subject }: { subject: string }) => subject === "Your password was changed",
  );
  assert.equal(mail.recipient, merchant.email);
  const { text } = (await here.get(`/notifications/${mail.id}`)).body;
  assert.ok(text.includes(here.address) && !text.includes(PASSWORD));
});

test("of two concurrent changes of a password exactly one succeeds", async () => {
  const merchant = await createMerchant();
  const here = await signedIn(merchant);
  const params = ["the first long password", "the second long password"];
  const answers = await Promise.all(
    params.map((password) => here.post("/security/password", { current: TEST_PASSWORD, password })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  const held = params[answers.findIndex(({ status }) => status === 200)]!;
  await signedIn({ ...merchant, password: held });
});

test("guesses at the current password are limited", async () => {
  const merchant = await createMerchant();
  const here = await signedIn(merchant);
  const guess = (current: string) =>
    here.post("/security/password", { current, password: PASSWORD });
  for (let i = 0; i < 10; i++) assert.equal((await guess(`wrong guess ${i}`)).status, 400);
  const { status, body } = await guess(TEST_PASSWORD);
  assert.deepEqual([status, body.error.code], [429, "too_many_attempts"]);
  clock = moveClock();
  clock.advance(10 * MINUTE_MS);
  assert.equal((await guess(TEST_PASSWORD)).status, 200);
});

test("new passwords are judged 30 times a minute for a network, and then not at all", async () => {
  const here = await signedIn(await createMerchant());
  const change = (password: string) =>
    here.post("/security/password", { current: TEST_PASSWORD, password });
  for (let n = 0; n < 30; n++) assert.equal((await change("short")).status, 400);
  const refused = await change(PASSWORD);
  assert.deepEqual([refused.status, refused.body.error.code], [429, "too_many_attempts"]);
});

test("a person with a second factor needs it to change the password", async () => {
  const merchant = await createMerchant();
  const { visitor, secret } = await withFactor(merchant);
  clock = moveClock();
  clock.advance(11 * MINUTE_MS);
  const change = () =>
    visitor.post("/security/password", { current: TEST_PASSWORD, password: PASSWORD });
  const asked = await change();
  assert.deepEqual([asked.status, asked.body.error.code], [403, "confirmation_needed"]);
  assert.equal((await visitor.post("/security/confirm", { code: codeNow(secret) })).status, 200);
  assert.equal((await change()).status, 200);
});
