// Runs alone: its worker would also work for the merchants of other files.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "#db/embedded/ports.ts";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { childEnv } from "#lib/kernel/env.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import type { Entry } from "./hurl.ts";
import { type AccountKeys, playAll, variablesFor } from "./play-all.ts";
import { readRules } from "./rules.ts";

const root = join(import.meta.dirname, "../../..");
const rules = readRules();
const children: ChildProcess[] = [];
let url = "";

async function startService(port: number): Promise<void> {
  const variables = {
    PORT: String(port),
    WEBHOOK_ALLOW_PRIVATE: "1",
    NODE_TEST_CONTEXT: undefined,
  };
  for (const args of [["server.ts", "--api-only"], ["worker.ts"]]) {
    const child = spawn(process.execPath, ["--no-warnings", ...args], {
      cwd: root,
      env: childEnv(variables),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(child);
    await once(child, "message");
  }
}

before(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  await startService(port);
});

after(async () => {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => once(child, "exit")));
});

function keysOf({ account, email, keys }: Merchant): AccountKeys {
  const pair = (mode: "test" | "live") => ({
    publishable_key: keys[mode].publishable,
    secret_key: keys[mode].secret,
  });
  return { account: account.id, email, test: pair("test"), live: pair("live") };
}

test("every rule has a request for what it allows and for what it refuses, or names the test", () => {
  const numbers = rules.map(({ number }) => number);
  assert.deepEqual([...new Set(numbers)], numbers, "a number is used once");
  for (const section of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]) {
    assert.ok(
      numbers.some((number) => number.startsWith(`${section}.`)),
      `section ${section}`,
    );
  }
  for (const { number, blocks, elsewhere } of rules) {
    for (const side of ["positive", "negative"] as const) {
      const shown =
        blocks.some((block) => block.side === side && block.entries.length > 0) ||
        elsewhere.some((one) => one.side === side || one.side === "both");
      assert.ok(shown, `${number} has no ${side} case`);
    }
  }
});

/** Whether a request of a rule calls this operation: a fixed path takes precedence over one with a parameter. */
function calls({ method, url }: Entry, route: Route): boolean {
  const path = url.replace("{{url}}", "").replace(/\?.*$/s, "");
  const fits = (one: Route) =>
    method === one.method.toUpperCase() &&
    new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
  if (!fits(route)) return false;
  return (
    path === route.path || !ENDPOINTS.some((one) => one.route.path === path && fits(one.route))
  );
}

test("every operation of the API is called by a rule", () => {
  const entries = rules.flatMap(({ blocks }) => blocks.flatMap((block) => block.entries));
  const missing = ENDPOINTS.filter(({ route }) => !entries.some((one) => calls(one, route)));
  assert.deepEqual(
    missing.map(({ route }) => `${route.method} ${route.path}`),
    [],
  );
});

test("every test that a rule names exists", () => {
  for (const { number, elsewhere } of rules) {
    for (const { text } of elsewhere) {
      const named = [...text.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\) “([^”]+)”/g)];
      assert.ok(named.length > 0, `${number} names no test`);
      for (const [, path = "", name = ""] of named) {
        assert.ok(existsSync(join(root, path)), `${number}: there is no ${path}`);
        assert.ok(
          readFileSync(join(root, path), "utf8").includes(name),
          `${number}: ${path} has no test “${name}”`,
        );
      }
    }
  }
});

test("the service answers every request of the pages as documented", async () => {
  const [account, other] = [await createMerchant(), await createMerchant()];
  const { password } = account;
  const variables = variablesFor({ url, account: keysOf(account), other: keysOf(other), password });
  const failures: string[] = [];
  await playAll(rules, variables, ({ rule, failure }) => {
    if (failure !== null) failures.push(`${rule.number} ${rule.title}: ${failure}`);
  });
  assert.deepEqual(failures, []);
});
