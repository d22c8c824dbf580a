import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { getPool, runPrepared } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn, hashPassword } from "#lib/domain/members/index.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

async function join(account: string, userId: string, role: Role): Promise<void> {
  await transact((tx) => addMemberIn(tx, { accountId: account as `acct_${string}`, userId, role }));
}

test("an owner signs in, sees their session, and signs out", async () => {
  const merchant = await createMerchant({ name: "Lighthouse Books" });
  const visitor = await signedIn(merchant);
  const { status, body, headers } = await visitor.get("/session");
  assert.equal(status, 200);
  assert.equal(body.person.email, merchant.email);
  assert.equal(body.account.name, "Lighthouse Books");
  assert.equal(body.account.timezone, "Europe/Berlin");
  assert.equal(body.account.currency, "EUR");
  assert.equal(body.role, "owner");
  assert.ok(body.may.includes("manage_keys"));
  assert.match(headers.get("service-request-id") ?? "", /^req_/);
  assert.equal(headers.get("cache-control"), "no-store");

  const kept = new DashboardVisitor();
  for (const [name, value] of visitor.cookies) kept.cookies.set(name, value);
  assert.equal((await kept.get("/session")).status, 200);
  assert.equal((await visitor.delete("/session")).status, 200);
  assert.deepEqual([...visitor.cookies.keys()], ["paydesk_device"]);
  assert.equal((await kept.get("/session")).status, 401, "a copied cookie ends with the session");
});

test("a card number or key in the user agent is not stored, and the sign-in succeeds", async () => {
  for (const name of ["Mozilla 4242 4242 4242 4242", "curl Bearer abcdefghijkl"]) {
    const { email, password, userId } = await createMerchant();
    const visitor = new DashboardVisitor();
    const headers = { "user-agent": name };
    const { status } = await visitor.send("POST", "/session", { email, password }, headers);
    assert.equal(status, 200, name);
    const { rows } = await getPool().query(
      "select user_agent from auth_sessions where user_id = $1",
      [userId],
    );
    assert.match(rows[0].user_agent, /^(?:Mozilla \.\.\.4242|curl Bearer \.\.\.)$/);
  }
});

