// Reports as files: rows per second for a million rows, time to the first byte, and memory, compared with `psql
// \copy` of the same query.

import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { planReport } from "#lib/domain/reports/plan-report.ts";
import { csvSql } from "#lib/domain/reports/store.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { manyRows } from "#test/entry-rows.ts";
import { type Figure, inTurns } from "./figures.ts";
import type { Running } from "./processes.ts";
import { makeMerchant, type Stage, startWeb } from "./stage.ts";

export interface ExportPace {
  rounds: number;
  rows: number;
}

const PORT = 4520;
const PATH = "/v1/reports?type=settlement&format=csv";
const READ_BYTES = 64 * 1024;
/** The speed of a slow connection. */
const SLOW_BYTES = 256 * 1024;
const SLOW_MS = 15_000;

type Scene = { web: Running; key: string; query: string; databaseUrl: string; rows: number };

/** Measures files of the settlement report with all columns, joined with payments. */
export async function measureExports(
  stage: Stage,
  pace: ExportPace,
  say: (figure: Figure) => void,
): Promise<void> {
  const variables = await stage.useDatabase("bench_exports");
  const merchant = await makeMerchant();
  await manyRows(merchant, pace.rows);
  const web = await startWeb(variables, { port: PORT, tls: false }, ["--api-only"]);
  const scene: Scene = {
    web,
    key: merchant.keys.test.secret,
    query: csvSql(planReport(merchant.ctx.test, { type: "settlement" })),
    databaseUrl: variables.DATABASE_URL!,
    rows: pace.rows,
  };
  try {
    const idle = web.rssMb();
    const watch = watchMemory(web);
    await measureSpeed(scene, pace, say);
    const busy = watch();
    const memory = { unit: "MB", limit: null, limitName: "", ratio: null };
    const bound = { kind: "at most", of: "value", value: 150 } as const;
    say({ ...memory, name: "Memory of the web process before", ours: idle, bound: null });
    say({ ...memory, name: "Its memory at most, while they are sent", ours: busy, bound });
    const slow = watchMemory(web);
    await takeSlowly(scene);
    say({ ...memory, name: "The same with a client that takes 1 MB/s", ours: slow(), bound });
  } finally {
    await web.stop();
  }
}

async function measureSpeed(
  scene: Scene,
  { rounds, rows }: ExportPace,
  say: (figure: Figure) => void,
) {
  const psql = findPsql();
  const firstMs: number[] = [];
  const ours = async () => {
    const { ms, firstRowMs } = await take(scene);
    firstMs.push(firstRowMs);
    return (rows * 1_000) / ms;
  };
  const limit = async () => (rows * 1_000) / (await copyMs(scene, psql));
  await ours();
  await limit();
  firstMs.length = 0;
  const pair = await inTurns(rounds, ours, limit);
  const limitName = psql ? "psql \\copy of the same query" : "a bare COPY of the same query";
  const bound = { kind: "at least", of: "ratio", value: 0.9 } as const;
  const name = `CSV of ${rows.toLocaleString("en-US")} rows over HTTP`;
  say({ name, unit: "rows/s", ...pair, limitName, bound });
  say({
    name: "its first row, at the latest",
    unit: "ms",
    ours: Math.max(...firstMs),
    limit: null,
    limitName: "",
    ratio: null,
    bound: { kind: "at most", of: "value", value: 1_000 },
  });
}

function ask({ key }: Scene): Promise<http.IncomingMessage> {
  const headers = { Authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: PORT, path: PATH, headers, agent: false };
    http.get(options, resolve).once("error", reject);
  });
}

/** Longer than the response's header and the file's header together, which are not rows. */
const HEADS_BYTES = 4_000;
/** Longer than the trailers at the end of the response. */
const TAIL_BYTES = 400;
const TAIL = /\r\nservice-row-count: (\d+)\r\n(.+\r\n)*\r\n$/i;

/**
 * Reads the whole response from the socket and compares the number of rows with the trailer. Like `psql`, it only
 * reads: Node's own client takes 1 s per file, on the processors that the service and the database share.
 */
async function take({ key, rows }: Scene): Promise<{ ms: number; firstRowMs: number }> {
  const started = performance.now();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  let firstRowMs = 0;
  let tail = "";
  const callback = (length: number, memory: Uint8Array) => {
    bytes += length;
    if (firstRowMs === 0 && bytes > HEADS_BYTES) firstRowMs = performance.now() - started;
    const last = Buffer.from(
      memory.buffer,
      Math.max(0, length - TAIL_BYTES),
      Math.min(length, TAIL_BYTES),
    );
    tail = (tail + last.toString("latin1")).slice(-TAIL_BYTES);
    if (TAIL.test(tail)) resolve();
    return true;
  };
  const buffer = new Uint8Array(READ_BYTES);
  const socket = net.connect({ host: "127.0.0.1", port: PORT, onread: { buffer, callback } });
  socket.once("error", () => resolve()).once("close", () => resolve());
  socket.write(
    `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${PORT}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  await ended;
  const ms = performance.now() - started;
  socket.destroy();
  const counted = TAIL.exec(tail)?.[1];
  if (counted !== String(rows)) throw new Error(`${counted} rows of ${rows}`);
  return { ms, firstRowMs };
}

async function takeSlowly(scene: Scene): Promise<void> {
  const response = await ask(scene);
  const until = performance.now() + SLOW_MS;
  while (performance.now() < until) {
    for (let taken = 0; taken < SLOW_BYTES; ) {
      const piece = response.read() as Buffer | null;
      if (piece === null) break;
      taken += piece.length;
    }
    await sleep(250);
  }
  response.destroy();
}

/** Samples the memory until the returned function is called, which returns the maximum. */
function watchMemory(web: Running): () => number {
  let most = web.rssMb();
  const timer = setInterval(() => {
    most = Math.max(most, web.rssMb());
  }, 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function findPsql(): string | null {
  const places = [...globSync("/usr/lib/postgresql/*/bin/psql").sort().reverse(), "/usr/bin/psql"];
  return places.find((path) => existsSync(path)) ?? null;
}

/** The settings of a report's query. */
const SESSION =
  "-c timezone=UTC -c enable_hashjoin=off -c enable_mergejoin=off -c enable_sort=off -c jit=off " +
  "-c max_parallel_workers_per_gather=0";

async function copyMs({ query, databaseUrl }: Scene, psql: string | null): Promise<number> {
  const started = performance.now();
  if (!psql) {
    const client = new pg.Client({ connectionString: databaseUrl, options: SESSION });
    await client.connect();
    await client.query(`copy (${query}) to '/dev/null' with (format csv, header)`);
    await client.end();
    return performance.now() - started;
  }
  const url = new URL(databaseUrl);
  const command = `\\copy (${query.replace(/\s+/g, " ")}) to '/dev/null' with (format csv, header)`;
  await promisify(execFile)(
    psql,
    [
      "-X",
      "-h",
      url.hostname,
      "-p",
      url.port,
      "-U",
      url.username,
      "-c",
      command,
      url.pathname.slice(1),
    ],
    { env: childEnv({ PGPASSWORD: url.password, PGOPTIONS: SESSION }) },
  );
  return performance.now() - started;
}
