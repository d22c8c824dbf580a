// What every measurement stands on: a durable PostgreSQL as in production, and a merchant with raised
// limits and two endpoints.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { closeDb, getPool } from "#db/client.ts";
import { createDatabase } from "#db/databases.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { endpointRow } from "#lib/testing/hook-rows.ts";
import { createMerchant, type Merchant } from "#lib/testing/merchant.ts";
import { type Running, startProcess } from "./processes.ts";

export interface Stage {
  /** The server, whose databases are made one by one. */
  serverUrl: string;
  /** A new migrated database; this process and those it starts from now on use it. */
  useDatabase(name: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), "paydesk-bench-"));
  const server = await startEmbedded({ dataDir });
  await wearIn(server.url);
  const masterKey = randomBytes(32).toString("base64");
  return {
    serverUrl: server.url,
    async useDatabase(name) {
      await closeDb();
      const url = await createDatabase(server.url, name);
      await migrate(url);
      const variables = {
        DATABASE_URL: url,
        PAYDESK_MASTER_KEY: masterKey,
        DATA_DIR: dataDir,
        WEBHOOK_ALLOW_PRIVATE: "1",
      };
      assignEnv(variables);
      return variables;
    },
    async close() {
      await closeDb();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server that has run for a day uses the files of its log again. On a new one every 16 MB of log
 *  would hold up all commits, on our side and on the limit's. */
async function wearIn(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const filler = "select repeat(md5(n::text), 32) as text from generate_series(1, 800000) n";
  for (const text of [`create table filler as ${filler}`, "drop table filler", "checkpoint"]) {
    await client.query(text);
  }
  await client.end();
}

const NO_LIMITS = { writes: 1e6, reads: 1e6, lists: 1e6, replays: 1e6, tokenisations: 1e6 };

/** A merchant whose limits an operator has raised. */
export async function makeMerchant(): Promise<Merchant> {
  const merchant = await createMerchant();
  const raise = "update accounts set rate_limits = $2::jsonb where id = $1";
  await getPool().query(raise, [merchant.account.id, JSON.stringify(NO_LIMITS)]);
  return merchant;
}

/** Two endpoints that are subscribed to all. */
export async function addEndpoints(merchant: Merchant, url: string): Promise<void> {
  for (const path of ["orders", "books"]) await endpointRow(merchant, { url: `${url}/${path}` });
}

/** Stored cards, made as a browser makes them, so that a charge names one and brings none along. */
export async function addCards(web: Running, merchant: Merchant, count: number): Promise<string[]> {
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2031, cvc: "123" };
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { publishable } = merchant.keys.test;
    const made = await post(web, publishable, "/v1/payment_methods", { type: "card", card });
    ids.push((JSON.parse(made) as { id: string }).id);
  }
  return ids;
}

/** One call by hand; answers the body's text. Throws unless it is a 201. */
export async function post(web: Running, key: string, path: string, body: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${web.target.port}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Idempotency-Key": newId("req"),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** The web process as in production. */
export function startWeb(
  variables: Readonly<Record<string, string>>,
  target: { port: number; tls: boolean },
  args: readonly string[] = [],
): Promise<Running> {
  return startProcess([...args, "server.ts"], target, { ...variables, NODE_ENV: "production" });
}