test("sessions use the database's clock, not the process's", async (t) => {
  const [one, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(one);
  await readDatabaseClock();
  const realMs = nowMs();
  t.mock.timers.enable({ apis: ["Date"], now: realMs + 60 * DAY_MS });
  assert.equal((await visitor.get("/session")).status, 200, "it has not ended early");

  t.mock.timers.setTime(realMs - 60 * DAY_MS);
  const later = await signedIn(other);
  const { rowCount } = await getPool().query(
    `update auth_sessions set expires_at = now() - interval '1 second'
      where user_id in ($1, $2) and expires_at between now() + interval '29 days' and now() + interval '30 days'`,
    [one.userId, other.userId],
  );
  assert.equal(rowCount, 2, "both were to last thirty days");
  assert.equal((await visitor.get("/session")).status, 401);
  assert.equal((await later.get("/session")).status, 401);
});

test("the session cookie is HttpOnly and SameSite", async () => {
  const merchant = await createMerchant();
  const visitor = new DashboardVisitor();
  const { headers } = await visitor.post("/session", {
    email: merchant.email,
    password: merchant.password,
  });
  const [cookie = ""] = headers.getSetCookie();
  assert.match(cookie, /^paydesk_session=[\w-]{32,}/);
  assert.match(cookie, /HttpOnly/i);
  assert.match(cookie, /SameSite=Lax/i);
  assert.match(cookie, /Path=\//);
});

test("a wrong password and an unknown address get the same response, without a cookie", async () => {
  const merchant = await createMerchant();
  const visitor = new DashboardVisitor();
  const wrong = await visitor.post("/session", { email: merchant.email, password: "not that one" });
  const unknown = await visitor.post("/session", {
    email: "nobody@nowhere.example",
    password: "not that one",
  });
  assert.equal(wrong.status, 401);
  assert.equal(unknown.status, 401);
  assert.equal(wrong.body.error.code, "sign_in_refused");
  assert.equal(wrong.body.error.message, unknown.body.error.message);
  assert.equal(visitor.cookies.size, 0);
});

test("an unknown address takes as much CPU time as a wrong password", async () => {
  const { email, userId } = await createMerchant();
  // The hash of the tests' password is known and not computed.
  const hash = await hashPassword("a password of its own");
  await getPool().query("update auth_credentials set password = $2 where user_id = $1", [
    userId,
    hash,
  ]);
  const cpuOf = async (asked: string) => {
    const visitor = new DashboardVisitor();
    const before = process.cpuUsage();
    for (let i = 0; i < 8; i++) {
      await visitor.post("/session", { email: asked, password: "not that one" });
    }
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await cpuOf("nobody-first@nowhere.example");
  const [wrong, unknown] = [await cpuOf(email), await cpuOf("nobody-else@nowhere.example")];
  assert.ok(wrong < unknown * 2 && unknown < wrong * 2, `${wrong} and ${unknown}`);
});

test("ten wrong passwords from one IP address block that address and no other", async () => {
  const merchant = await createMerchant();
  const stranger = new DashboardVisitor();
  const guess = (visitor: DashboardVisitor, password: string) =>
    visitor.post("/session", { email: merchant.email.toUpperCase(), password });
  const statuses = await Promise.all(
    Array.from({ length: 14 }, async (_, i) => (await guess(stranger, `guess number ${i}`)).status),
  );
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 4);
  const right = await guess(stranger, merchant.password);
  assert.equal(right.status, 429);
  assert.ok(Number(right.headers.get("retry-after")) > 0);
  assert.equal((await guess(new DashboardVisitor(), merchant.password)).status, 200);
});

test("a sign-in resets the count of failures", async () => {
  const merchant = await createMerchant();
  for (let round = 0; round < 3; round++) {
    const visitor = new DashboardVisitor();
    for (let i = 0; i < 5; i++) {
      const failed = await visitor.post("/session", { email: merchant.email, password: "wrong" });
      assert.equal(failed.status, 401);
    }
    await signedIn(merchant);
  }
});

test("one IP address cannot try the passwords of many people", async () => {
  const visitor = new DashboardVisitor();
  const statuses: number[] = [];
  for (let i = 0; i < 32; i++) {
    const { status } = await visitor.post("/session", {
      email: `person-${i}@nowhere.example`,
      password: "a guess",
    });
    statuses.push(status);
  }
  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([401]));
  assert.deepEqual(statuses.slice(30), [429, 429]);
});

test("a closed sign-up creates no account", async () => {
  const before = await runPrepared("test.users", "select id from auth_users", []);
  const visitor = new DashboardVisitor();
  const body = { name: "X", email: "x@nowhere.example", password: "a long enough password" };
  for (const path of ["/auth/sign-up/email", "/sign-up/email"]) {
    assert.equal((await visitor.post(path, body)).status, 401);
  }
  const refused = await visitor.post("/sign-up", body);
  assert.deepEqual([refused.status, refused.body.error.code], [409, "state_invalid"]);
  const after = await runPrepared("test.users", "select id from auth_users", []);
  assert.equal(after.length, before.length);
});

test("the selected account is checked against memberships at each request", async () => {
  const [mine, shared, foreign] = [
    await createMerchant(),
    await createMerchant({ name: "Shared" }),
    await createMerchant(),
  ];
  await join(shared.account.id, mine.userId, "support");
  const visitor = await signedIn(mine);
  assert.equal((await visitor.get("/session")).body.account.id, mine.account.id);

  const switched = await visitor.post("/session/account", { account: shared.account.id });
  assert.equal(switched.status, 200);
  const seen = await visitor.get("/session");
  assert.equal(seen.body.account.name, "Shared");
  assert.equal(seen.body.role, "support");
  assert.equal(seen.body.accounts.length, 2);

  assert.equal(
    (await visitor.post("/session/account", { account: foreign.account.id })).status,
    404,
  );
  visitor.cookies.set("paydesk_account", foreign.account.id);
  assert.equal((await visitor.get("/session")).body.account.id, mine.account.id);
});

test("a write from another origin is refused, whatever its cookie", async () => {
  const visitor = await signedIn(await createMerchant({ name: "Before" }));
  const write = (headers: Record<string, string | undefined>) =>
    visitor.send("POST", "/account", { name: "After" }, headers);
  for (const headers of [
    { "x-paydesk-request": undefined },
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ]) {
    const { status, body } = await write(headers);
    assert.equal(status, 403);
    assert.equal(body.error.code, "origin_refused");
    assert.match(body.error.request_id, /^req_/);
  }
  assert.equal((await visitor.get("/account")).body.name, "Before");
  assert.equal((await write({ "sec-fetch-site": "same-origin" })).status, 200);
});

test("without a session only the sign-in is answered", async () => {
  const visitor = new DashboardVisitor();
  for (const path of ["/session", "/account", "/test/keys", "/live/keys", "/nothing"]) {
    const { status, body } = await visitor.get(path);
    assert.equal(status, 401, path);
    assert.equal(body.error.code, "session_missing");
  }
  visitor.cookies.set("paydesk_session", "forged.signature");
  assert.equal((await visitor.get("/session")).status, 401);
  assert.equal((await visitor.get("/sign-in")).status, 200);
});

test("changing settings needs the permission; every member reads them", async () => {
  const merchant = await createMerchant();
  const reader = await createMerchant();
  await join(merchant.account.id, reader.userId, "read_only");
  const visitor = await signedIn(reader);
  await visitor.post("/session/account", { account: merchant.account.id });
  const refused = await visitor.post("/account", { name: "Mine now" });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.code, "role_insufficient");
  assert.equal((await visitor.get("/account")).body.name, merchant.account.name);

  const owner = await signedIn(merchant);
  const changed = await owner.post("/account", { timezone: "Europe/Vienna" });
  assert.equal(changed.body.timezone, "Europe/Vienna");
  assert.deepEqual(changed.body.versions, { test: NEWEST_VERSION, live: NEWEST_VERSION });
  assert.equal(changed.body.locale, "en-GB");
  assert.equal((await owner.post("/account", { locale: "de-CH" })).body.locale, "de-CH");
  assert.equal((await owner.get("/session")).body.account.locale, "de-CH");
  assert.equal((await owner.post("/account", { locale: "tlh" })).body.error.param, "locale");
  const wrong = await owner.post("/account", { defaultCurrency: "EURO" });
  assert.equal(wrong.status, 400);
  assert.equal(wrong.body.error.param, "defaultCurrency");
});

