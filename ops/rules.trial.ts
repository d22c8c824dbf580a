// Prometheus' own tool judges rules, configuration and metrics.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask } from "#test/ask.ts";
import { createMerchant } from "#test/merchant.ts";
import { readRules } from "./rules.ts";
import { killAll, startWeb, startWorker } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-rules-"));
after(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs promtool; returns what it printed. Fails with it if promtool finds a fault. */
function judge(args: readonly string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync("promtool", args, {
    input,
    encoding: "utf8",
  });
  if (error) throw new Error("promtool is missing: bash ops/install", { cause: error });
  assert.equal(status, 0, `${stdout}${stderr}`);
  return stdout;
}

test("promtool accepts the rules and the configuration, and each rule fires when it should", () => {
  assert.match(judge(["check", "rules", "ops/prometheus/alerts.yml"]), /SUCCESS/);
  const rules = join(import.meta.dirname, "prometheus");
  for (const name of ["alerts.yml", "prometheus.yml"]) {
    writeFileSync(join(folder, name), readFileSync(join(rules, name)));
  }
  writeFileSync(join(folder, "metrics-token"), "a token");
  judge(["check", "config", join(folder, "prometheus.yml")]);
  judge(["test", "rules", "ops/prometheus/alerts.test.yml"]);
  const tests = readFileSync("ops/prometheus/alerts.test.yml", "utf8");
  // A fault that lasts for three hours is not played.
  const trials = globSync("ops/watch*.trial.ts").map((path) => readFileSync(path, "utf8"));
  const unplayed = readRules().filter(
    ({ alert }) => !trials.join().includes(`"${alert.slice(7)}"`),
  );
  assert.deepEqual(
    unplayed.map(({ alert }) => alert),
    ["PaydeskBooksUnchecked"],
  );
  for (const { alert } of readRules()) assert.ok(tests.includes(`name: ${alert}\n`), alert);
});

test("promtool finds no fault in the metrics of a web process and a worker", async () => {
  const { keys } = await createMerchant();
  const [web, worker] = await Promise.all([startWeb(), startWorker()]);
  const headers = { authorization: `Bearer ${keys.test.secret}`, "idempotency-key": "a charge" };
  const body = {
    amount: 1999,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
  };
  const charge = await ask({ port: web.port }, "/v1/payments", { method: "POST", headers, body });
  assert.equal(charge.status, 201);
  for (const { port } of [web, worker]) {
    const { body: figures } = await ask({ port }, "/metrics");
    assert.equal(judge(["check", "metrics"], figures), "");
    assert.doesNotMatch(figures, /acct_|sk_test|Bearer/, "labels name no account and no secret");
  }
});
