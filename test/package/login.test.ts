import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { CommandLine, type Ended } from "./command-line.ts";

const line = new CommandLine();
const { cli } = line;

const none = { PAYDESK_SECRET_KEY: undefined, PAYDESK_URL: undefined, PAYDESK_KEYCHAIN: "off" };
const login = (key: string, ...more: string[]) =>
  cli(["login", "--url", line.url, "--key", ...more], none, [key]);
const path = join(line.folder, "login.json");

/** Runs `login`; `decide` gets the code that it shows. */
async function paired(
  decide: (code: string, owner: DashboardVisitor) => Promise<unknown>,
  ...more: string[]
): Promise<Ended> {
  const owner = await signedIn(line.till);
  let decided: Promise<unknown> | undefined;
  const ended = await line.watched(["login", "--url", line.url, ...more], none, (text) => {
    const [, code] = /^Code: (\S+)$/.exec(text) ?? [];
    if (code) decided = decide(code, owner);
  });
  await decided;
  return ended;
}

const confirm = (code: string, owner: DashboardVisitor) =>
  owner.post("/pairing/confirm", { code, access: "write" });

test("login by browser shows a code, and stores the key that a member confirms", async () => {
  const { code, out, err } = await paired(confirm);
  assert.equal(code, 0, err);
  const { id } = line.till.account;
  assert.match(out, new RegExp(`^Signed in to ${id} in test mode\\. The key is in a file in `));
  assert.match(err, /^Code: [A-Z-]{9}\nCompare and confirm it at http\S+\/test\/keys\/pair\?code=/);
  const stored = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.ok(!`${out}${err}`.includes(stored.key), "the key is never shown");
  const made = await cli(["customers", "create", "--name", "Ada", "--json"], none);
  assert.equal(JSON.parse(made.out).name, "Ada");
  const { body } = await (await signedIn(line.till)).get("/test/keys");
  assert.equal(body.keys[0].name, `CLI on ${hostname()}`);
});

test("login --json prints what it stored and no key", async () => {
  const { out } = await paired(confirm, "--json");
  const facts = JSON.parse(out);
  assert.deepEqual(
    [facts.account, facts.mode, facts.stored, facts.key_name],
    [line.till.account.id, "test", "file", `CLI on ${hostname()}`],
  );
  assert.doesNotMatch(out, /sk_test_/);
});

test("a refused or expired login ends with 1 and keeps the earlier key", async () => {
  const before = readFileSync(path, "utf8");
  const refused = await paired((code, owner) => owner.post("/pairing/refuse", { code }));
  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.match(refused.err, /refused in the browser/);
  const expired = await paired(() =>
    getPool().query("update pairings set created_at = now() - interval '11 minutes'"),
  );
  assert.equal(expired.code, 1);
  assert.match(expired.err, /Nobody confirmed the code in time/);
  assert.equal(readFileSync(path, "utf8"), before);
});

test("login names what is wrong: no address, no service, a live key without --key", async () => {
  for (const [args, code, message] of [
    [["login"], 2, /address of the service/],
    [["login", "--url", line.url, "--live"], 2, /--key --live/],
    [["login", "--url", line.url, "word"], 2, /Usage: paydesk login --key KEY/],
    [["login", "--url", "http://127.0.0.1:1"], 4, /No connection to http:\/\/127\.0\.0\.1:1/],
  ] as const) {
    const ended = await cli(args, none);
    assert.equal(ended.code, code, `${args.join(" ")}: ${ended.err}`);
    assert.match(ended.err, message);
  }
  const help = await cli(["login", "--help"], none);
  assert.equal(help.code, 0);
  assert.match(help.out, /A code is valid for 10 minutes and works once/);
});

test("a key that was stored is used by the other commands, until logout removes it", async () => {
  const { code, out } = await login(line.till.key);
  assert.equal(code, 0);
  assert.match(out, /^Signed in to acct_\w+ in test mode\. The key is in a file in /);
  assert.equal(out.includes(line.till.key), false);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const made = await cli(["customers", "create", "--name", "Ada", "--json"], none);
  assert.equal(JSON.parse(made.out).name, "Ada");
  const other = await cli(["customers", "list"], { ...none, PAYDESK_SECRET_KEY: "sk_test_none" });
  assert.equal(other.code, 3, "the environment has precedence");
  assert.match((await cli(["logout"], none)).out, /stays valid until it is revoked/);
  assert.equal(existsSync(path), false);
  assert.equal((await cli(["customers", "list"], none)).code, 3);
  assert.match((await cli(["logout"], none)).out, /No key was stored/);
});

test("a key of live mode needs --live, and a key that the service refuses is not stored", async () => {
  const live = line.till.keys.live.secret;
  assert.match((await login(live)).err, /must begin with sk_test_.*--live/);
  assert.equal((await login(live, "--live")).code, 0);
  assert.equal(JSON.parse(readFileSync(path, "utf8")).mode, "live");
  assert.equal((await login("sk_test_none")).code, 3);
  assert.equal(JSON.parse(readFileSync(path, "utf8")).mode, "live", "the earlier one is kept");
  assert.equal((await login("")).code, 3);
  const given = await cli(["login", "--url", line.url, "--key", line.till.key], none);
  assert.equal(given.code, 0, given.err);
});
