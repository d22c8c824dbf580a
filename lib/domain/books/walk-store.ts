import { and, eq, isNull } from "drizzle-orm";
import type pg from "pg";
import { runPrepared } from "#db/client.ts";
import { snapshot } from "#db/prepared.ts";
import { bookFindings } from "#db/schema/books.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { DAYS, type SumPair, WHOLE_SUMS } from "./laws/balances-sql.ts";
import { type Law, lawSql } from "./laws/law.ts";
import type { Chunk, Finding, Part, Wrong } from "./types.ts";

/** Runs one statement of the check in a snapshot, by index and without a time limit. */
function ask<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
  return snapshot({ plans: "kept", unhurried: true }, (run) => run<Row>(name, text, values));
}

/** Checks the rows of a table after the id `after`. Takes no lock. */
export async function checkRows(law: Law, ctx: Context, after: string): Promise<Chunk> {
  type Row = { rows: number; weight: number; last: string | null; findings: Wrong[] };
  const values = [ctx.accountId, ctx.mode, after, law.limit];
  const [row] = await ask<Row>(`books.law_${law.part}`, lawSql(law), values);
  const { rows, weight, last, findings } = row!;
  return { rows: weight, last: rows < law.limit ? null : last, wrong: findings };
}

/** The id of the row that is `back` rows before the newest; null if there are fewer. Takes no lock. */
export async function placeBack(law: Law, ctx: Context, back: number): Promise<string | null> {
  const text = `select id from ${law.table} where account_id = $1 and mode = $2 order by id desc offset $3 limit 1`;
  const values = [ctx.accountId, ctx.mode, back];
  return (await ask<{ id: string }>(`books.back_${law.part}`, text, values))[0]?.id ?? null;
}

export type WholeSums = { unsummed: number | null; wrong: SumPair[] };

/** Sums of the whole account that differ, from one snapshot. `unsummed` is the first block that has no sums yet, without
 *  which they say nothing. Takes no lock. */
export async function wholeSums(ctx: Context): Promise<WholeSums> {
  const [row] = await ask<WholeSums>("books.whole_sums", WHOLE_SUMS, [ctx.accountId, ctx.mode]);
  return row!;
}

export type DaySums = {
  unsummed: number | null;
  rows: number;
  /** Null after the last day. */
  last: string | null;
  wrong: (SumPair & { place: string })[];
};

/** Days of ledger accounts after `after` (`YYYY-MM-DD`, or empty) whose sums differ, at most `days`. Takes no lock. */
export async function daySums(ctx: Context, after: string, days: number): Promise<DaySums> {
  const values = [ctx.accountId, ctx.mode, after || "-infinity", days];
  return (await ask<DaySums>("books.days", DAYS, values))[0]!;
}

/** How far the walk of a part has come; empty at the beginning. Takes no lock. */
export async function placeOf(ctx: Context, part: Part): Promise<string> {
  const text = "select place from book_walks where account_id = $1 and mode = $2 and part = $3";
  const values = [ctx.accountId, ctx.mode, part];
  return (await runPrepared<{ place: string }>("books.place", text, values))[0]?.place ?? "";
}

const KEEP = `
  with gone as (
    delete from book_findings
     where account_id = $1 and mode = $2 and part = $3 and place > $4 collate "C" and ($5::text is null or place <= $5 collate "C")
       and not exists (select 1 from unnest($7::text[], $8::text[]) as f(row, law)
                        where f.row = book_findings.row and f.law = book_findings.law)
  ), kept as (
    insert into book_findings (account_id, mode, part, row, law, what, place, found_at, seen_at)
    select $1, $2, $3, f.row, f.law, f.what, f.place, $6, $6
      from unnest($7::text[], $8::text[], $9::text[], $10::text[]) as f(row, law, what, place)
        on conflict (account_id, mode, part, row, law) do update
       set what = excluded.what, place = excluded.place, seen_at = excluded.seen_at
  )
  insert into book_walks (account_id, mode, part, place, rows, checked_at, passed_at)
  select $1, $2, $3, coalesce($5, ''), case when $5::text is null then 0 else $11::bigint end, $6,
         case when $5::text is null then $6::timestamptz end
   where $12::boolean
      on conflict (account_id, mode, part) do update
     set place = excluded.place, checked_at = excluded.checked_at,
         rows = case when excluded.place = '' then 0 else book_walks.rows + excluded.rows end,
         passed_at = coalesce(excluded.passed_at, book_walks.passed_at)`;

/** Replaces the findings of a part between two places with those of \`chunk\`, and moves the walk on if \`moves\`. */
export async function keepChunk(
  ctx: Context,
  part: Part,
  found: { after: string; chunk: Chunk; at: Date; moves: boolean },
): Promise<void> {
  const { after, chunk, at, moves } = found;
  const { wrong, last, rows } = chunk;
  const column = (name: keyof Wrong) => wrong.map((one) => one[name]);
  await runPrepared("books.keep", KEEP, [
    ...[ctx.accountId, ctx.mode, part, after, last, at],
    ...[column("row"), column("law"), column("what"), column("place"), rows, moves],
  ]);
}

const own = (ctx: Pick<Context, "accountId" | "mode">) =>
  and(eq(bookFindings.accountId, ctx.accountId), eq(bookFindings.mode, ctx.mode));

/** The rows of an account and mode that are wrong, first found first. Takes no lock. */
export async function listFindings(ctx: Context, limit: number): Promise<Finding[]> {
  const rows = await runPrepared<Finding>("books.findings", FINDINGS, [
    ctx.accountId,
    ctx.mode,
    limit,
  ]);
  return rows;
}
const FINDINGS = `
  select part, row, law, what, found_at as "foundAt" from book_findings
   where account_id = $1 and mode = $2 order by found_at, part, row, law limit $3`;

/** Marks the findings of which the owners were not told, and returns them. Locks their rows. */
export async function takeUntoldIn(tx: Tx, ctx: Context, at: Date): Promise<Finding[]> {
  const t = bookFindings;
  const told = await tx
    .update(t)
    .set({ toldAt: at })
    .where(and(own(ctx), isNull(t.toldAt)))
    .returning();
  return told.map(({ part, row, law, what, foundAt }) => ({
    part: part as Part,
    row,
    law,
    what,
    foundAt,
  }));
}

/** The rows of the installation that are wrong, each once. Takes no lock. */
export async function countFindings(): Promise<number> {
  const text =
    "select count(*)::int as n from (select distinct account_id, mode, part, row from book_findings) r";
  return (await runPrepared<{ n: number }>("books.count", text, []))[0]!.n;
}
