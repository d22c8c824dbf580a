// Setup of every measurement: a durable PostgreSQL as in production, and a merchant with raised rate limits and
// two endpoints.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { closeDb, getPool } from "#db/client.ts";
import { createDatabase } from "#db/databases.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { WEB_COMMAND, WEB_VARIABLES } from "#lib/server/command.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Running, startProcess } from "./processes.ts";

export interface Stage {
  /** The database server; databases are created one by one. */
  serverUrl: string;
  /** Creates a migrated database, which this process and later child processes use. */
  useDatabase(name: string): Promise<Record<string, string>>;
  /** The same, but reuses the database if an earlier run left it in the kept folder. */
  openDatabase(name: string): Promise<{ variables: Record<string, string>; isNew: boolean }>;
  close(): Promise<void>;
}

/** Not a secret, and always the same: a kept database is opened with the key that it was made with. */
const MASTER_KEY = Buffer.alloc(32, "paydesk bench").toString("base64");

/** A server in its own folder, or in `keepDir`, which is kept after the run. */
export async function setStage(keepDir?: string): Promise<Stage> {
  const dataDir = keepDir ?? mkdtempSync(join(tmpdir(), "paydesk-bench-"));
  const server = await startEmbedded({ dataDir });
  await wearIn(server.url);
  const enter = async (ownerUrl: string) => {
    await closeDb();
    const serviceUrl = onDatabaseOf(ownerUrl, server.serviceUrl);
    await migrate({ ownerUrl, serviceUrl });
    const variables = {
      DATABASE_URL: serviceUrl,
      DATABASE_OWNER_URL: ownerUrl,
      PAYDESK_MASTER_KEY: MASTER_KEY,
      DATA_DIR: dataDir,
      WEBHOOK_ALLOW_PRIVATE: "1",
    };
    assignEnv(variables);
    return variables;
  };
  return {
    serverUrl: server.url,
    useDatabase: async (name) => await enter(await createDatabase(server.url, name)),
    async openDatabase(name) {
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      const isNew = !(await hasDatabase(server.url, name));
      if (isNew) await createDatabase(server.url, name);
      return { variables: await enter(url.href), isNew };
    },
    async close() {
      await closeDb();
      await server.stop();
      if (!keepDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function onDatabaseOf(ownerUrl: string, serviceUrl: string): string {
  const url = new URL(serviceUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}

async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query("select 1 from pg_database where datname = $1", [name]);
  await client.end();
  return rows.length > 0;
}

/** The database of an installation that is not running (`DATA_DIR`), with its data: it is migrated, measured,
 *  and kept. */
export async function keptStage(dataDir: string): Promise<Stage> {
  const server = await startEmbedded({ dataDir });
  const masterKey = readFileSync(join(dataDir, "master.key"), "utf8").trim();
  const enter = async () => {
    await migrate({ ownerUrl: server.url, serviceUrl: server.serviceUrl });
    const variables = {
      DATABASE_URL: server.serviceUrl,
      DATABASE_OWNER_URL: server.url,
      PAYDESK_MASTER_KEY: masterKey,
      DATA_DIR: dataDir,
    };
    assignEnv(variables);
    return variables;
  };
  return {
    serverUrl: server.url,
    useDatabase: enter,
    openDatabase: async () => ({ variables: await enter(), isNew: false }),
    async close() {
      await closeDb();
      await server.stop();
    },
  };
}

/** Recycles log files as on a server that has run for a day. On a new server, each new 16 MB log file delays
 *  all commits, ours and the limit's. */
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

/** A merchant with rate limits raised by an operator. */
export async function makeMerchant(): Promise<Merchant> {
  const merchant = await createMerchant();
  const raise = "update accounts set rate_limits = $2::jsonb where id = $1";
  await getPool().query(raise, [merchant.account.id, JSON.stringify(NO_LIMITS)]);
  return merchant;
}

/** Two endpoints that subscribe to all events. */
export async function addEndpoints(merchant: Merchant, url: string): Promise<void> {
  for (const path of ["orders", "books"]) await endpointRow(merchant, { url: `${url}/${path}` });
}

/** Stored cards, tokenised as by a browser, so that charges use a token. */
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

/** Makes one call. Returns the text of the body. Throws unless the status is `expected`. */
export async function post(
  web: Running,
  key: string,
  path: string,
  body: object,
  expected = 201,
): Promise<string> {
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
  if (response.status !== expected) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** The web process as in production; `--api-only` needs no build. */
export function startWeb(
  variables: Readonly<Record<string, string>>,
  target: { port: number; tls: boolean },
  args: readonly string[] = [],
): Promise<Running> {
  return startProcess([...WEB_COMMAND, ...args], target, {
    ...variables,
    ...WEB_VARIABLES,
    NODE_ENV: "production",
  });
}
