import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { after, test } from "node:test";
import { freePort } from "#db/embedded/ports.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { ask } from "#test/ask.ts";

const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a role as `npm run start:web` does. */
function start(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const child = spawn(
    process.execPath,
    ["--no-warnings", `${import.meta.dirname}/role.ts`, ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: childEnv({ LOG_LEVEL: "error", NODE_TEST_CONTEXT: undefined, ...variables }),
    },
  );
  children.add(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      children.delete(child);
      resolve(code);
    });
  });
  return { child, ended, printed: () => printed };
}

const readinessOf = async (port: number) =>
  await ask({ port }, "/readyz").then(
    ({ status }) => status,
    () => null,
  );

async function untilReady(port: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await readinessOf(port)) !== 200) {
    assert.ok(performance.now() < deadline, `port ${port} is not ready`);
  }
}

test("web and worker start separately; each tells health, readiness and figures, and web leaves slowly", async () => {
  const [port, workerPort] = [await freePort(), await freePort()];
  const web = start(["web", "--api-only"], { PORT: String(port), SHUTDOWN_DELAY_MS: "1500" });
  const worker = start(["worker"], { WORKER_PORT: String(workerPort) });
  await Promise.all([untilReady(port), untilReady(workerPort)]);
  const figures = (await ask({ port: workerPort }, "/metrics")).body;
  for (const name of [
    "paydesk_lanes",
    "paydesk_delivery_attempts_total",
    "paydesk_oldest_new_delivery_seconds",
    "paydesk_database_connections",
    "nodejs_eventloop_lag_seconds",
  ]) {
    assert.match(figures, new RegExp(`^${name}(\\{.*\\})? \\d`, "m"));
  }
  assert.equal((await ask({ port: workerPort }, "/v1/payments")).status, 404);

  web.child.kill("SIGTERM");
  while ((await readinessOf(port)) === 200);
  assert.equal(await readinessOf(port), 503, "it serves on while a balancer takes it out");
  assert.equal((await ask({ port }, "/healthz")).status, 200);
  worker.child.kill("SIGTERM");
  assert.deepEqual(await Promise.all([web.ended, worker.ended]), [0, 0]);
});

test("a role without its database or its key says what to do", async () => {
  for (const [variables, message] of [
    [{ DATABASE_URL: "", DATABASE_OWNER_URL: "" }, /DATABASE_URL is not set/],
    [{ PAYDESK_MASTER_KEY: "" }, /PAYDESK_MASTER_KEY is not set/],
  ] as const) {
    const { ended, printed } = start(["worker"], variables);
    assert.equal(await ended, 1);
    assert.match(printed(), message);
  }
});
