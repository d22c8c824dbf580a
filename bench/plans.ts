// The query plans of reports over very many payments, as the database ran them.

import { writeFileSync } from "node:fs";
import type pg from "pg";
import { getPool } from "#db/client.ts";
import {
  currenciesOfCosts,
  currenciesOfOutcomes,
  listMostExpensive,
  readCosts,
  readOutcomes,
  resolvePeriod,
} from "#lib/domain/analytics/index.ts";
import {
  arrivalsByDay,
  browseSettlements,
  settledCurrencies,
} from "#lib/domain/settlements/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays } from "#lib/kernel/period.ts";

const PATH = `${import.meta.dirname}/report-plans.md`;
const ZONE = "Europe/Berlin";

/** The driver's calls, whose types are overloaded. */
type Ask = (...args: unknown[]) => unknown;
type Said = { text: string; values?: unknown[]; name?: string };
type Statement = string | Said;

/** Writes the plans of all reads of the report screens, for 30 and for 365 days. */
export async function writePlans(ctx: Context, payments: number): Promise<void> {
  const parts = [
    "# How reports are read",
    "",
    `The plans of the statements behind each report screen, over ${payments.toLocaleString("en")} payments of one merchant, as \`explain (analyze, buffers)\``,
    "ran them with their values (the service keeps the plans of the sums for any). `npm run -s bench -- reports plans --data DIR` writes this file.",
    "",
  ];
  for (const days of [30, 365]) {
    for (const [name, read] of await readsOf(ctx, days)) {
      const begun = performance.now();
      await read();
      const seen = await statementsOf(read);
      const ms = performance.now() - begun;
      parts.push(`## ${name}, ${days} days`, "");
      parts.push(...(await explain(seen)));
      process.stdout.write(
        `${name}, ${days} days: ${seen.length} statements, ${ms.toFixed(0)} ms\n`,
      );
    }
  }
  writeFileSync(PATH, `${parts.join("\n")}\n`);
}

async function readsOf(ctx: Context, days: number) {
  const { from, to, interval, toDay } = await resolvePeriod(ctx, { zone: ZONE, params: { days } });
  const query = { from, to, interval, zone: ZONE, currency: "EUR", filters: {} };
  const arrival = { fromDay: addDays(toDay, 1 - days), toDay, zone: ZONE };
  return [
    ["Declines", () => readOutcomes(ctx, [query])],
    [
      "Declines of one issuer",
      () => readOutcomes(ctx, [{ ...query, filters: { issuer: ["Donaubank"] } }]),
    ],
    [
      "Declines of one issuer, for one reason",
      () =>
        readOutcomes(ctx, [
          { ...query, filters: { issuer: ["Donaubank"], reason: ["insufficient_funds"] } },
        ]),
    ],
    [
      "Declines of all Visa cards",
      () => readOutcomes(ctx, [{ ...query, filters: { method: ["card"], scheme: ["visa"] } }]),
    ],
    ["Declines: the currencies", () => currenciesOfOutcomes(ctx, query)],
    ["Interchange++", () => readCosts(ctx, [query])],
    [
      "Interchange++ of domestic charges",
      () => readCosts(ctx, [{ ...query, filters: { region: ["domestic"] } }]),
    ],
    ["Interchange++: the currencies", () => currenciesOfCosts(ctx, query)],
    ["Interchange++: the most expensive charges", () => listMostExpensive(ctx, query, 15)],
    ["Settlement: what arrives when", () => arrivalsByDay(ctx, "EUR", arrival)],
    ["Settlement: the currencies", () => settledCurrencies(ctx)],
    [
      "Settlement: the latest",
      () =>
        browseSettlements(
          ctx,
          { currencies: ["EUR"], arrival },
          { after: null, before: null, limit: 12 },
        ),
    ],
  ] as const;
}

/** The statements of a read, in order. */
async function statementsOf(read: () => Promise<unknown>): Promise<Said[]> {
  const pool = getPool();
  const seen: Said[] = [];
  const { connect, query } = pool;
  const note = (statement: Statement, values?: unknown[]) => {
    const said = typeof statement === "string" ? { text: statement } : statement;
    seen.push(values ? { ...said, values } : said);
  };
  pool.query = ((statement: Statement, ...rest: unknown[]) => {
    note(statement, Array.isArray(rest[0]) ? rest[0] : undefined);
    return (query as Ask).call(pool, statement, ...rest);
  }) as typeof pool.query;
  const watched = async () => {
    const client = (await (connect as Ask).call(pool)) as unknown as pg.PoolClient;
    const ask = client.query;
    const back = client.release;
    client.query = ((statement: Statement, ...rest: unknown[]) => {
      note(statement, Array.isArray(rest[0]) ? rest[0] : undefined);
      return (ask as Ask).call(client, statement, ...rest);
    }) as typeof client.query;
    client.release = (failed) => {
      Object.assign(client, { query: ask, release: back });
      back.call(client, failed);
    };
    return client;
  };
  // The pool's own queries get a connection by callback and were recorded above.
  pool.connect = ((...callback: unknown[]) =>
    callback.length > 0
      ? (connect as Ask).apply(pool, callback)
      : watched()) as typeof pool.connect;
  try {
    await read();
  } finally {
    Object.assign(pool, { connect, query });
  }
  return seen;
}

/** Runs the statements again, each with EXPLAIN. */
async function explain(seen: readonly Said[]): Promise<string[]> {
  const client = await getPool().connect();
  const lines: string[] = [];
  try {
    for (const { text, values = [] } of seen) {
      if (!/^\s*(select|with)/i.test(text) || text.includes("set_config")) {
        await client.query(text, values);
        continue;
      }
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `explain (analyze, buffers, timing off) ${text}`,
        values,
      );
      lines.push("```", ...rows.map((row) => row["QUERY PLAN"].slice(0, 220)), "```", "");
    }
  } finally {
    client.release();
  }
  return lines;
}
