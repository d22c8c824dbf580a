import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CommandLine } from "./command-line.ts";

const line = new CommandLine();
const { cli } = line;

const none = { PAYDESK_SECRET_KEY: undefined, PAYDESK_URL: undefined, PAYDESK_KEYCHAIN: "off" };
const login = (key: string, ...more: string[]) =>
  cli(["login", "--url", line.url, ...more], none, [key]);
const path = join(line.folder, "login.json");

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
});
