import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freePort } from "#db/embedded/ports.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { type Connector, createConnector } from "#lib/rails/connector/connector.ts";
import { RailUnavailableError } from "#lib/rails/index.ts";
import { statementShape } from "#lib/rails/process/statement.ts";
import { chargeOf } from "#test/rail.ts";

const SECRET = "a secret that both sides know";
const folder = mkdtempSync(join(tmpdir(), "paydesk-rail-cli-"));
const children = new Set<ChildProcess>();
let connector: Connector | undefined;
after(async () => {
  for (const child of children) child.kill("SIGKILL");
  await connector?.close();
  rmSync(folder, { recursive: true, force: true });
});

function launch(
  url: string,
  args: string[] = [],
  changes: Record<string, string | undefined> = {},
) {
  const child = spawn(process.execPath, ["--no-warnings", "lib/cli/rail.ts", ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: childEnv({
      DATA_DIR: folder,
      SANDBOX_RAIL_URL: url,
      SANDBOX_RAIL_SECRET: SECRET,
      LOG_LEVEL: "warn",
      NODE_TEST_CONTEXT: undefined,
      ...changes,
    }),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  children.add(child);
  return child;
}

async function refusalOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  assert.equal(code, 1);
  return text;
}

test("a killed and restarted rail knows every charge that it has answered", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  connector = createConnector({ url, secret: SECRET, timeoutMs: 10_000 });
  const charges = Array.from({ length: 40 }, () => chargeOf("sbx_success_4242"));
  const first = launch(url);
  await once(first, "message");
  const other = launch(`http://127.0.0.1:${await freePort()}`);
  assert.match(await refusalOf(other), /a book has one writer/);
  const answered = charges.map((charge) => connector?.authorise(charge).then(() => charge));
  await answered[0];
  const gone = once(first, "exit");
  first.kill("SIGKILL");
  const settled = await Promise.allSettled(answered);
  await gone;
  await assert.rejects(connector.authorise(charges[0]!), RailUnavailableError);

  await once(launch(url), "message");
  for (const [index, one] of settled.entries()) {
    const { result } = await connector.authoriseStatus(charges[index]!);
    if (one.status === "fulfilled") assert.equal(result, "succeeded");
    await connector.authorise(charges[index]!);
  }
  const { lines, totals } = await connector.control("control/statement", {}, statementShape);
  assert.equal(lines.length, 40);
  assert.equal(totals[0]?.charges.amountMinor, 40n * 1_999n);
});

test("a rail that others can reach refuses to start without TLS and its own secret", async () => {
  const port = String(await freePort());
  const open = launch("http://127.0.0.1:1", ["--host", "0.0.0.0", "--port", port]);
  assert.match(await refusalOf(open), /TLS is not configured/);
  const wrong = launch("http://127.0.0.1:1", ["--faults", "nap=1"]);
  assert.match(await refusalOf(wrong), /"nap=1" is not a fault/);
});
