// The rail as a separate process in place of the live rail: it receives credits, and Paydesk pays them out.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type ServerType, serve } from "@hono/node-server";
import { freePort } from "#db/embedded/ports.ts";
import { hostedApp } from "#lib/hosted/app.ts";
import { assignEnv, childEnv } from "#lib/kernel/env.ts";
import { type Connector, createConnector } from "#lib/rails/connector/connector.ts";
import { statementShape } from "#lib/rails/process/statement.ts";
import { receivedCredit } from "#lib/rails/protocol/payout-messages.ts";
import { referenceOf } from "#test/live-rail.ts";
import { openTill, type Till } from "#test/money.ts";
import { ledgerAgainst } from "#tools/crash/books.ts";

const SECRET = "a secret that both sides know";
const folder = mkdtempSync(join(tmpdir(), "paydesk-rail-credits-"));
let rail: ChildProcess | undefined;
let server: ServerType | undefined;
let connector: Connector | undefined;
after(async () => {
  rail?.kill("SIGKILL");
  server?.close();
  await connector?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startRail(url: string, paydesk: string): Promise<void> {
  rail = spawn(
    process.execPath,
    ["--no-warnings", "lib/cli/rail.ts", "--live", "--tell", paydesk],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: childEnv({
        ...{ DATA_DIR: folder, SANDBOX_RAIL_URL: url, SANDBOX_RAIL_SECRET: SECRET },
        ...{ LOG_LEVEL: "warn", NODE_TEST_CONTEXT: undefined },
      }),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  await once(rail, "message");
}

/** Our answer to rail news; the rail's requests reach the real app by default. */
let listen: typeof hostedApp.fetch = hostedApp.fetch;

async function startPaydesk(port: number): Promise<void> {
  server = serve({ fetch: (request) => listen(request), port, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
  assert.equal((server.address() as AddressInfo).port, port);
}

async function bookedOf(till: Till): Promise<bigint> {
  const [row] = await till.rows<{ sum: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as sum from ledger_transfers
      where account_id = $1 and mode = 'live' and kind = 'topup'`,
  );
  return row?.sum ?? 0n;
}

test("credits received while Paydesk or the rail is down are booked once when both run again", async () => {
  const till = await openTill();
  const reference = await referenceOf(till);
  const port = await freePort();
  const [url, paydesk] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${port}`];
  assignEnv({ LIVE_RAIL_URL: url, LIVE_RAIL_SECRET: SECRET });
  connector = createConnector({ url, secret: SECRET, timeoutMs: 10_000 });
  const { control } = connector;
  const receive = (id: string, amountMinor: bigint) =>
    control(
      "control/credit",
      { id, reference, amountMinor, currency: "EUR", payerName: null },
      receivedCredit,
    );
  const statement = () => control("control/statement", {}, statementShape);
  const allTold = async () => {
    while ((await statement()).untold > 0);
  };
  await startRail(url, paydesk);

  // Nothing receives news yet, and the rail keeps its credits across a kill.
  await receive("crd-1", 1_000n);
  assert.equal((await statement()).untold, 1);
  const gone = once(rail!, "exit");
  rail!.kill("SIGKILL");
  await gone;
  await startRail(url, paydesk);
  let answered = 0;
  // The first answer is lost after everything was booked.
  listen = async (request) => {
    const answer = await hostedApp.fetch(request);
    return ++answered === 1 ? new Response("the proxy ended", { status: 502 }) : answer;
  };
  await startPaydesk(port);
  await allTold();
  assert.ok(answered >= 2);
  assert.equal(await bookedOf(till), 1_000n);

  await Promise.all([receive("crd-2", 250n), receive("crd-2", 250n), receive("crd-3", 70n)]);
  await allTold();
  assert.equal(await bookedOf(till), 1_320n);
  const again = await receive("crd-3", 9_999n);
  assert.equal(again.amountMinor, 70n, "one name is one transfer");
  await allTold();
  assert.equal(await bookedOf(till), 1_320n);
  assert.deepEqual(await ledgerAgainst(await statement(), { accountId: till.account.id }), []);
});
