// Runs alone: it renames tables of its database.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freePort } from "#db/embedded/ports.ts";
import { codeOf, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";
import { WEB_COMMAND } from "./command.ts";

const ROOT = join(import.meta.dirname, "../..");
const RAIL_SECRET = "what the rail and we agree on";
const CARD = "4242424242424242";
const CVC = "739";

const folder = mkdtempSync(join(tmpdir(), "paydesk-logs-"));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

type Logged = { child: ChildProcess; text(): string; says(what: RegExp): Promise<void> };

/** Starts one of our processes and collects its output until it is ready. */
async function launch(
  command: readonly string[],
  variables: Record<string, string>,
): Promise<Logged> {
  const child = spawn(process.execPath, ["--no-warnings", ...command], {
    cwd: ROOT,
    env: childEnv({
      DATA_DIR: folder,
      LOG_LEVEL: "debug",
      NODE_TEST_CONTEXT: undefined,
      ...variables,
    }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let text = "";
  const said = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
      for (const look of said) look();
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once("message", () => resolve());
  child.once("exit", () => reject(new Error(`${command.join(" ")} ended:\n${text}`)));
  await promise;
  const says = (what: RegExp) =>
    new Promise<void>((found) => {
      const look = () => what.test(text) && found();
      said.add(look);
      look();
    });
  return { child, text: () => text, says };
}

/** A browser without screens: keeps cookies and sends what our pages send. */
function visitor(origin: string) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(path: string, body?: unknown) {
      const response = await fetch(`${origin}/internal${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          origin,
          "x-paydesk-request": "1",
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
  };
}

function caller(origin: string, key: string) {
  return async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/v1${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": newId("req"),
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
}

/** Signs in, sets up a second factor, creates a key; returns the secrets among these. */
async function workInDashboard(origin: string, merchant: Merchant) {
  const { cookies, ask } = visitor(origin);
  const { email, password } = merchant;
  const mistyped = "a mistyped long password";
  assert.equal((await ask("/session", { email, password: mistyped })).status, 401);
  assert.equal((await ask("/session", { email, password })).status, 200);
  const factor = (await ask("/security/second-factor", {})).body.secret as string;
  await ask("/security/second-factor/enable", { code: "000000" });
  const enabled = await ask("/security/second-factor/enable", {
    code: codeOf(factor, stepAt(nowMs())),
  });
  assert.equal(enabled.status, 200);
  const key = (await ask("/live/keys", { kind: "secret", name: "Till" })).body.secret as string;
  const changed = "another long password";
  assert.equal(
    (await ask("/security/password", { current: password, password: changed })).status,
    200,
  );
  return {
    ask,
    planted: {
      "the password": password,
      "the mistyped password": mistyped,
      "the new password": changed,
      "the authenticator's secret": factor,
      "a recovery code": enabled.body.recoveryCodes[0] as string,
      "a live key": key,
      "the session's cookie": cookies.get("paydesk_session")!,
      "the session's cookie, decoded": decodeURIComponent(cookies.get("paydesk_session")!),
    },
  };
}

/** Valid and invalid calls, with secrets wherever a merchant might put them. */
async function workByCalls(origin: string, { keys }: Merchant, url: string) {
  const call = caller(origin, keys.test.secret);
  const browser = caller(origin, keys.test.publishable);
  const endpoint = await call("/webhook_endpoints", { url, events: ["*"] });
  assert.equal(endpoint.status, 201, JSON.stringify(endpoint.body));
  const card = { number: CARD, exp_month: 12, exp_year: 2031, cvc: CVC };
  const method = await browser("/payment_methods", { type: "card", card });
  const charge = { amount: 1999, currency: "EUR", method: "card", payment_method: method.body.id };
  const made = await call("/payments", charge);
  assert.equal(made.status, 201, JSON.stringify([method.body, made.body]));
  const misplaced = { ...charge, description: keys.live.secret, metadata: { cvc: CVC, pan: CARD } };
  await call("/payments", misplaced);
  await call("/payments", `{"card":"${CARD}","key":"${keys.live.secret}"`);
  await call("/payments", charge, { authorization: `Bearer ${keys.live.secret}x` });
  await call(`/payments/${keys.live.secret}/capture`, {});
  return { call, charge, secret: endpoint.body.secret as string };
}

const rename = (table: string, name: string) => askOwner(`alter table ${table} rename to ${name}`);

test("no secret is in the output of web, worker and rail, also with errors", async () => {
  const [merchant, receiver] = [await createMerchant(), await startReceiver()];
  const railUrl = `http://127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const variables = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SANDBOX_RAIL_URL: railUrl,
    SANDBOX_RAIL_SECRET: RAIL_SECRET,
    WEBHOOK_ALLOW_PRIVATE: "1",
  };
  const rail = await launch(["lib/cli/rail.ts"], variables);
  const [web, worker] = await Promise.all([
    launch([...WEB_COMMAND, "--api-only"], variables),
    launch(WORKER_COMMAND, variables),
  ]);
  const origin = `http://localhost:${port}`;
  const { ask, planted } = await workInDashboard(origin, merchant);
  const { call, charge, secret } = await workByCalls(origin, merchant, receiver.url);
  await receiver.waitFor(1);

  rail.child.kill("SIGTERM");
  await call("/payments", charge);
  await web.says(/"level":"warn"/);
  for (const table of ["auth_sessions", "api_keys", "deliveries"])
    await rename(table, `${table}_away`);
  assert.equal((await ask("/session")).status, 500);
  await web.says(/a dashboard request failed/);
  assert.ok((await call("/payments", charge)).status >= 500);
  await worker.says(/"level":"error"/);

  const all: Record<string, string> = {
    ...planted,
    "the endpoint's secret": secret,
    "the test key": merchant.keys.test.secret,
    "the live key": merchant.keys.live.secret,
    "the card": CARD,
    "the rail's secret": RAIL_SECRET,
    "the master key": env.masterKey.toString("base64"),
  };
  for (const [name, process] of Object.entries({ web, worker, rail })) {
    const text = process.text();
    const found = Object.keys(all).filter((secret) => text.includes(all[secret]!));
    assert.deepEqual(found, [], `${name} says them`);
  }
  await receiver.stop();
});
