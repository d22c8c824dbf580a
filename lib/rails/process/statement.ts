import { z } from "zod";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Rail } from "../rail.ts";
import type { Book, Entry } from "./book.ts";
import { linesOf, money, type StatementLine, statementLine } from "./statement-lines.ts";

const sum = z.object({ count: z.number(), amountMinor: money });

/** `aheadMs`: how far each sandbox merchant's clock is ahead, by account. Delayed outcomes follow that clock. */
export const statementQuestion = z.object({
  aheadMs: z.record(z.string(), z.number().nonnegative()).default({}),
});
export type StatementQuestion = z.output<typeof statementQuestion>;

/** The rail's own totals. `charges` and `captures` took money, `refunds` returned it, and `refundReversals` are
 * refunds that came back. */
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
  /** Repeated operations by name. */
  repeats: z.record(z.string(), z.number()),
  /** Number of status requests. */
  asked: z.number(),
  conflicts: z.number(),
  /** Credits whose news Paydesk has not answered. */
  untold: z.number(),
});
export type Statement = z.infer<typeof statementShape>;

/** The book as lines of money, with totals per account and currency, at each merchant's current time: delayed
 * outcomes count once their time has come, and amounts that a bank took back later are included. */
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
