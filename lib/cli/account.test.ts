import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { authenticateKey } from "#lib/domain/keys/index.ts";
import { codeOf, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { api } from "#test/api.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

const PASSWORD = "correct horse battery";

async function account(...args: string[]) {
  return await accountWith("", ...args);
}

/** Runs the command with `input` on its standard input. */
async function accountWith(input: string, ...args: string[]) {
  const child = spawn(process.execPath, ["lib/cli/account.ts", ...args], {
    env: childEnv({ DATABASE_URL: env.databaseUrl }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  return { out, err, code };
}

const params = (changes: Record<string, string> = {}) => {
  const email = `${newId("usr")}@shop.example`;
  return Object.entries({ name: "Shop", email, password: PASSWORD, ...changes }).flatMap(
    ([option, value]) => [`--${option}`, value],
  );
};

test("create prints one JSON object whose four keys and sign-in work", async () => {
  const email = `${newId("usr")}@shop.example`;
  const { out, err, code } = await account("create", ...params({ email, country: "NZ" }), "--json");
  assert.equal(code, 0, err);
  assert.equal(err, "");
  const made = JSON.parse(out);
  assert.deepEqual(Object.keys(made), ["account", "email", "test", "live"]);
  assert.equal(made.email, email);
  for (const mode of ["test", "live"]) {
    for (const [kind, prefix] of [
      ["secret", "sk"],
      ["publishable", "pk"],
    ]) {
      const key = made[mode][`${kind}_key`];
      assert.ok(key.startsWith(`${prefix}_${mode}_`));
      const bearer = await authenticateKey(key);
      assert.equal(bearer?.accountId, made.account);
      assert.equal(bearer?.kind, kind);
    }
  }
  const visitor = await signedIn({ email, password: PASSWORD });
  const { body } = await visitor.get("/session");
  assert.equal(body.account.currency, "NZD");
  assert.equal(body.account.timezone, "Pacific/Auckland");
});

test("the password is the first line of standard input, whatever its spaces", async () => {
  const email = `${newId("usr")}@shop.example`;
  const args = ["create", "--name", "Shop", "--email", email, "--json"];
  const { err, code } = await accountWith(" seven grey harbours \n", ...args);
  assert.equal(code, 0, err);
  await signedIn({ email, password: " seven grey harbours " });
});

test("an error is named on standard error, with nothing on standard output", async () => {
  const taken = params();
  assert.equal((await account("create", ...taken, "--json")).code, 0);
  const cases: Array<[string[], RegExp, number]> = [
    [["create", ...taken, "--json"], /--email: .*in use already/, 1],
    [["create", ...params({ password: "short" }), "--json"], /--password: .*12 characters/, 1],
    [["create", ...params({ country: "US" }), "--json"], /--country: .*EU country/, 1],
    [["create", ...params({ email: "nobody" }), "--json"], /--email: /, 1],
    [["create", "--name", "Shop", "--json"], /Missing: --email/, 2],
    [["create", "--name", "Shop", "--email", "a@shop.example"], /--password: .*12 characters/, 1],
    [["create", ...params(), "--colour", "red"], /--colour/, 2],
    [["destroy"], /The commands are "create", "corridors", "limits", "reset-password"/, 2],
  ];
  for (const [args, expected, expectedCode] of cases) {
    const { out, err, code } = await account(...args);
    assert.equal(out, "", args.join(" "));
    assert.match(err, expected);
    assert.equal(code, expectedCode);
    assert.ok(!err.includes(PASSWORD), "a password is never repeated");
  }
});

test("corridors names the currencies an account can pay out, and refuses unknown ones", async () => {
  const { out } = await account("create", ...params(), "--json");
  const { account: id } = JSON.parse(out);
  const set = (...args: string[]) => account("corridors", ...args, "--json");
  const both = await set("--account", id, "--approve", "NZD, GBP");
  assert.deepEqual(JSON.parse(both.out), { account: id, corridors: ["GBP", "NZD"] });
  const none = await set("--account", id, "--approve", "none");
  assert.deepEqual(JSON.parse(none.out).corridors, []);
  for (const [args, expected, expectedCode] of [
    [["--account", id, "--approve", "USD"], /--approve: USD is not one of/, 1],
    [["--account", "acct_00000000000000000000000000", "--approve", "GBP"], /No such account/, 1],
    [["--account", id], /Missing: --approve/, 2],
  ] as const) {
    const { err, code } = await set(...args);
    assert.match(err, expected);
    assert.equal(code, expectedCode);
  }
});

test("limits shows and raises an account's rate limits by mode, and never lowers them", async () => {
  const merchant = await createMerchant();
  const { id } = merchant.account;
  const limits = (...args: string[]) => account("limits", id, ...args);
  assert.match((await limits()).out, /lists +test 10\/s +live 20\/s/);
  const set = await limits("--mode", "test", "--set", "lists=50,reads=400", "--json");
  const { test: raised, live } = JSON.parse(set.out);
  assert.deepEqual([raised.lists, raised.reads, raised.writes, live.lists], [50, 400, 25, 20]);
  const read = () => api().call(merchant.keys.test.secret, "GET", "/v1/payments");
  const seen = await Promise.all(Array.from({ length: 30 }, read));
  assert.ok(seen.every(({ status }) => status === 200));
  assert.equal(seen[0]!.headers.get("service-ratelimit-limit"), "50");
  const inLive = await api().call(merchant.keys.live.secret, "GET", "/v1/payments");
  assert.equal(inLive.headers.get("service-ratelimit-limit"), "20");
  assert.match((await limits()).out, /test 50\/s \(raised\)/);
  for (const [args, expected, code] of [
    [["--set", "lists=5"], /--set: lists must be .* from 10 \(the spec/, 1],
    [["--set", "lists=1e3"], /--set: lists must be/, 1],
    [["--set", "colours=5"], /colours is not one of writes, reads/, 1],
    [["--mode", "both"], /--mode must be test or live/, 2],
    [["--set", "lists=50", "--reset"], /either --set or --reset/, 2],
  ] as const) {
    const refused = await limits(...args);
    assert.match(refused.err, expected);
    assert.equal(refused.code, code);
  }
  assert.match((await account("limits", "acct_nobody")).err, /No such account/);
  const reset = JSON.parse((await limits("--reset", "--json")).out);
  assert.deepEqual([reset.test.lists, reset.test.reads], [10, 50]);
  const visitor = await signedIn(merchant);
  const { body } = await visitor.get("/audit");
  assert.ok(JSON.stringify(body).includes("account.rate_limits_raised"));
});

test("reset-password sets a password from standard input, ends the sessions and records it", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { out, err, code } = await accountWith(
    "seven grey harbours at night\n",
    ...["reset-password", "--email", merchant.email.toUpperCase(), "--json"],
  );
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).sessions_ended, 1);
  assert.equal((await visitor.get("/session")).status, 401);
  const again = await signedIn({ email: merchant.email, password: "seven grey harbours at night" });
  const { body } = await again.get("/audit");
  assert.ok(JSON.stringify(body).includes("sign_in.reset_by_operator"));
});

test("reset-password --link prints a link that works once, and keeps the password until then", async () => {
  const merchant = await createMerchant();
  const { out, err, code } = await account("reset-password", "--email", merchant.email, "--link");
  assert.equal(code, 0, err);
  assert.match(out, /once within 30 minutes/);
  const visitor = await signedIn(merchant);
  assert.ok(JSON.stringify((await visitor.get("/audit")).body).includes("sign_in.reset_link_made"));
  const token = /\/reset-password#(\w{40})/.exec(out)?.[1];
  const use = () =>
    new DashboardVisitor().post("/recovery/password", { token, password: "nine brown lanterns" });
  assert.deepEqual([(await use()).status, (await use()).status], [200, 404]);
  await signedIn({ email: merchant.email, password: "nine brown lanterns" });
});

test("reset-password refuses an unknown address and a weak password", async () => {
  const { email } = await createMerchant();
  for (const [input, args, expected, expectedCode] of [
    ["", ["--email", "nobody@nowhere.example", "--link"], /No user has/, 1],
    [`${PASSWORD}\n`, ["--email", "nobody@nowhere.example"], /No user has/, 1],
    ["password1234\n", ["--email", email], /--password: .*easy to guess/, 1],
    ["", [], /Missing: --email/, 2],
  ] as const) {
    const { out, err, code } = await accountWith(input, "reset-password", ...args);
    assert.deepEqual([out, code], ["", expectedCode]);
    assert.match(err, expected);
  }
});

test("sign-out ends the sessions of one person, or of everybody, and writes it down", async () => {
  const [one, other] = [await createMerchant(), await createMerchant()];
  const [here, there] = [await signedIn(one), await signedIn(other)];
  const first = await account("sign-out", "--email", one.email, "--json");
  assert.deepEqual([first.code, JSON.parse(first.out)], [0, { sessions_ended: 1 }], first.err);
  assert.equal((await here.get("/session")).status, 401);
  assert.equal((await there.get("/session")).status, 200);
  const all = await account("sign-out", "--everybody", "--json");
  assert.ok(JSON.parse(all.out).sessions_ended >= 1, all.err);
  assert.equal((await there.get("/session")).status, 401);
  const { body } = await (await signedIn(one)).get("/audit");
  assert.ok(JSON.stringify(body).includes("sign_in.ended_by_operator"));
  assert.match((await account("sign-out")).err, /Missing: --email/);
  assert.equal((await account("sign-out", "--email", "nobody@nowhere.example")).code, 1);
});

test("remove-second-factor lets a person in who lost it, by their password alone, and tells them", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const remove = () => account("remove-second-factor", "--email", merchant.email, "--json");
  assert.match((await remove()).err, /has no second factor/);
  const { body: begun } = await visitor.post("/security/second-factor");
  const code = codeOf(begun.secret, stepAt(nowMs()));
  assert.equal((await visitor.post("/security/second-factor/enable", { code })).status, 200);
  const { out, err, code: status } = await remove();
  assert.equal(status, 0, err);
  assert.deepEqual(JSON.parse(out), { email: merchant.email, sessions_ended: 1 });
  const again = await signedIn(merchant);
  assert.equal((await again.get("/security")).body.hasSecondFactor, false);
  const { body } = await again.get("/audit");
  assert.ok(JSON.stringify(body).includes("sign_in.second_factor_removed"));
  const { body: mail } = await again.get("/notifications");
  assert.ok(JSON.stringify(mail).includes("Your second factor was taken away"));
});
