import { z } from "zod";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Rail } from "../rail.ts";
import type { Book, Entry } from "./book.ts";
import { linesOf, money, type StatementLine, statementLine } from "./statement-lines.ts";

const sum = z.object({ count: z.number(), amountMinor: money });

/** `aheadMs`: by how much a sandbox merchant's clock is ahead, by account. What is late by nature counts as it
 *  stands by that clock. */
export const statementQuestion = z.object({
  aheadMs: z.record(z.string(), z.number().nonnegative()).default({}),
});
export type StatementQuestion = z.output<typeof statementQuestion>;

/** What the rail says of itself. `charges` and `captures` took money, `refunds` gave it back and
 *  `refundReversals` are those that came back. */
export const statementShape = z.object({
  lines: z.array(statementLine),
  totals: z.array(
    z.object({
      accountId: z.string().nullable(),
      currency: z.string(),
      charges: sum,
      captures: sum,
      refunds: sum,
      refundReversals: sum,
    }),
  ),
  /** Operations that came again and were answered again, by name. */
  repeats: z.record(z.string(), z.number()),
  /** How often it was asked what became of something. */
  asked: z.number(),
  conflicts: z.number(),
  /** Credits of which Paydesk was told and has not answered. */
  untold: z.number(),
});
export type Statement = z.infer<typeof statementShape>;

/** The book as lines of money and their totals per account and currency, as of now by each merchant's clock: what
 *  is delayed counts once its time has come, and what a bank took back afterwards is there as well. */
export async function statementOf(
  book: Book,
  rail: Rail,
  { aheadMs }: StatementQuestion = { aheadMs: {} },
): Promise<Omit<Statement, "untold">> {
  const accounts = new Map<string, string>();
  for (const entry of book.entries) {
    if (entry.operation === "authorise") {
      const { id, accountId } = (entry as Entry<"authorise">).request;
      accounts.set(id, accountId);
    }
  }
  const lines: StatementLine[] = [];
  for (const entry of book.entries) {
    const accountId = accountOf(entry, accounts);
    const askedAtMs = nowMs() + (aheadMs[accountId ?? ""] ?? 0);
    lines.push(...(await linesOf(entry, { book, rail, accountId, askedAtMs })));
  }
  const { repeats, asked, conflicts } = book;
  return { lines, totals: totalsOf(lines), repeats: { ...repeats }, asked, conflicts };
}

function accountOf(entry: Entry, accounts: ReadonlyMap<string, string>): string | null {
  const { request } = entry;
  if ("accountId" in request) return request.accountId;
  return accounts.get("paymentId" in request ? request.paymentId : request.id) ?? null;
}

const COLUMNS = {
  charge: "charges",
  capture: "captures",
  refund: "refunds",
  refund_reversal: "refundReversals",
} as const;

function totalsOf(lines: readonly StatementLine[]): Statement["totals"] {
  const nothing = () => ({ count: 0, amountMinor: 0n });
  const totals = new Map<string, Statement["totals"][number]>();
  for (const { kind, accountId, currency, amountMinor } of lines) {
    if (!(kind in COLUMNS)) continue;
    const key = `${accountId} ${currency}`;
    const row = totals.get(key) ?? {
      accountId,
      currency,
      charges: nothing(),
      captures: nothing(),
      refunds: nothing(),
      refundReversals: nothing(),
    };
    totals.set(key, row);
    const column = row[COLUMNS[kind as keyof typeof COLUMNS]];
    column.count++;
    column.amountMinor += amountMinor;
  }
  return [...totals.values()];
}
