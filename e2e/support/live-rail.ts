// The journeys' rail for live mode: the sandbox in a separate process, which can receive money.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "#db/embedded/ports.ts";
import { assignEnv, childEnv, env } from "#lib/kernel/env.ts";
import { createConnector } from "#lib/rails/connector/connector.ts";

const TIMEOUT_MS = 10_000;

/** Announces the URL of the live rail to the service, which is started next, and to every journey. */
export async function announceLiveRail(): Promise<void> {
  assignEnv({
    LIVE_RAIL_URL: `http://127.0.0.1:${await freePort()}`,
    LIVE_RAIL_SECRET: randomBytes(32).toString("base64url"),
  });
}

function announced(): { url: string; secret: string } {
  if (!env.liveRail) throw new Error("No live rail was announced.");
  return env.liveRail;
}

/** Starts the rail at the announced URL with the service's key, which exists already. */
export async function startLiveRail(): Promise<ChildProcess> {
  const { url, secret } = announced();
  const rail = spawn(process.execPath, ["--no-warnings", join("lib", "cli", "rail.ts"), "--live"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: childEnv({
      ...{ SANDBOX_RAIL_URL: url, SANDBOX_RAIL_SECRET: secret, LOG_LEVEL: "warn" },
      PUBLIC_URL: env.publicUrl,
    }),
  });
  const ended = once(rail, "exit").then(() => {
    throw new Error("The live rail ended during its start.");
  });
  await Promise.race([once(rail, "message"), ended]);
  ended.catch(() => {});
  return rail;
}

/** Sends money to the acquirer's account. */
export async function sendTransfer(reference: string, amountMinor: bigint): Promise<void> {
  const rail = createConnector({ ...announced(), timeoutMs: TIMEOUT_MS });
  const transfer = { id: randomUUID(), reference, amountMinor, currency: "EUR" };
  const answer = z.object({ result: z.literal("received") });
  await rail.control("control/credit", { ...transfer, payerName: "Corner Shop GmbH" }, answer);
  await rail.close();
}
