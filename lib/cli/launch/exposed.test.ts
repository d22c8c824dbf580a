// Tests what an installation allows once others than the users of its machine can reach it. Starts the whole service
// without screens.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { generate } from "selfsigned";
import { freePort } from "#db/embedded/ports.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { ask } from "#test/ask.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-exposed-"));
const tls = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
const running = new Set<ChildProcess>();
after(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await Promise.all([...running].map(stop));
});

before(async () => {
  const pair = await generate([{ name: "commonName", value: "localhost" }]);
  writeFileSync(tls.TLS_CERT, pair.cert);
  writeFileSync(tls.TLS_KEY, pair.private);
});

type Settings = Readonly<Record<string, string>>;
type Started = { port: number; printed: string; isRunning: boolean };

/** Starts the service and waits until it serves or has refused to. */
async function start(settings: Settings): Promise<Started> {
  const port = await freePort();
  const script = join(import.meta.dirname, "serve.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, "--api-only"], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: childEnv({
      ...cleared(
        "DATABASE_URL",
        "DATABASE_OWNER_URL",
        "PAYDESK_MASTER_KEY",
        "PAYDESK_EMBEDDED",
        "NODE_TEST_CONTEXT",
      ),
      ...cleared("HOST", "PUBLIC_URL", "TRUSTED_PROXY", "WEBHOOK_ALLOW_PRIVATE"),
      PAYDESK_THROWAWAY: "1",
      LOG_LEVEL: "error",
      DATA_DIR: join(folder, "data"),
      PORT: String(port),
      ...settings,
    }),
  });
  running.add(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const isRunning = await new Promise<boolean>((resolve) => {
    child.once("message", () => resolve(true));
    child.once("close", () => resolve(false));
  });
  return { port, printed, isRunning };
}

function cleared(...names: string[]): Record<string, undefined> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Paths of every app behind the port. */
const PATHS = ["/", "/v1/payments", "/internal/sign-in", "/hosted/v1/fields.js", "/sign-in"];

async function assertNoPlainHttp(port: number): Promise<void> {
  for (const path of PATHS) {
    const status = await ask({ port }, path).then(
      (answer) => answer.status,
      () => "no answer",
    );
    assert.ok(status === 403 || status === "no answer", `${path} is answered ${status}`);
  }
}

const OWNER = /owner@paydesk\.example {2}password (\S{24})\n/;

/** The ways to expose the service, and the protocol of each. */
const EXPOSED: readonly [way: string, settings: Settings, secure: "tls" | "proxy"][] = [
  ["TLS", tls, "tls"],
  ["a proxy", { TRUSTED_PROXY: "127.0.0.1" }, "proxy"],
  [
    "TLS, another HOST and a PUBLIC_URL elsewhere",
    { ...tls, HOST: "0.0.0.0", PUBLIC_URL: "https://pay.example" },
    "tls",
  ],
  [
    "a proxy, another HOST and a PUBLIC_URL elsewhere",
    { TRUSTED_PROXY: "127.0.0.1", HOST: "0.0.0.0", PUBLIC_URL: "https://pay.example" },
    "proxy",
  ],
];

let ownersPassword = "";

for (const [index, [way, settings, secure]] of EXPOSED.entries()) {
  test(`exposed by ${way}: no demo, no private receivers, no plain HTTP`, async () => {
    const { port, printed, isRunning } = await start(settings);
    assert.ok(isRunning, printed);
    assert.ok(!printed.includes(DEMO.email) && !printed.includes(DEMO.password), printed);
    if (index === 0) ownersPassword = OWNER.exec(printed)?.[1] ?? "";
    else assert.doesNotMatch(printed, /password/, "it is printed at the first start only");
    await assertNoPlainHttp(port);

    const to = { port, secure: secure === "tls" };
    const headers = {
      "x-paydesk-request": "1",
      ...(secure === "proxy" && { "x-forwarded-proto": "https" }),
    };
    const signIn = (email: string, password: string) =>
      ask(to, "/internal/session", { method: "POST", headers, body: { email, password } });
    const shown = await ask(to, "/internal/sign-in", { headers });
    assert.equal(JSON.parse(shown.body).demo, null);
    assert.ok(shown.headers["strict-transport-security"]?.includes("max-age=31536000"));
    assert.equal((await signIn(DEMO.email, DEMO.password)).status, 401);

    const owner = await signIn("owner@paydesk.example", ownersPassword);
    assert.equal(owner.status, 200, owner.body);
    const cookie = owner.headers["set-cookie"]?.map((one) => one.split(";")[0]).join("; ") ?? "";
    const refused = await ask(to, "/internal/test/endpoints", {
      method: "POST",
      headers: { ...headers, cookie },
      body: { url: "https://127.0.0.1:9999/hook", events: ["*"] },
    });
    assert.equal(refused.status, 400, refused.body);
    assert.equal(JSON.parse(refused.body).error.param, "url", refused.body);
  });
}

test("without TLS and without a proxy it does not start on an address that others can reach", async () => {
  const ways: Settings[] = [{ HOST: "0.0.0.0" }, { PUBLIC_URL: "https://pay.example" }];
  for (const settings of ways) {
    const { isRunning, printed } = await start(settings);
    assert.equal(isRunning, false);
    assert.match(printed, /which others can reach, but TLS is not configured/);
    assert.ok(!printed.includes(DEMO.password), printed);
  }
});
