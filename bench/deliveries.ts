// The dashboard's list of deliveries with ten million rows, compared with 100,000 rows. Creating the databases
// takes minutes: --keep keeps them in a folder for the next run.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb, db, getPool, schema } from "#db/client.ts";
import { browseDeliveries, type DeliveryFilter } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { type Id, idLowerBound, newId } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { fillDeliveries } from "./deliveries-volume.ts";
import { type Figure, inTurns, median } from "./figures.ts";
import { makeMerchant, type Stage } from "./stage.ts";

export interface DeliveryPace {
  rounds: number;
  few: number;
  many: number;
  /** Only creates the databases. */
  onlyLoad: boolean;
}

interface Side {
  ctx: Context;
  variables: Record<string, string>;
  endpointId: string;
  eventId: Id<"evt">;
  objectId: string;
  middle: string;
}

type Page = [name: string, filterOf: (side: Side) => DeliveryFilter, from?: "middle"];

const dayAgo = (days: number) => dateFromMs(nowMs() - days * DAY_MS);

/** Typical searches. */
const PAGES: readonly Page[] = [
  ["the newest", () => ({})],
  ["half-way through", () => ({}), "middle"],
  ["of an endpoint", (side) => ({ endpointId: side.endpointId })],
  ["of an endpoint, failed", (side) => ({ endpointId: side.endpointId, statuses: ["failed"] })],
  ["of a type", () => ({ types: ["refund.succeeded"] })],
  ["failed", () => ({ statuses: ["failed"] })],
  ["failed or held", () => ({ statuses: ["failed", "held"] })],
  ["failed, half-way through", () => ({ statuses: ["failed"] }), "middle"],
  ["answered 5xx", () => ({ answers: ["5xx"] })],
  ["not answered", () => ({ answers: ["none"] })],
  ["that timed out", () => ({ causes: ["response_timeout"] })],
  ["of an event", (side) => ({ eventId: side.eventId })],
  ["about an object", (side) => ({ search: side.objectId })],
  ["of one day", () => ({ created: { from: dayAgo(10), to: dayAgo(9) } })],
  [
    "failed on one day",
    () => ({ created: { from: dayAgo(10), to: dayAgo(9) }, statuses: ["failed"] }),
  ],
];

const READS = 15;
const LANDMARKS = `
  select (select id from webhook_endpoints order by id limit 1) as "endpointId",
         id as middle, event_id as "eventId", object_id as "objectId"
    from deliveries where account_id = $1 and mode = 'test' and id >= $2 order by id limit 1`;

/** Creates missing data and measures each page in turns. Returns how the database found each page. */
export async function measureDeliveries(
  stage: Stage,
  pace: DeliveryPace,
  say: (figure: Figure) => void,
): Promise<string[]> {
  const few = await prepare(stage, pace.few);
  const many = await prepare(stage, pace.many);
  if (pace.onlyLoad) return [];
  for (const page of PAGES) {
    const pair = await inTurns(
      pace.rounds,
      () => usual(many, page),
      () => usual(few, page),
    );
    const bound = { kind: "at most", of: "ratio", value: 1.5 } as const;
    const limitName = `among ${pace.few.toLocaleString("en-US")}`;
    say({ name: `Deliveries, ${page[0]}`, unit: "ms", ...pair, limitName, bound });
  }
  return await plansOf(many, pace.many);
}

async function prepare(stage: Stage, count: number): Promise<Side> {
  const { variables, isNew } = await stage.openDatabase(`bench_deliveries_${count}`);
  if (isNew) await makeMerchant();
  const [account] = await db().select().from(schema.accounts);
  await fillDeliveries({ account: account! }, count);
  const values = [account!.id, idLowerBound("dlv", nowMs() - 15 * DAY_MS)];
  const { rows } = await getPool().query(LANDMARKS, values);
  const ctx: Context = {
    accountId: account!.id,
    mode: "test",
    requestId: newId("req"),
    actor: { type: "system", name: "bench" },
    merchantCountry: account!.country,
    clockAheadMs: 0,
  };
  return { ctx, variables, ...rows[0] };
}

/** The median time of a page and its count, on connections that have planned it before. */
async function usual(side: Side, [, filterOf, from]: Page): Promise<number> {
  await use(side);
  const filter = filterOf(side);
  const page = { after: from ? side.middle : null, before: null, limit: 50 };
  const times: number[] = [];
  for (let n = 0; n < READS + 5; n++) {
    const began = performance.now();
    await browseDeliveries(side.ctx, filter, page);
    if (n >= 5) times.push(performance.now() - began);
  }
  return median(times);
}

let used: Side | undefined;

async function use(side: Side): Promise<void> {
  if (used === side) return;
  await closeDb();
  assignEnv(side.variables);
  used = side;
}

/** One line per page: what the database read for its rows and their count, from the server's log. */
async function plansOf(side: Side, count: number): Promise<string[]> {
  const database = new URL(side.variables.DATABASE_URL!).pathname.slice(1);
  const logPath = join(side.variables.DATA_DIR!, "postgres.log");
  await use(side);
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_buffers = on",
    "auto_explain.log_timing = off",
  ]) {
    await askOwner(`alter database "${database}" set ${setting}`);
  }
  await closeDb();
  const lines: string[] = [];
  for (const [name, filterOf, from] of PAGES) {
    const before = statSync(logPath).size;
    const page = { after: from ? side.middle : null, before: null, limit: 50 };
    await browseDeliveries(side.ctx, filterOf(side), page);
    await sleep(200);
    const entries = readFileSync(logPath)
      .subarray(before)
      .toString("utf8")
      .split(/\n(?=\d{4}-)/)
      .filter((entry) => /from "deliveries"/.test(entry) && /actual/.test(entry));
    lines.push(`| ${name} | ${entries.map(readsOf).join("; ")} |`);
  }
  await askOwner(`alter database "${database}" reset all`);
  const title = `How it is found among ${count.toLocaleString("en-US")}: rows, and their number`;
  return [`| Deliveries | ${title} |`, "| --- | --- |", ...lines];
}

/** The indexes that a statement read, the number of daily partitions, and the total number of pages. */
function readsOf(entry: string): string {
  const scans = [
    ...entry.matchAll(/((?:\w+ )*Scan)(?: Backward)?(?: using (\w+))? on (\w+)[^\n]*rows=[^\n]*/g),
  ]
    .filter(([line]) => !/never executed/.test(line))
    .map(([, kind, index = "", table = ""]) => [
      `${kind} ${index.replace(/_?\d{8}_?/, " ").trim()}`.trim(),
      table,
    ]);
  const kinds = [...new Set(scans.map(([kind]) => kind))].map((kind) => {
    const tables = new Set(scans.filter((scan) => scan[0] === kind).map((scan) => scan[1]));
    return `${kind} (${tables.size})`;
  });
  const pages = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(entry);
  const read = Number(pages?.[1] ?? 0) + Number(pages?.[2] ?? 0);
  return `${kinds.join(", ") || "nothing"}: ${read} pages`;
}