test("malformed bodies are refused in the common error shape", async () => {
  const visitor = await signedIn(await createMerchant());
  const cases: Array<[string, Record<string, string>, number]> = [
    ["{", {}, 400],
    ["{}", { "content-type": "text/plain" }, 415],
    [JSON.stringify({ name: "x".repeat(70_000) }), {}, 413],
    [JSON.stringify({ surprise: true }), {}, 400],
  ];
  for (const [body, headers, expected] of cases) {
    const answer = await visitor.send("POST", "/account", body, headers);
    assert.equal(answer.status, expected);
    assert.equal(typeof answer.body.error.code, "string");
    assert.equal(typeof answer.body.error.message, "string");
  }
  const unknown = await visitor.get("/somewhere/else");
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.error.code, "resource_missing");
});

test("over HTTPS cookies are Secure and bound to the host", async () => {
  const merchant = await createMerchant();
  const code = `
    import { DashboardVisitor } from "#test/dashboard.ts";
    const visitor = new DashboardVisitor();
    const { headers } = await visitor.post("/session", JSON.parse(process.argv[1]));
    const chosen = await visitor.post("/session/account", { account: process.argv[2] });
    const session = await visitor.get("/session");
    console.log(JSON.stringify({
      cookies: [...headers.getSetCookie(), ...chosen.headers.getSetCookie()],
      email: session.body.person.email,
    }));
    process.exit();`;
  const { email, password } = merchant;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", code, JSON.stringify({ email, password }), merchant.account.id],
    {
      env: childEnv({
        DATABASE_URL: env.databaseUrl,
        PUBLIC_URL: "https://pay.example",
      }),
    },
  );
  const answer = JSON.parse(stdout);
  assert.equal(answer.email, email, "the session made by that cookie is found by it");
  assert.deepEqual(
    answer.cookies.map((cookie: string) => cookie.split("=")[0]),
    ["__Host-paydesk_session", "__Host-paydesk_device", "__Host-paydesk_account"],
  );
  for (const cookie of answer.cookies) {
    assert.match(cookie, /; Secure/i);
    assert.match(cookie, /; Path=\/(;|$)/i);
    assert.doesNotMatch(cookie, /Domain=/i);
  }
});

test("a member looks at the dashboard as a role that may less, and the server holds them to it", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const as = (role: Role | null) => visitor.post("/session/view-as", { role });
  const seen = await as("support");
  assert.deepEqual([seen.body.role, seen.body.isViewedAs], ["support", true]);
  assert.ok(!seen.body.may.includes("manage_keys") && seen.body.may.includes("refund"));
  assert.equal((await visitor.post("/test/keys", {})).status, 403);
  assert.equal((await visitor.get("/audit")).status, 403);
  assert.equal((await as("owner")).status, 400);
  const own = await as(null);
  assert.deepEqual([own.body.role, own.body.isViewedAs], ["owner", false]);
  assert.equal((await visitor.get("/audit")).status, 200);
});

test("nobody gets permissions by looking as another role", async () => {
  const [merchant, person] = [await createMerchant(), await createMerchant()];
  await join(merchant.account.id, person.userId, "finance");
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: merchant.account.id });
  assert.deepEqual((await visitor.get("/session")).body.viewableAs, ["read_only"]);
  for (const role of ["owner", "admin", "developer", "support"] as const) {
    const { status, body } = await visitor.post("/session/view-as", { role });
    assert.deepEqual([status, body.error.param], [400, "role"], role);
    visitor.cookies.set("paydesk_view_as", role);
    const session = await visitor.get("/session");
    assert.deepEqual([session.body.role, session.body.isViewedAs], ["finance", false], role);
  }
});
