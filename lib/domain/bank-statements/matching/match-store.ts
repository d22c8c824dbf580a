import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import { type FindingColumn, bankMatches as m } from "#db/schema/bank-statements.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { insertRecordsSql } from "#lib/kernel/shard-sql.ts";
import type { BankLine, Finding, LineMatch, Match } from "../types.ts";

const own = (ctx: Context) => and(eq(m.accountId, ctx.accountId), eq(m.mode, ctx.mode));

const COLUMNS = [
  ["account_id", "text"],
  ["mode", "text"],
  ["line_id", "text"],
  ["kind", "text"],
  ["object_id", "text"],
  ["amount", "bigint"],
  ["share", "bigint"],
  ["currency", "text"],
  ["confidence", "text"],
  ["reason", "text"],
  ["decided_by", "text"],
] as const;

const INSERT = insertRecordsSql("bank_matches", COLUMNS);

/** Adds matches. Call `lockBank` before, and see that the shares of an object do not exceed its amount. */
export async function insertMatches(
  tx: Tx,
  ctx: Context,
  matches: readonly Match[],
  decision: { reason: string; decidedBy: string } | null,
): Promise<void> {
  const rows = matches.flatMap(({ lineId, movements, confidence }) =>
    movements.map((one) => ({
      account_id: ctx.accountId,
      mode: ctx.mode,
      line_id: lineId,
      kind: one.kind,
      object_id: one.objectId,
      amount: one.amountMinor,
      share: one.shareMinor ?? one.amountMinor,
      currency: one.currency,
      confidence,
      reason: decision?.reason,
      decided_by: decision?.decidedBy,
    })),
  );
  if (rows.length > 0) await tx.execute(withParams(textOf(INSERT), recordsValues(COLUMNS, rows)));
  await noteKinds(tx, ctx, matches);
}

const NOTE_KINDS = `
  update bank_accounts a
     set has_settlements = a.has_settlements or f.settlements,
         has_payouts = a.has_payouts or f.payouts
    from (select l.bank_account, l.currency, bool_or(m.kind = 'settlement_paid') as settlements,
                 bool_or(m.kind <> 'settlement_paid') as payouts
            from bank_lines l
            join bank_matches m
              on m.account_id = $1 and m.mode = $2 and m.line_id = l.id
           where l.account_id = $1 and l.mode = $2 and l.id = any ($3::text[])
           group by 1, 2) f
   where a.account_id = $1 and a.mode = $2 and a.bank_account = f.bank_account
     and a.currency = f.currency`;

/** Remembers which kinds of objects a bank account has: others of them are expected there from now on. */
async function noteKinds(tx: Tx, ctx: Context, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return;
  const ids = matches.map(({ lineId }) => lineId);
  await tx.execute(withParams(NOTE_KINDS, [ctx.accountId, ctx.mode, ids]));
}

const RESULTS = [
  ["id", "text"],
  ["matched", "boolean"],
  ["finding", "jsonb"],
] as const;

const RECORD = `
  update bank_lines l
     set state = case when r.matched then 'matched' else l.state end, finding = r.finding,
         updated_at = now()
    from ${recordsSql(3, "r", RESULTS)}
   where l.account_id = $1 and l.mode = $2 and l.id = r.id and l.state = 'open'
     and (r.matched or l.finding is distinct from r.finding)`;

/** Records which open lines were matched, and what was found about the others. */
export async function recordResults(
  tx: Tx,
  ctx: Context,
  results: readonly { id: string; matched: boolean; finding: Finding | null }[],
): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ id, matched, finding }) => ({
    id,
    matched,
    finding: finding && toColumn(finding),
  }));
  const values = [ctx.accountId, ctx.mode, ...recordsValues(RESULTS, rows)];
  await tx.execute(withParams(RECORD, values));
}

const toColumn = ({ code, object, differenceMinor, currency, count }: Finding): FindingColumn => ({
  code,
  kind: object?.kind ?? null,
  objectId: object?.id ?? null,
  difference: differenceMinor === null ? null : String(differenceMinor),
  currency,
  count,
});

/** Deletes the matches of a line and returns them. */
export async function deleteMatches(
  tx: Tx,
  ctx: Context,
  lineId: BankLine["id"],
): Promise<Pick<LineMatch, "kind" | "objectId" | "confidence" | "reason">[]> {
  const { kind, objectId, confidence, reason } = m;
  return await tx
    .delete(m)
    .where(and(own(ctx), eq(m.lineId, lineId)))
    .returning({ kind, objectId, confidence, reason });
}

/** The matches of some lines, by line. Takes no lock. */
export async function matchesOf(
  ctx: Context,
  lineIds: readonly BankLine["id"][],
): Promise<Map<string, LineMatch[]>> {
  if (lineIds.length === 0) return new Map();
  const all = alias(m, "all_lines");
  const ofObject = and(
    eq(all.accountId, m.accountId),
    eq(all.mode, m.mode),
    eq(all.kind, m.kind),
    eq(all.objectId, m.objectId),
  );
  const { lineId, kind, objectId, currency, confidence, reason } = m;
  const rows = await db()
    .select({
      ...{ lineId, kind, objectId, currency, confidence, reason, amountMinor: m.amount },
      paidMinor: sql<bigint>`sum(${all.share})::bigint`,
      lineCount: sql<number>`count(*)::int`,
    })
    .from(m)
    .innerJoin(all, ofObject)
    .where(and(own(ctx), inArray(m.lineId, [...lineIds])))
    .groupBy(m.accountId, m.mode, m.kind, m.objectId, m.lineId)
    .orderBy(m.kind, m.objectId);
  const byLine = Map.groupBy(rows, (row) => row.lineId as string);
  return new Map(
    [...byLine].map(([id, found]) => [id, found.map(({ lineId: _, ...match }) => match)]),
  );
}
